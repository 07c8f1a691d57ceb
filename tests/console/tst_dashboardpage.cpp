#include "console/pages/dashboardpage.h"
#include "console/widgets/busybar.h"
#include "console/widgets/filterbar.h"
#include "console/widgets/filterchip.h"
#include "console/widgets/notice.h"
#include "console/widgets/numbercardwidget.h"
#include "metrics/judgement.h"
#include "support/auditsample.h"
#include "support/passevents.h"

#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::DashboardPage;
using console::NumberCardWidget;
using ledger::MetricsQuery;

/// The six watched numbers on screen: contract 9.
class TestDashboardPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void opened_computesThirtyDaysAndShowsSixCards();
    void notYetSeen_computesNothing();
    void range_chosen_computesItAnew();
    void range_nonsense_saysWhatToWrite();
    void tool_chosen_computesForIt();
    void warning_hasAWordAndAColour();
    void link_clicked_leadsToTheRows();
    void computing_isBusy_andCanBeCancelled();
    void answer_ofAnOlderRange_isDropped();
    void failure_offers_anotherTry();
    void numbers_ofTheLedgerChanging_areNotComputedByThemselves();

private:
    template <typename T>
    [[nodiscard]] T *find(const char *name) const
    {
        return m_page->findChild<T *>(QLatin1StringView(name));
    }
    void open()
    {
        m_page->setSession(m_sample->session.get());
        m_page->resize(1100, 700);
        m_page->show();
        QTRY_VERIFY(m_page->isReady());
    }
    [[nodiscard]] QString value(const char *card) const
    {
        return find<NumberCardWidget>(card)->findChild<QLabel *>(u"value"_s)->text();
    }

    std::unique_ptr<tests::SampleConsole> m_sample;
    std::unique_ptr<DashboardPage> m_page;
};

void TestDashboardPage::initTestCase()
{
    QCoreApplication::setOrganizationName(u"ObstatTests"_s);
    QStandardPaths::setTestModeEnabled(true);
}

void TestDashboardPage::init()
{
    QSettings().clear();
    m_sample = std::make_unique<tests::SampleConsole>();
    m_sample->ledger->numbers = tests::auditsample::calmNumbers(m_sample->clock.now());
    m_page = std::make_unique<DashboardPage>();
}

void TestDashboardPage::cleanup()
{
    m_page->setSession(nullptr); // what still runs belongs to the session
    m_sample.reset();
    m_page.reset();
}

void TestDashboardPage::opened_computesThirtyDaysAndShowsSixCards()
{
    open();
    const base::Micros now = m_sample->clock.now();
    QCOMPARE(m_sample->ledger->numbersAsked.size(), 1);
    QCOMPARE(m_sample->ledger->numbersAsked.first().range.from, now - 30 * base::kDay);
    QCOMPARE(m_sample->ledger->numbersAsked.first().range.to, now);
    QCOMPARE(m_sample->ledger->numbersAsked.first().now, now);
    QCOMPARE(m_page->findChildren<NumberCardWidget *>().size(), 6);
    QCOMPARE(value("hitsCard"), u"1,284"_s);
    QCOMPARE(value("automaticCard"), u"71 %"_s);
    QVERIFY(find<QLabel>("basisLabel")->text().contains(u"computed over 1,820,809 operations"_s));
    QVERIFY(find<QLabel>("basisLabel")->text().contains(u"30"_s));
    QVERIFY(find<NumberCardWidget>("hitsCard")->accessibleName().contains(u"1,284"_s));
}

void TestDashboardPage::notYetSeen_computesNothing()
{
    m_page->setSession(m_sample->session.get());
    tests::passEvents(0);
    QCOMPARE(m_sample->ledger->numbersAsked.size(), 0);
}

void TestDashboardPage::range_chosen_computesItAnew()
{
    open();
    find<console::FilterChip>("rangeChip")->setValue(u"24h"_s);
    QTRY_VERIFY(m_page->isReady());
    QCOMPARE(m_sample->ledger->numbersAsked.last().range.from, m_sample->clock.now() - base::kDay);
    find<console::FilterChip>("rangeChip")->setValue(u"2026-09-01..2026-09-10"_s);
    QTRY_VERIFY(m_page->isReady());
    const auto range = m_sample->ledger->numbersAsked.last().range;
    QCOMPARE(range.to - range.from, 10 * base::kDay);
}

void TestDashboardPage::range_nonsense_saysWhatToWrite()
{
    open();
    find<console::FilterChip>("rangeChip")->setValue(u"soon"_s);
    QVERIFY(find<console::Notice>("errorNotice")->isVisible());
    QCOMPARE(m_sample->ledger->numbersAsked.size(), 1);
}

void TestDashboardPage::tool_chosen_computesForIt()
{
    open();
    find<console::FilterChip>("toolChip")->setValue(u"send_email"_s);
    QTRY_VERIFY(m_page->isReady());
    QCOMPARE(m_sample->ledger->numbersAsked.last().range.tool, u"send_email"_s);
}

void TestDashboardPage::warning_hasAWordAndAColour()
{
    m_sample->ledger->numbers.six.idempotencyHits =
        metrics::judge(MetricsQuery::Hits{1000, 40}, MetricsQuery::Hits{1000, 20});
    open();
    const auto *card = find<NumberCardWidget>("hitsCard");
    QCOMPARE(card->card().warning, u"warning"_s);
    QVERIFY(!card->card().icon.isEmpty());
    QCOMPARE(card->property("tone").toString(), u"warn"_s);
    QCOMPARE(find<NumberCardWidget>("runsCard")->property("tone").toString(), u"none"_s);
}

void TestDashboardPage::link_clicked_leadsToTheRows()
{
    m_sample->ledger->numbers.six.operationsPerRun =
        metrics::judge(MetricsQuery::Runs{40, 2, 7, 31, {{u"r-118"_s, 31}}}, MetricsQuery::Runs{});
    open();
    QSignalSpy links(m_page.get(), &console::Page::linkRequested);
    QSignalSpy runs(m_page.get(), &console::Page::runRequested);
    QTest::mouseClick(find<NumberCardWidget>("hitsCard")->findChild<QPushButton *>(), Qt::LeftButton);
    QCOMPARE(links.size(), 1);
    QCOMPARE(links.first().first().toString(), u"audit"_s);
    QTest::mouseClick(find<NumberCardWidget>("runsCard")->findChild<QPushButton *>(), Qt::LeftButton);
    QCOMPARE(runs.size(), 1);
    QCOMPARE(runs.first().first().toString(), u"r-118"_s);
}

void TestDashboardPage::computing_isBusy_andCanBeCancelled()
{
    open();
    m_sample->ledger->hold();
    m_page->refresh();
    auto *bar = find<console::BusyBar>("busyBar");
    QVERIFY(bar->isVisible());
    QVERIFY(!m_page->isReady());
    QVERIFY(!find<NumberCardWidget>("hitsCard")->findChild<QLabel *>(u"value"_s)->isEnabled());
    QTest::mouseClick(bar->findChild<QPushButton *>(u"cancelButton"_s), Qt::LeftButton);
    QVERIFY(!bar->isVisible());
    QVERIFY(find<console::Notice>("errorNotice")->text().contains(u"cancelled"_s));
    m_sample->ledger->release();
    QCOMPARE(m_sample->ledger->cancelled, 1);
    QCOMPARE(value("hitsCard"), u"1,284"_s);
}

void TestDashboardPage::answer_ofAnOlderRange_isDropped()
{
    open();
    m_sample->ledger->hold();
    m_sample->ledger->numbers.operations = 1;
    find<console::FilterChip>("rangeChip")->setValue(u"7d"_s);
    m_sample->ledger->numbers.operations = 2;
    find<console::FilterChip>("rangeChip")->setValue(u"24h"_s);
    m_sample->ledger->release();
    QTRY_VERIFY(m_page->isReady());
    QVERIFY(find<QLabel>("basisLabel")->text().contains(u"over 2 operations"_s));
}

void TestDashboardPage::failure_offers_anotherTry()
{
    m_sample->ledger->failure = base::Error{base::ErrorCode::Io, u"The disk is gone."_s};
    open();
    auto *notice = find<console::Notice>("errorNotice");
    QVERIFY(notice->isVisible());
    QCOMPARE(find<QStackedWidget>("stack")->currentWidget()->objectName(), u"emptyState"_s);
    m_sample->ledger->failure.reset();
    QTest::mouseClick(notice->findChild<QPushButton *>(u"noticeAction"_s), Qt::LeftButton);
    QTRY_COMPARE(m_page->findChildren<NumberCardWidget *>().size(), 6);
    QVERIFY(!notice->isVisible());
}

void TestDashboardPage::numbers_ofTheLedgerChanging_areNotComputedByThemselves()
{
    open();
    m_sample->ledger->change();
    tests::passEvents(0);
    QCOMPARE(m_sample->ledger->numbersAsked.size(), 1);
    m_page->refresh();
    QTRY_COMPARE(m_sample->ledger->numbersAsked.size(), 2);
}

QTEST_MAIN(TestDashboardPage)
#include "tst_dashboardpage.moc"
