#include "console/application.h"
#include "console/models/numbercards.h"
#include "console/models/wording.h"
#include "console/pages/operationpanel.h"
#include "console/pages/planpanel.h"
#include "console/translation.h"
#include "contract/ledgerundertest.h"

#include <QApplication>
#include <QStandardPaths>
#include <QTest>
#include <QTranslator>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::Application;
using console::CommandLine;
using console::Wording;
using tests::LedgerUnderTest;

/// The program as it is started from a command line, over a real ledger.
class TestApplication : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void select_thatIsThere_isShown_data();
    void select_thatIsThere_isShown();
    void select_thatIsNotThere_fails_data();
    void select_thatIsNotThere_fails();
    void plurals_inEveryLocale_areWords_data();
    void plurals_inEveryLocale_areWords();
    void numbers_inEachLanguage_areWrittenAsItDoes_data();
    void numbers_inEachLanguage_areWrittenAsItDoes();

private:
    [[nodiscard]] static CommandLine line(const LedgerUnderTest &ledger, const QString &page, const QString &id,
                                          const QString &picture);
};

void TestApplication::initTestCase()
{
    QCoreApplication::setOrganizationName(u"ObstatTests"_s);
    QStandardPaths::setTestModeEnabled(true);
}

CommandLine TestApplication::line(const LedgerUnderTest &ledger, const QString &page, const QString &id,
                                  const QString &picture)
{
    QStringList arguments{u"obstat"_s,       u"--ledger"_s, ledger.files().database, u"--select"_s, id,
                          u"--screenshot"_s, picture};
    if (!page.isEmpty())
        arguments += {u"--page"_s, page};
    return CommandLine::parse(arguments).value();
}

void TestApplication::select_thatIsThere_isShown_data()
{
    QTest::addColumn<QString>("page");
    QTest::newRow("no page") << QString();
    QTest::newRow("queue") << u"queue"_s;
    QTest::newRow("operations") << u"operations"_s;
}

void TestApplication::select_thatIsThere_isShown()
{
    QFETCH(QString, page);
    LedgerUnderTest ledger;
    ledger.open();
    for (int i = 1; i <= 5; ++i)
        ledger.submit(LedgerUnderTest::payment(u"P-%1"_s.arg(i)));
    const tests::TempFolder folder;
    const QString picture = folder.path() + u"/page.png"_s;
    Application application(*qApp, line(ledger, page, u"3"_s, picture));
    QCOMPARE(application.run(), 0);
    QVERIFY(QFileInfo::exists(picture));
    std::optional<qint64> shown;
    for (QWidget *widget : QApplication::allWidgets()) {
        if (!widget->isVisible())
            continue;
        if (const auto *plan = qobject_cast<console::PlanPanel *>(widget))
            shown = plan->operation();
        if (const auto *operation = qobject_cast<console::OperationPanel *>(widget))
            shown = operation->operation();
    }
    QCOMPARE(shown, std::optional<qint64>(3));
}

void TestApplication::select_thatIsNotThere_fails_data()
{
    QTest::addColumn<QString>("page");
    for (const QString &page : {u"queue"_s, u"operations"_s, u"audit"_s, u"attention"_s})
        QTest::newRow(qPrintable(page)) << page;
}

void TestApplication::select_thatIsNotThere_fails()
{
    QFETCH(QString, page);
    LedgerUnderTest ledger;
    ledger.open();
    ledger.submit(LedgerUnderTest::payment(u"P-1"_s));
    const tests::TempFolder folder;
    const QString picture = folder.path() + u"/page.png"_s;
    Application application(*qApp, line(ledger, page, u"13"_s, picture));
    QCOMPARE(application.run(), Application::kFailed);
    QVERIFY(!QFileInfo::exists(picture));
}

void TestApplication::plurals_inEveryLocale_areWords_data()
{
    QTest::addColumn<QLocale>("locale");
    QTest::addColumn<QString>("one");
    QTest::addColumn<QString>("five");
    QTest::newRow("C") << QLocale::c() << u"1 plan"_s << u"5 plans"_s;
    QTest::newRow("English") << QLocale(QLocale::English) << u"1 plan"_s << u"5 plans"_s;
    QTest::newRow("one that the console does not have") << QLocale(QLocale::Icelandic) << u"1 plan"_s << u"5 plans"_s;
    QTest::newRow("German") << QLocale(QLocale::German) << u"1 Plan"_s << u"5 Pläne"_s;
}

void TestApplication::plurals_inEveryLocale_areWords()
{
    QFETCH(QLocale, locale);
    QTranslator translator;
    QVERIFY(console::loadTranslation(translator, locale, QStringLiteral(OBSTAT_TRANSLATIONS)));
    QCoreApplication::installTranslator(&translator);
    const QString one = QCoreApplication::translate("PlanLines", "%n plan(s)", nullptr, 1);
    const QString five = QCoreApplication::translate("PlanLines", "%n plan(s)", nullptr, 5);
    QCoreApplication::removeTranslator(&translator);
    QTEST(one, "one");
    QTEST(five, "five");
}

void TestApplication::numbers_inEachLanguage_areWrittenAsItDoes_data()
{
    QTest::addColumn<QLocale>("locale");
    QTest::addColumn<QString>("count");
    QTest::addColumn<QString>("duration");
    QTest::addColumn<QString>("share");
    QTest::newRow("English") << QLocale(QLocale::English) << u"1,204,881"_s << u"0.006 s"_s << u"1.9 %"_s;
    QTest::newRow("German") << QLocale(QLocale::German) << u"1.204.881"_s << u"0,006 s"_s << u"1,9 %"_s;
}

/// Counts, durations and shares follow the language; money has one form in all (approval-integrity C6).
void TestApplication::numbers_inEachLanguage_areWrittenAsItDoes()
{
    QFETCH(QLocale, locale);
    QFETCH(QString, count);
    QFETCH(QString, duration);
    QFETCH(QString, share);
    QTranslator translator;
    QVERIFY(console::loadTranslation(translator, locale, QStringLiteral(OBSTAT_TRANSLATIONS)));
    QCoreApplication::installTranslator(&translator);
    const QString counted = Wording::number(1'204'881);
    const QString negative = Wording::number(-123);
    const auto read = Wording::numberFrom(counted);
    const QString lasted = Wording::exactDuration(6 * base::kMillisecond);
    const QString part = console::NumberCards::percent(19, 1000);
    const QString money = Wording::amount(u"1250"_s, u"USD"_s);
    QCoreApplication::removeTranslator(&translator);
    QCOMPARE(counted, count);
    QCOMPARE(negative, u"-123"_s);
    QCOMPARE(read, std::optional<qint64>(1'204'881));
    QCOMPARE(lasted, duration);
    QCOMPARE(part, share);
    QCOMPARE(money, u"1,250.00 USD"_s);
    QVERIFY(!Wording::numberFrom(u"twelve"_s));
}

QTEST_MAIN(TestApplication)
#include "tst_application.moc"
