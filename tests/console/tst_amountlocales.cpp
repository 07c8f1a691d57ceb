#include "console/mainwindow.h"
#include "console/theme/theme.h"
#include "console/widgets/operationtable.h"
#include "hostile/screencorpus.h"
#include "support/auditsample.h"
#include "support/passevents.h"

#include <QApplication>
#include <QLocale>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;

/// C6: an amount is one text, wherever the console runs.
class TestAmountLocales : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { QSettings().clear(); }
    void cleanup() { QLocale::setDefault(m_before); }
    void amounts_onAllPages_areTheSame_data();
    void amounts_onAllPages_areTheSame();

private:
    /// Every number that stands before a currency, on every page, by page.
    static QMap<QString, QStringList> amounts(const QLocale &locale);

    const QLocale m_before;
};

void TestAmountLocales::initTestCase()
{
    QCoreApplication::setOrganizationName(u"ObstatTests"_s);
    QStandardPaths::setTestModeEnabled(true);
    console::Theme::apply(*qApp, console::Scheme::Light);
}

QMap<QString, QStringList> TestAmountLocales::amounts(const QLocale &locale)
{
    QLocale::setDefault(locale);
    QMap<QString, QStringList> found;
    tests::SampleConsole sample;
    (void)sample.book.addWithdrawal(u"WD-M"_s, u"123456789012345678.12345678"_s);
    sample.publish();
    tests::auditsample::takeLogFromBook(*sample.ledger);
    tests::auditsample::activateSamples(*sample.ledger, sample.clock.now() - base::kMinute);
    tests::auditsample::addConflict(*sample.ledger, 2, {{u"amount"_s, u"1200.00"_s}}, sample.clock.now(), u"agent"_s);
    console::MainWindow window;
    window.resize(1280, 800);
    window.setSession(sample.session.get());
    window.show();
    if (!QTest::qWaitFor([&] { return sample.session->isRead(); }))
        qFatal("The sample was not read.");
    for (int index = 0; index < window.pageCount(); ++index) {
        window.showPage(index);
        console::Page &page = window.page(index);
        tests::ScreenCorpus corpus;
        const auto look = [&] {
            if (!QTest::qWaitFor([&] { return page.isReady(); }))
                qFatal("A page did not get ready.");
            corpus.collect(window);
        };
        look();
        for (const auto &row : std::as_const(sample.ledger->book)) {
            page.showOperation(row.row.id);
            look();
        }
        static const QRegularExpression money(u"\\S+ (USD|EUR)\\b"_s);
        QStringList texts;
        for (const QString &text : corpus.texts()) {
            for (auto match = money.globalMatch(text); match.hasNext();)
                texts.append(match.next().captured());
        }
        texts.removeDuplicates();
        texts.sort();
        found.insert(page.objectName(), texts);
    }
    window.setSession(nullptr);
    return found;
}

void TestAmountLocales::amounts_onAllPages_areTheSame_data()
{
    QTest::addColumn<QString>("locale");
    for (const char *name : {"de_DE", "fr_FR", "ar_EG", "hi_IN", "de_CH", "fa_IR"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestAmountLocales::amounts_onAllPages_areTheSame()
{
    QFETCH(QString, locale);
    static const auto plain = amounts(QLocale::c());
    QVERIFY(plain.value(u"queuePage"_s).contains(u"123,456,789,012,345,678.12345678 USD"_s));
    QVERIFY(plain.value(u"operationsPage"_s).contains(u"9,400.00 EUR"_s));
    QVERIFY(plain.value(u"attentionPage"_s).size() > 0);
    const auto other = amounts(QLocale(locale));
    for (auto page = plain.begin(); page != plain.end(); ++page)
        QCOMPARE(other.value(page.key()), page.value());
}

QTEST_MAIN(TestAmountLocales)
#include "tst_amountlocales.moc"
