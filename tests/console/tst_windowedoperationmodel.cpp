#include "console/models/operationsmodel.h"
#include "console/models/queuemodel.h"
#include "support/fakeclock.h"
#include "support/fakeledgerclient.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QSignalSpy>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::OperationsModel;
using console::QueueModel;
using console::WindowedOperationModel;
using ledger::Status;

/// The windowed lists: only pages in memory, nothing reset by a refresh, older answers dropped.
class TestWindowedOperationModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void rows_ofALargeList_areCountedButNotLoaded();
    void jump_toAnyRow_loadsItsPageOnly();
    void jump_inAFilteredList_usesAnchors();
    void scrolling_fast_loadsTheNewestRequestFirst();
    void pages_beyondTheLimit_areDropped();
    void refresh_withNewOperations_insertsAtTheTop();
    void refresh_withManyNewOperations_keepsEveryRowInItsPlace();
    void refresh_ofAQueue_removesWhatWasDecided();
    void refresh_whileRowsEnterAPage_insertsThemInPlace();
    void refresh_keepsSelectionAndCurrentRow();
    void filter_changedWhileLoading_dropsTheOlderAnswer();
    void error_isTold_andARefreshTriesAgain();
    void hostileText_isShownLiterally();

private:
    void fill(int count);
    [[nodiscard]] qint64 idAt(const WindowedOperationModel &model, int row) const
    {
        return model.index(row, 0).data(WindowedOperationModel::IdRole).toLongLong();
    }
    void open(WindowedOperationModel &model, const ledger::OperationFilter &filter = {});

    tests::FakeClock m_clock;
    std::unique_ptr<tests::FakeLedgerClient> m_client;
};

void TestWindowedOperationModel::init()
{
    m_client = std::make_unique<tests::FakeLedgerClient>();
}

void TestWindowedOperationModel::fill(int count)
{
    for (int i = 0; i < count; ++i) {
        console::OperationDetail detail;
        detail.row.id = m_client->book.size() + 1;
        detail.row.tool = detail.row.id % 2 == 0 ? u"even"_s : u"odd"_s;
        detail.row.record = u"R-%1"_s.arg(detail.row.id);
        detail.row.createdAt = m_clock.now();
        detail.row.status = Status::AwaitingApproval;
        m_client->book.append(detail);
    }
}

void TestWindowedOperationModel::open(WindowedOperationModel &model, const ledger::OperationFilter &filter)
{
    model.setClient(m_client.get(), &m_clock);
    model.setFilter(filter);
    QTRY_VERIFY(model.isSettled() && model.isCounted());
}

void TestWindowedOperationModel::rows_ofALargeList_areCountedButNotLoaded()
{
    fill(5000);
    OperationsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    open(model);
    QCOMPARE(model.rowCount(), 5000);
    QCOMPARE(idAt(model, 0), 5000);
    QVERIFY(!model.operationAt(4000));
    QVERIFY(m_client->operationCalls < 4);
}

void TestWindowedOperationModel::jump_toAnyRow_loadsItsPageOnly()
{
    fill(5000);
    OperationsModel model;
    open(model);
    const int before = m_client->operationCalls;
    QVERIFY(!model.operationAt(3210));
    QTRY_VERIFY(model.operationAt(3210));
    QCOMPARE(idAt(model, 3210), 5000 - 3210);
    QCOMPARE(m_client->operationCalls, before + 1);
    QCOMPARE(model.rowOf(5000 - 3210), 3210);
}

void TestWindowedOperationModel::jump_inAFilteredList_usesAnchors()
{
    fill(4001);
    OperationsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    ledger::OperationFilter filter;
    filter.tool = u"odd"_s;
    open(model, filter);
    QCOMPARE(model.rowCount(), 2001);
    QVERIFY(!model.operationAt(2000));
    QTRY_VERIFY(model.operationAt(2000));
    QCOMPARE(idAt(model, 2000), 1);
    QVERIFY(!model.operationAt(1000));
    QTRY_VERIFY(model.operationAt(1000));
    QCOMPARE(idAt(model, 1000), 4001 - 2 * 1000);
}

void TestWindowedOperationModel::scrolling_fast_loadsTheNewestRequestFirst()
{
    fill(20000);
    OperationsModel model;
    open(model);
    m_client->hold();
    m_client->askedAfter.clear();
    for (int row = 1000; row < 15000; row += 500)
        (void)model.operationAt(row);
    (void)model.operationAt(18000);
    QTRY_COMPARE(m_client->askedAfter.size(), 1);
    // Page of row 18000 starts at row 17920: after id 20000 − 17920 + 1.
    QCOMPARE(m_client->askedAfter.first(), 20000 - 17920 + 1);
    m_client->release();
    QTRY_VERIFY(model.isSettled());
    QVERIFY2(m_client->askedAfter.size() < 12, "what was scrolled past is not loaded");
}

void TestWindowedOperationModel::pages_beyondTheLimit_areDropped()
{
    fill(256 * (WindowedOperationModel::kKeptPages + 10));
    OperationsModel model;
    open(model);
    for (int page = 0; page < WindowedOperationModel::kKeptPages + 8; ++page) {
        (void)model.operationAt(page * 256 + 5);
        QTRY_VERIFY(model.operationAt(page * 256 + 5));
    }
    int loaded = 0;
    m_client->hold();
    for (int row = 5; row < model.rowCount(); row += 256)
        loaded += model.operationAt(row) ? 1 : 0;
    QCOMPARE(loaded, WindowedOperationModel::kKeptPages);
}

void TestWindowedOperationModel::refresh_withNewOperations_insertsAtTheTop()
{
    fill(1000);
    OperationsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    open(model);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    fill(3);
    model.refresh();
    QTRY_COMPARE(model.rowCount(), 1003);
    QCOMPARE(inserted.size(), 1);
    QCOMPARE(inserted.first().at(1).toInt(), 0);
    QCOMPARE(reset.size(), 0);
    QCOMPARE(idAt(model, 0), 1003);
}

void TestWindowedOperationModel::refresh_withManyNewOperations_keepsEveryRowInItsPlace()
{
    fill(1000);
    OperationsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    open(model);
    (void)model.operationAt(600);
    QTRY_VERIFY(model.operationAt(600));
    const QPersistentModelIndex watched(model.index(600, 0));
    const qint64 id = idAt(model, 600);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    fill(9000);
    model.refresh();
    QTRY_COMPARE(model.rowCount(), 10000);
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(reset.size(), 0);
    QCOMPARE(watched.row(), 9600);
    QTRY_COMPARE(idAt(model, 9600), id);
    for (const int row : {0, 255, 256, 4000, 8999, 9000, 9001}) {
        (void)model.operationAt(row);
        QTRY_VERIFY(model.operationAt(row));
        QCOMPARE(idAt(model, row), 10000 - row);
    }
}

void TestWindowedOperationModel::refresh_ofAQueue_removesWhatWasDecided()
{
    fill(600);
    QueueModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    ledger::OperationFilter filter;
    filter.statuses = {Status::AwaitingApproval};
    filter.oldestFirst = true;
    open(model, filter);
    QCOMPARE(model.rowCount(), 600);
    QCOMPARE(idAt(model, 0), 1);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    for (const qint64 id : {1, 2, 7, 8, 9, 255, 256})
        m_client->setStatus(id, Status::Rejected);
    fill(5); // new plans come at the end
    model.refresh();
    QTRY_COMPARE(model.rowCount(), 598);
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(idAt(model, 0), 3);
    QCOMPARE(model.rowOf(7), -1);
    QCOMPARE(reset.size(), 0);
    (void)model.operationAt(597);
    QTRY_VERIFY(model.operationAt(597));
    QCOMPARE(idAt(model, 597), 605);
}

void TestWindowedOperationModel::refresh_whileRowsEnterAPage_insertsThemInPlace()
{
    fill(900);
    for (int id = 1; id <= 900; id += 3)
        m_client->setStatus(id, Status::Succeeded);
    OperationsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    ledger::OperationFilter filter;
    filter.statuses = {Status::AwaitingApproval};
    open(model, filter);
    QCOMPARE(model.rowCount(), 600);
    for (int id = 1; id <= 900; id += 3)
        m_client->setStatus(id, Status::AwaitingApproval);
    model.refresh();
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(idAt(model, 0), 900);
    for (int row = 0; row < 200; ++row)
        QCOMPARE(idAt(model, row), 900 - row);
}

void TestWindowedOperationModel::refresh_keepsSelectionAndCurrentRow()
{
    fill(1000);
    OperationsModel model;
    open(model);
    QItemSelectionModel selection(&model);
    selection.setCurrentIndex(model.index(40, 0), QItemSelectionModel::NoUpdate);
    selection.select(model.index(42, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    const qint64 current = idAt(model, 40);
    const qint64 selected = idAt(model, 42);
    fill(7);
    m_client->setStatus(900, Status::Succeeded);
    model.refresh();
    QTRY_COMPARE(model.rowCount(), 1007);
    QCOMPARE(selection.currentIndex().data(WindowedOperationModel::IdRole).toLongLong(), current);
    QCOMPARE(selection.selectedRows().size(), 1);
    QCOMPARE(selection.selectedRows().first().data(WindowedOperationModel::IdRole).toLongLong(), selected);
}

void TestWindowedOperationModel::filter_changedWhileLoading_dropsTheOlderAnswer()
{
    fill(400);
    OperationsModel model;
    open(model);
    m_client->hold();
    ledger::OperationFilter odd;
    odd.tool = u"odd"_s;
    model.setFilter(odd);
    QTRY_VERIFY(m_client->operationCalls > 0);
    QCoreApplication::processEvents();
    ledger::OperationFilter even;
    even.tool = u"even"_s;
    model.setFilter(even);
    QCoreApplication::processEvents();
    m_client->release();
    QTRY_VERIFY(model.isSettled() && model.isCounted());
    QCOMPARE(model.rowCount(), 200);
    QCOMPARE(model.operationAt(0)->tool, u"even"_s);
}

void TestWindowedOperationModel::error_isTold_andARefreshTriesAgain()
{
    fill(10);
    OperationsModel model;
    m_client->failure = base::Error{base::ErrorCode::Io, u"gone"_s};
    QSignalSpy failed(&model, &WindowedOperationModel::failed);
    model.setClient(m_client.get(), &m_clock);
    QTRY_VERIFY(failed.size() > 0);
    QVERIFY(model.error());
    m_client->failure.reset();
    QTRY_VERIFY(model.isSettled());
    model.refresh();
    QTRY_COMPARE(model.rowCount(), 10);
    QTRY_VERIFY(model.isSettled());
    QVERIFY(!model.error());
}

void TestWindowedOperationModel::hostileText_isShownLiterally()
{
    fill(1);
    m_client->book[0].row.record = u"<b>x</b>\u202E1"_s;
    OperationsModel model;
    open(model);
    QCOMPARE(model.index(0, OperationsModel::Record).data().toString(), u"<b>x</b>[U+202E]1"_s);
    QVERIFY(!model.index(0, OperationsModel::Record).data(Qt::ToolTipRole).isValid());
}

QTEST_GUILESS_MAIN(TestWindowedOperationModel)
#include "tst_windowedoperationmodel.moc"
