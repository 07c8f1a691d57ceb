#include "console/models/eventsmodel.h"
#include "console/models/jsontreemodel.h"
#include "console/pages/auditpage.h"
#include "console/pages/eventpanel.h"
#include "console/pages/logproof.h"
#include "console/widgets/busybar.h"
#include "console/widgets/emptystate.h"
#include "console/widgets/filterbar.h"
#include "console/widgets/filterchip.h"
#include "console/widgets/linesview.h"
#include "console/widgets/notice.h"
#include "console/widgets/plaintextlabel.h"
#include "console/widgets/recordtable.h"
#include "support/auditsample.h"
#include "support/passevents.h"

#include <QAbstractItemModelTester>
#include <QJsonArray>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::AuditPage;

/// The audit page over a fake ledger: the log, completeness and verification (contract 9.6, 10).
class TestAuditPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void opened_listsEventsAndShowsTheNewest();
    void chip_set_asksForThatFilter();
    void operationChip_noNumber_findsNothing();
    void emptyLog_says_whatWouldAppear();
    void failure_offers_anotherTry();
    void leaf_shown_asTreeAndCanonicalText();
    void completeness_gaps_openTheirOperations();
    void completeness_whole_countsThosePastTheirApproval();
    void completeness_range_followsTheTimeFilter();
    void operation_shownFromOutside_isTheFilter();
    void verify_whole_saysSo();
    void verify_withoutTheStateFile_saysWhatItCannotTell();
    void verify_bad_namesTheFirstEvent();
    void verify_running_showsProgressAndCancels();
    void verify_cancelled_dropsTheLateAnswer();
    void link_fromTheDashboard_setsChipsAndGap();
    void session_closed_leavesNothing();

private:
    template <typename T>
    [[nodiscard]] T *find(const char *name) const
    {
        return m_page->findChild<T *>(QLatin1StringView(name));
    }
    void open()
    {
        m_page->setSession(m_sample->session.get());
        m_page->resize(1240, 760);
        m_page->show();
        QTRY_VERIFY(m_page->isReady());
    }
    [[nodiscard]] QString shown() const { return find<QStackedWidget>("listStack")->currentWidget()->objectName(); }

    std::unique_ptr<tests::SampleConsole> m_sample;
    std::unique_ptr<AuditPage> m_page;
};

void TestAuditPage::initTestCase()
{
    QCoreApplication::setOrganizationName(u"ObstatTests"_s);
    QStandardPaths::setTestModeEnabled(true);
}

void TestAuditPage::init()
{
    QSettings().clear();
    m_sample = std::make_unique<tests::SampleConsole>();
    tests::auditsample::takeLogFromBook(*m_sample->ledger);
    m_page = std::make_unique<AuditPage>();
}

void TestAuditPage::cleanup()
{
    m_page->setSession(nullptr); // what still runs belongs to the session
    m_sample.reset();
    m_page.reset();
}

void TestAuditPage::opened_listsEventsAndShowsTheNewest()
{
    const qint64 events = m_sample->ledger->eventRows.size();
    m_sample->ledger->checkpoint = tests::auditsample::checkpoint(events - 1);
    open();
    QCOMPARE(find<console::RecordTable>("table")->model()->rowCount(), events);
    QCOMPARE(find<console::EventPanel>("panel")->shownEvent(), events - 1);
    QVERIFY(find<QLabel>("checkpointLabel")->text().contains(QLocale::c().toString(events - 1)));
    QVERIFY(find<console::LinesView>("proofLines")->text().contains(u"not yet"_s)); // the newest is not under it
    find<console::RecordTable>("table")->selectRow(1);
    QTRY_COMPARE(find<console::EventPanel>("panel")->shownEvent(), events - 2);
    QVERIFY(find<console::LinesView>("proofLines")->text().contains(u"under the newest"_s));
}

void TestAuditPage::chip_set_asksForThatFilter()
{
    open();
    find<console::FilterChip>("kindChip")->setValue(u"approved"_s);
    find<console::FilterChip>("actorChip")->setValue(u"small_and_known"_s);
    QTRY_VERIFY(m_page->isReady());
    QCOMPARE(m_sample->ledger->eventFilters.last().kind, u"approved"_s);
    QCOMPARE(m_sample->ledger->eventFilters.last().actor, u"small_and_known"_s);
    QVERIFY(find<console::RecordTable>("table")->model()->rowCount() > 0);
    QVERIFY(find<QPushButton>("clearButton")->isVisible());
    QTest::mouseClick(find<QPushButton>("clearButton"), Qt::LeftButton);
    QTRY_VERIFY(m_page->isReady());
    QCOMPARE(find<console::RecordTable>("table")->model()->rowCount(), m_sample->ledger->eventRows.size());
}

void TestAuditPage::operationChip_noNumber_findsNothing()
{
    open();
    find<console::FilterChip>("operationChip")->setValue(u"abc"_s);
    QTRY_VERIFY(m_page->isReady());
    QCOMPARE(shown(), u"emptyState"_s);
    find<console::FilterChip>("operationChip")->setValue(u"2"_s);
    QTRY_VERIFY(m_page->isReady());
    QCOMPARE(m_sample->ledger->eventFilters.last().operation, 2);
    QCOMPARE(shown(), u"table"_s);
}

void TestAuditPage::emptyLog_says_whatWouldAppear()
{
    m_sample->ledger->eventRows.clear();
    open();
    QCOMPARE(shown(), u"emptyState"_s);
    QCOMPARE(find<console::EmptyState>("emptyState")->title(), u"The log is empty"_s);
}

void TestAuditPage::failure_offers_anotherTry()
{
    m_sample->ledger->failure = base::Error{base::ErrorCode::Io, u"The disk is gone."_s};
    open();
    auto *notice = find<console::Notice>("errorNotice");
    QTRY_VERIFY(notice->isVisible());
    QVERIFY(!notice->text().isEmpty());
    m_sample->ledger->failure.reset();
    QTest::mouseClick(notice->findChild<QPushButton *>(u"noticeAction"_s), Qt::LeftButton);
    QTRY_VERIFY(find<console::RecordTable>("table")->model()->rowCount() > 0);
    QVERIFY(!notice->isVisible());
}

void TestAuditPage::leaf_shown_asTreeAndCanonicalText()
{
    m_sample->ledger->eventRows.last() = tests::auditsample::event(
        m_sample->ledger->eventRows.size() - 1, m_sample->clock.now(), u"refused"_s, u"agent\u202Ex"_s,
        {{u"code"_s, u"denied"_s}, {u"missing"_s, QJsonArray{u"undo"_s, u"approver"_s}}});
    open();
    auto *tree = find<QTreeView>("leafTree");
    QVERIFY(tree->isVisible());
    const QAbstractItemModelTester tester(tree->model());
    const QAbstractItemModel *model = tree->model();
    const QModelIndex data = model->match(model->index(0, 0), Qt::DisplayRole, u"data"_s).value(0);
    QVERIFY(data.isValid());
    QCOMPARE(model->rowCount(data), 2);
    const QModelIndex missing = model->index(1, 0, data);
    QCOMPARE(missing.data().toString(), u"missing"_s);
    QCOMPARE(model->index(1, console::JsonTreeModel::Value, missing).data().toString(), u"approver"_s);
    QTest::mouseClick(find<QToolButton>("canonicalButton"), Qt::LeftButton);
    QVERIFY(!tree->isVisible());
    const QString canonical = find<console::LinesView>("leafLines")->text();
    QVERIFY(canonical.contains(u"\"kind\":\"refused\""_s));
    QVERIFY(canonical.contains(u"agent[U+202E]x"_s));
}

void TestAuditPage::completeness_gaps_openTheirOperations()
{
    m_sample->ledger->complete = {100, 97, {{u"result"_s, 2}, {u"run"_s, 1}, {u"key"_s, 0}}};
    m_sample->ledger->gaps = {{u"result"_s, {3, 2}}, {u"run"_s, {1}}};
    open();
    QCOMPARE(find<QLabel>("completeLabel")->text(), u"97.0 %"_s);
    QCOMPARE(find<QLabel>("completeText")->text(),
             u"Operations planned in the last 30 days and past their approval: 100. Of these, 3 lack something:"_s);
    QVERIFY(!find<QPushButton>("keyGapButton"));
    auto *button = find<QPushButton>("resultGapButton");
    QVERIFY(button);
    QCOMPARE(button->text(), u"2 without a result"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(m_page->isReady());
    QCOMPARE(shown(), u"gapSide"_s);
    auto *table = find<console::RecordTable>("gapTable");
    const QAbstractItemModelTester tester(table->model());
    QCOMPARE(table->model()->rowCount(), 2);
    QSignalSpy opened(m_page.get(), &console::Page::operationRequested);
    table->selectRow(1);
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    QCOMPARE(opened.first().first().toLongLong(), 2);
    QTest::mouseClick(find<QPushButton>("gapBackButton"), Qt::LeftButton);
    QCOMPARE(shown(), u"table"_s);
}

void TestAuditPage::completeness_whole_countsThosePastTheirApproval()
{
    m_sample->ledger->complete = {12, 12, {}}; // of 22 in the ledger
    open();
    QCOMPARE(find<QLabel>("completeText")->text(),
             u"Operations planned in the last 30 days and past their approval: 12, all with run, key, arguments and "
             "result."_s);
}

void TestAuditPage::operation_shownFromOutside_isTheFilter()
{
    open();
    m_page->showOperation(3);
    QTRY_VERIFY(m_page->isReady());
    QCOMPARE(m_sample->ledger->eventFilters.last().operation, std::optional<qint64>(3));
}

void TestAuditPage::completeness_range_followsTheTimeFilter()
{
    open();
    const base::Micros now = m_sample->clock.now();
    QCOMPARE(m_sample->ledger->completenessAsked.last().from, now - 30 * base::kDay);
    find<console::FilterChip>("timeChip")->setValue(u"7d"_s);
    QTRY_VERIFY(m_page->isReady());
    QCOMPARE(m_sample->ledger->completenessAsked.last().from, now - 7 * base::kDay);
    QCOMPARE(m_sample->ledger->completenessAsked.last().to, now);
}

void TestAuditPage::verify_whole_saysSo()
{
    m_sample->ledger->verifyReport = {true, 41, 12, 30, 2, u"5dc9da79a70659a9ad559cb701ded9a2"_s, {}, {}};
    open();
    QTest::mouseClick(find<QPushButton>("verifyButton"), Qt::LeftButton);
    auto *notice = find<console::Notice>("verifyNotice");
    QTRY_VERIFY(notice->isVisible());
    QCOMPARE(notice->tone(), console::Tone::Ok);
    QVERIFY(notice->text().contains(u"whole"_s));
    QVERIFY(find<QPushButton>("verifyButton")->isEnabled());
}

void TestAuditPage::verify_withoutTheStateFile_saysWhatItCannotTell()
{
    m_sample->ledger->verifyReport = {
        true, 41, 12, 30, 2, u"5dc9da79a70659a9ad559cb701ded9a2"_s, u"The state file cannot be read."_s, {}};
    open();
    QTest::mouseClick(find<QPushButton>("verifyButton"), Qt::LeftButton);
    auto *notice = find<console::Notice>("verifyNotice");
    QTRY_VERIFY(notice->isVisible());
    QCOMPARE(notice->tone(), console::Tone::Warn); // evidence.md 4: not a clean bill of health
    QVERIFY(notice->text().contains(u"taken away"_s));
}

void TestAuditPage::verify_bad_namesTheFirstEvent()
{
    m_sample->ledger->verifyReport.findings = {{1207, 14, u"Event 1207 was edited."_s}, {1300, -1, u"Another."_s}};
    open();
    QTest::mouseClick(find<QPushButton>("verifyButton"), Qt::LeftButton);
    auto *notice = find<console::Notice>("verifyNotice");
    QTRY_VERIFY(notice->isVisible());
    QCOMPARE(notice->tone(), console::Tone::Bad);
    QCOMPARE(notice->text(), u"The log is not whole. The first bad event is 1,207."_s);
}

void TestAuditPage::verify_running_showsProgressAndCancels()
{
    open();
    m_sample->ledger->hold();
    QTest::mouseClick(find<QPushButton>("verifyButton"), Qt::LeftButton);
    auto *bar = find<console::BusyBar>("verifyBar");
    QVERIFY(bar->isVisible());
    QVERIFY(!find<QPushButton>("verifyButton")->isEnabled());
    Q_EMIT m_sample->ledger->verifyProgressed(3'000'000'000, 12'000'000'000, u"events"_s);
    QCOMPARE(find<QProgressBar>("busyProgress")->value(), 250);
    QVERIFY(find<QLabel>("busyText")->text().contains(u"3,000,000,000 of 12,000,000,000"_s));
    QTest::mouseClick(find<QPushButton>("cancelButton"), Qt::LeftButton);
    QVERIFY(!bar->isVisible());
    QVERIFY(find<QPushButton>("verifyButton")->isEnabled());
    QVERIFY(find<console::Notice>("verifyNotice")->text().contains(u"cancelled"_s));
}

void TestAuditPage::verify_cancelled_dropsTheLateAnswer()
{
    open();
    m_sample->ledger->verifyReport.whole = true;
    m_sample->ledger->hold();
    auto *proof = find<console::LogProof>("proof");
    proof->startVerification();
    proof->cancelVerification();
    m_sample->ledger->release();
    tests::passEvents(0);
    QCOMPARE(m_sample->ledger->cancelled, 1);
    QVERIFY(!proof->isVerifying());
    QVERIFY(find<console::Notice>("verifyNotice")->text().contains(u"cancelled"_s));
}

void TestAuditPage::link_fromTheDashboard_setsChipsAndGap()
{
    m_sample->ledger->complete = {10, 9, {{u"run"_s, 1}}};
    m_sample->ledger->gaps = {{u"run"_s, {1}}};
    open();
    m_page->applyLink({{u"kindChip"_s, u"replayed"_s}, {u"timeChip"_s, u"90d"_s}});
    QTRY_VERIFY(m_page->isReady());
    QCOMPARE(find<console::FilterChip>("kindChip")->value(), u"replayed"_s);
    QCOMPARE(m_sample->ledger->eventFilters.last().kind, u"replayed"_s);
    m_page->applyLink({{u"gap"_s, u"run"_s}, {u"timeChip"_s, u"7d"_s}});
    QTRY_VERIFY(m_page->isReady());
    QVERIFY(find<console::FilterChip>("kindChip")->value().isEmpty());
    QCOMPARE(shown(), u"gapSide"_s);
}

void TestAuditPage::session_closed_leavesNothing()
{
    open();
    m_page->setSession(nullptr);
    QCOMPARE(find<console::RecordTable>("table")->model()->rowCount(), 0);
    QVERIFY(!find<console::EventPanel>("panel")->shownEvent());
    QVERIFY(!find<QPushButton>("verifyButton")->isEnabled());
    QVERIFY(!m_page->isReady());
}

QTEST_MAIN(TestAuditPage)
#include "tst_auditpage.moc"
