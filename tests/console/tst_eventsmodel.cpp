#include "console/models/eventsmodel.h"
#include "console/models/windowedoperationmodel.h"
#include "support/auditsample.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::EventsModel;
using tests::FakeLedgerClient;

/// The event log as a windowed model: contract 4.5 (gapless numbers), never all rows in memory.
class TestEventsModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wholeLog_opened_hasEveryRowNewestFirst();
    void wholeLog_scrolledFar_readsOnlyThatPage();
    void wholeLog_grown_insertsOnTopAndKeepsPlaces();
    void wholeLog_grownOverAPage_everyRowIsRight();
    void filter_set_listsAllPages();
    void filter_grown_insertsOnTop();
    void filter_changedWhileReading_dropsTheOlderAnswer();
    void emptyFilter_settles_withoutRows();
    void failure_reported_andReadAgainByRefresh();
    void cells_badLeaf_saysSo();

private:
    [[nodiscard]] static qint64 numberAt(const EventsModel &model, int row)
    {
        return model.index(row, 0).data(console::WindowedOperationModel::IdRole).toLongLong();
    }
    /// Asks for a row as a view does and waits until it is there.
    static bool load(EventsModel &model, int row)
    {
        return QTest::qWaitFor([&] { return model.eventAt(row) != nullptr && model.isSettled(); });
    }

    tests::FakeClock m_clock;
};

void TestEventsModel::wholeLog_opened_hasEveryRowNewestFirst()
{
    FakeLedgerClient ledger;
    tests::auditsample::fillLog(ledger, 1000, m_clock.now());
    EventsModel model;
    const QAbstractItemModelTester tester(&model);
    model.setClient(&ledger, &m_clock);
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(model.rowCount(), 1000);
    QVERIFY(model.isCounted());
    QCOMPARE(numberAt(model, 0), 999);
    QCOMPARE(model.index(0, EventsModel::Number).data().toString(), u"999"_s);
    QCOMPARE(model.index(0, EventsModel::What).data().toString(), u"Repeated"_s);
    QCOMPARE(model.index(1, EventsModel::What).data().toString(), u"Planned"_s);
}

void TestEventsModel::wholeLog_scrolledFar_readsOnlyThatPage()
{
    FakeLedgerClient ledger;
    tests::auditsample::fillLog(ledger, 5000, m_clock.now());
    EventsModel model;
    model.setClient(&ledger, &m_clock);
    QTRY_VERIFY(model.isSettled());
    const qsizetype asked = ledger.askedEventsBefore.size();
    QVERIFY(!model.eventAt(4900));
    QVERIFY(load(model, 4900));
    QCOMPARE(numberAt(model, 4900), 99);
    QCOMPARE(ledger.askedEventsBefore.size(), asked + 1);
    QCOMPARE(ledger.askedEventsBefore.last(), 256);
    QCOMPARE(model.rowOf(99), 4900);
}

void TestEventsModel::wholeLog_grown_insertsOnTopAndKeepsPlaces()
{
    FakeLedgerClient ledger;
    tests::auditsample::fillLog(ledger, 300, m_clock.now());
    EventsModel model;
    const QAbstractItemModelTester tester(&model);
    model.setClient(&ledger, &m_clock);
    QTRY_VERIFY(model.isSettled());
    QVERIFY(load(model, 10));
    const QPersistentModelIndex kept(model.index(10, 0));
    const qint64 number = numberAt(model, 10);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    tests::auditsample::fillLog(ledger, 3, m_clock.now());
    model.refresh();
    QTRY_COMPARE(model.rowCount(), 303);
    QCOMPARE(kept.row(), 13);
    QVERIFY(load(model, 13));
    QCOMPARE(numberAt(model, 13), number);
    QCOMPARE(reset.size(), 0);
}

void TestEventsModel::wholeLog_grownOverAPage_everyRowIsRight()
{
    FakeLedgerClient ledger;
    tests::auditsample::fillLog(ledger, 500, m_clock.now()); // its newest page is half full
    EventsModel model;
    const QAbstractItemModelTester tester(&model);
    model.setClient(&ledger, &m_clock);
    QTRY_VERIFY(model.isSettled());
    tests::auditsample::fillLog(ledger, 700, m_clock.now());
    model.refresh();
    QTRY_COMPARE(model.rowCount(), 1200);
    for (int row = 0; row < 1200; row += 37) {
        QVERIFY(load(model, row));
        QCOMPARE(numberAt(model, row), 1199 - row);
    }
}

void TestEventsModel::filter_set_listsAllPages()
{
    FakeLedgerClient ledger;
    tests::auditsample::fillLog(ledger, 4000, m_clock.now()); // 1,000 are `replayed`
    EventsModel model;
    const QAbstractItemModelTester tester(&model);
    model.setClient(&ledger, &m_clock);
    ledger::EventFilter filter;
    filter.kind = u"replayed"_s;
    model.setFilter(filter);
    QTRY_VERIFY(model.isSettled() && model.isCounted());
    QCOMPARE(model.rowCount(), 1000);
    for (const int row : {0, 255, 256, 600, 999}) {
        QVERIFY(load(model, row));
        QCOMPARE(numberAt(model, row), 3999 - 4 * row);
    }
}

void TestEventsModel::filter_grown_insertsOnTop()
{
    FakeLedgerClient ledger;
    tests::auditsample::fillLog(ledger, 2000, m_clock.now());
    EventsModel model;
    const QAbstractItemModelTester tester(&model);
    model.setClient(&ledger, &m_clock);
    ledger::EventFilter filter;
    filter.kind = u"replayed"_s;
    model.setFilter(filter);
    QTRY_VERIFY(model.isSettled());
    const QPersistentModelIndex kept(model.index(300, 0));
    QVERIFY(load(model, 300));
    const qint64 number = numberAt(model, 300);
    tests::auditsample::fillLog(ledger, 2400, m_clock.now()); // 600 more, over two pages
    model.refresh();
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(model.rowCount(), 1100);
    QCOMPARE(kept.row(), 900);
    QVERIFY(load(model, 900));
    QCOMPARE(numberAt(model, 900), number);
}

void TestEventsModel::filter_changedWhileReading_dropsTheOlderAnswer()
{
    FakeLedgerClient ledger;
    tests::auditsample::fillLog(ledger, 40, m_clock.now());
    EventsModel model;
    ledger.hold();
    model.setClient(&ledger, &m_clock);
    ledger::EventFilter filter;
    filter.kind = u"replayed"_s;
    model.setFilter(filter);
    ledger.release();
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(model.rowCount(), 10);
}

void TestEventsModel::emptyFilter_settles_withoutRows()
{
    FakeLedgerClient ledger;
    tests::auditsample::fillLog(ledger, 40, m_clock.now());
    EventsModel model;
    model.setClient(&ledger, &m_clock);
    ledger::EventFilter filter;
    filter.run = u"none"_s;
    model.setFilter(filter);
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(model.isCounted());
}

void TestEventsModel::failure_reported_andReadAgainByRefresh()
{
    FakeLedgerClient ledger;
    tests::auditsample::fillLog(ledger, 40, m_clock.now());
    ledger.failure = base::Error{base::ErrorCode::Io, u"The disk is gone."_s};
    EventsModel model;
    QSignalSpy failed(&model, &EventsModel::failed);
    model.setClient(&ledger, &m_clock);
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(model.error());
    ledger.failure.reset();
    model.refresh();
    QTRY_COMPARE(model.rowCount(), 40);
    QVERIFY(!model.error());
}

void TestEventsModel::cells_badLeaf_saysSo()
{
    FakeLedgerClient ledger;
    tests::auditsample::fillLog(ledger, 2, m_clock.now());
    ledger.eventRows[1].leaf.replace("\"v\":1", "\"v\":2");
    EventsModel model;
    model.setClient(&ledger, &m_clock);
    QTRY_COMPARE(model.rowCount(), 2);
    QVERIFY(model.index(0, EventsModel::Text).data().toString().contains(u"cannot be read"));
}

QTEST_MAIN(TestEventsModel)
#include "tst_eventsmodel.moc"
