#include "console/commandline.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::CommandLine;

class TestCommandLine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void arguments_ofAPicture_areRead();
    void arguments_wrong_areUsage_data();
    void arguments_wrong_areUsage();
    void help_namesEveryOption();
};

void TestCommandLine::arguments_ofAPicture_areRead()
{
    const auto line =
        CommandLine::parse({u"obstat"_s, u"--ledger"_s, u"a.obstat"_s, u"--page"_s, u"operations"_s, u"--theme"_s,
                            u"dark"_s, u"--language"_s, u"de"_s, u"--size"_s, u"1280x800"_s, u"--scale"_s, u"2"_s,
                            u"--select"_s, u"7"_s, u"--screenshot"_s, u"out.png"_s});
    QVERIFY(line);
    QCOMPARE(line->ledger, u"a.obstat"_s);
    QCOMPARE(line->page, u"operations"_s);
    QCOMPARE(line->theme, std::optional(console::Scheme::Dark));
    QCOMPARE(line->language, u"de"_s);
    QCOMPARE(line->size, QSize(1280, 800));
    QCOMPARE(line->scale, u"2"_s);
    QCOMPARE(line->select, std::optional<qint64>(7));
    QCOMPARE(line->screenshot, u"out.png"_s);
    const auto plain = CommandLine::parse({u"obstat"_s, u"b.obstat"_s});
    QVERIFY(plain);
    QCOMPARE(plain->ledger, u"b.obstat"_s);
}

void TestCommandLine::arguments_wrong_areUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("an unknown option") << QStringList{u"--colour"_s, u"x"_s};
    QTest::newRow("an unknown page") << QStringList{u"--page"_s, u"nowhere"_s};
    QTest::newRow("an unknown theme") << QStringList{u"--theme"_s, u"pink"_s};
    QTest::newRow("a size without height") << QStringList{u"--size"_s, u"1280"_s};
    QTest::newRow("a size too small") << QStringList{u"--size"_s, u"10x10"_s};
    QTest::newRow("a scale that is none") << QStringList{u"--scale"_s, u"big"_s};
    QTest::newRow("a scale too large") << QStringList{u"--scale"_s, u"40"_s};
    QTest::newRow("a selection that is no number") << QStringList{u"--select"_s, u"x"_s};
    QTest::newRow("two ledgers") << QStringList{u"a"_s, u"b"_s};
}

void TestCommandLine::arguments_wrong_areUsage()
{
    QFETCH(QStringList, arguments);
    const auto line = CommandLine::parse(QStringList{u"obstat"_s} + arguments);
    QVERIFY(!line);
    QCOMPARE(line.error().code, base::ErrorCode::Usage);
    QVERIFY(!line.error().message.isEmpty());
}

void TestCommandLine::help_namesEveryOption()
{
    const QString help = CommandLine::help();
    for (const QString &option : {u"--ledger"_s, u"--page"_s, u"--select"_s, u"--theme"_s, u"--language"_s, u"--size"_s,
                                  u"--scale"_s, u"--screenshot"_s, u"--help"_s, u"--version"_s})
        QVERIFY2(help.contains(option), qPrintable(option));
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_commandline.moc"
