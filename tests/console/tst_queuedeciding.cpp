#include "support/passevents.h"
#include "support/queuepagefixture.h"

using namespace obstat;
using namespace Qt::StringLiterals;
using console::GateBlock;
using console::LinesView;
using console::Notice;
using console::OperationTable;
using console::Page;
using console::PlanPanel;
using console::QueuePage;
using ledger::Status;

/// Deciding in the queue: outcomes, refreshes, rejects, keys, filters, and what agents wrote.
class TestQueueDeciding : public tests::QueuePageFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { start(); }
    void init() { make(); }
    void cleanup() { clear(); }

    void plan_decidedElsewhere_staysWithAWordWhy();
    void plan_refreshed_keepsSelectionScrollAndReading();
    void planAskedFor_beforeTheListHasIt_stays();
    void reject_needsAReason();
    void reject_signed_carriesTheReason();
    void outcome_isShownInline_data();
    void outcome_isShownInline();
    void decision_withoutAnInstance_waitsInTheOutbox();
    void keys_moveThroughTheQueue();
    void keyA_heldDown_approvesOnce();
    void filter_byToolAndAmount_narrowsTheQueue();
    void emptyQueue_saysWhatWouldAppear();
    void markup_inEveryField_isShownLiterally();
    void failure_isShownWithAdvice();
};

void TestQueueDeciding::plan_decidedElsewhere_staysWithAWordWhy()
{
    open();
    makeReady(2);
    m_sample->ledger->setStatus(2, Status::Rejected);
    ledger::DecisionRow decision;
    decision.state = u"admitted"_s;
    decision.approver = u"c.osei"_s;
    decision.receivedAt = m_sample->clock.now();
    m_sample->ledger->book[1].decisions = {decision};
    m_sample->ledger->change();
    QTRY_COMPARE(table()->model()->rowCount(), 4);
    QTRY_VERIFY(child<Notice>(u"outcomeNotice"_s)->isVisible());
    QVERIFY(child<Notice>(u"outcomeNotice"_s)->text().contains(u"c.osei"_s));
    QCOMPARE(panel()->operation(), std::optional<qint64>(2)); // what was read stays
    QVERIFY(!approveButton()->isVisible());
    QVERIFY(!table()->currentIndex().isValid()); // no neighbour slipped under the keys
    m_page->perform(Page::Command::Next);
    QTRY_COMPARE(panel()->operation(), std::optional<qint64>(3));
}

void TestQueueDeciding::plan_refreshed_keepsSelectionScrollAndReading()
{
    for (int i = 0; i < 300; ++i)
        (void)m_sample->book.addWithdrawal(u"WD-more-%1"_s.arg(i), u"%1.00"_s.arg(600 + i));
    m_sample->ledger->book = m_sample->book.details();
    open();
    makeReady(100);
    const int scroll = table()->verticalScrollBar()->value();
    QVERIFY(scroll > 0);
    const int top = table()->rowAt(0);
    const qint64 topId = table()->model()->index(top, 0).data(console::WindowedOperationModel::IdRole).toLongLong();
    (void)m_sample->book.addWithdrawal(u"WD-new"_s, u"999.00"_s);
    m_sample->publish();
    QTRY_COMPARE(table()->model()->rowCount(), 306);
    QCOMPARE(table()->currentId(), std::optional<qint64>(100));
    QCOMPARE(table()->verticalScrollBar()->value(), scroll);
    QTRY_VERIFY(m_page->isReady());
    QVERIFY(approveButton()->isEnabled());            // the same plan: what was read counts
    m_sample->ledger->setStatus(1, Status::Rejected); // above what is on screen
    m_sample->ledger->change();
    QTRY_COMPARE(table()->model()->rowCount(), 305);
    QCOMPARE(table()->currentId(), std::optional<qint64>(100));
    const int newTop = table()->rowAt(0);
    QCOMPARE(table()->model()->index(newTop, 0).data(console::WindowedOperationModel::IdRole).toLongLong(), topId);
}

/// "Show it" after a change: the row of the plan before is still the current one, and its age is told every second.
void TestQueueDeciding::planAskedFor_beforeTheListHasIt_stays()
{
    open();
    makeReady(2);
    const qint64 next = m_sample->book.addWithdrawal(u"WD-next"_s, u"450.00"_s).row.id;
    m_sample->ledger->book = m_sample->book.details(); // the list has not looked again yet
    m_page->showOperation(next);
    QTRY_COMPARE(panel()->operation(), std::optional(next));
    QTRY_VERIFY(m_page->isReady());
    QCOMPARE(table()->currentId(), std::optional<qint64>(2));
    dynamic_cast<console::QueueModel &>(*table()->model()).updateTimes();
    tests::passEvents(50);
    QCOMPARE(panel()->operation(), std::optional(next));
    m_sample->ledger->change();
    QTRY_COMPARE(table()->currentId(), std::optional(next));
    QCOMPARE(panel()->operation(), std::optional(next));
}

void TestQueueDeciding::reject_needsAReason()
{
    open();
    m_sample->unlock();
    m_page->perform(Page::Command::Reject);
    auto *reason = child<QLineEdit>(u"reasonEdit"_s);
    QVERIFY(reason->isVisible());
    QVERIFY(!child<QPushButton>(u"rejectConfirmButton"_s)->isEnabled());
    QTest::keyClick(reason, Qt::Key_Return);
    QVERIFY(m_sample->decisions->sent.isEmpty());
    QTest::keyClicks(reason, u"   "_s);
    QTest::keyClick(reason, Qt::Key_Return);
    QVERIFY(m_sample->decisions->sent.isEmpty());
    QTest::keyClick(reason, Qt::Key_Escape);
    QVERIFY(!reason->isVisible());
}

void TestQueueDeciding::reject_signed_carriesTheReason()
{
    open();
    m_sample->unlock();
    m_page->perform(Page::Command::Reject);
    auto *reason = child<QLineEdit>(u"reasonEdit"_s);
    QTest::keyClicks(reason, u"Wrong account"_s);
    QTest::keyClick(reason, Qt::Key_Return);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    const auto body = approval::DecisionBody::parse(m_sample->decisions->sent.first().body);
    QVERIFY(body);
    QCOMPARE(body->verdict, u"reject"_s);
    QCOMPARE(body->reason, u"Wrong account"_s);
    QTRY_VERIFY(child<Notice>(u"outcomeNotice"_s)->isVisible());
}

void TestQueueDeciding::outcome_isShownInline_data()
{
    using Outcome = console::DecisionAnswer::Outcome;
    QTest::addColumn<int>("outcome");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("expected");
    QTest::newRow("admitted") << static_cast<int>(Outcome::Admitted) << QString() << u"Approved."_s;
    QTest::newRow("lost") << static_cast<int>(Outcome::Lost) << u"m.keller rejected it at 14:02:11Z"_s << u"Too late"_s;
    QTest::newRow("expired") << static_cast<int>(Outcome::Expired) << QString() << u"expired"_s;
    QTest::newRow("refused") << static_cast<int>(Outcome::Refused) << u"your clock is wrong by 4 m"_s << u"refused"_s;
}

void TestQueueDeciding::outcome_isShownInline()
{
    QFETCH(int, outcome);
    QFETCH(QString, message);
    QFETCH(QString, expected);
    m_sample->decisions->next =
        console::DecisionAnswer{static_cast<console::DecisionAnswer::Outcome>(outcome), {}, message, {}};
    open();
    makeReady(1);
    m_page->perform(Page::Command::Approve);
    auto *notice = child<Notice>(u"outcomeNotice"_s);
    QTRY_VERIFY(notice->isVisible() && notice->text().contains(expected));
    if (!message.isEmpty()) {
        bool told = false;
        for (const auto *label : notice->findChildren<console::PlainTextLabel *>())
            told = told || label->text() == message;
        QVERIFY(told);
    }
}

void TestQueueDeciding::decision_withoutAnInstance_waitsInTheOutbox()
{
    m_sample->setFlow(false);
    open();
    m_sample->session->refresh();
    makeReady(1);
    m_page->perform(Page::Command::Approve);
    auto *notice = child<Notice>(u"outcomeNotice"_s);
    QTRY_VERIFY(notice->isVisible() && notice->text().startsWith(u"Not sent"_s));
    QVERIFY(m_sample->decisions->sent.isEmpty());
    QVERIFY(m_sample->session->desk().isWaiting(1));
    m_sample->setFlow(true);
    m_sample->session->refresh();
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    QTRY_VERIFY(!m_sample->session->desk().isWaiting(1));
    QTRY_VERIFY(notice->text().startsWith(u"Approved."_s));
}

void TestQueueDeciding::keys_moveThroughTheQueue()
{
    open();
    m_page->perform(Page::Command::Next);
    m_page->perform(Page::Command::Next);
    QTRY_COMPARE(panel()->operation(), std::optional<qint64>(3));
    m_page->perform(Page::Command::Previous);
    QTRY_COMPARE(panel()->operation(), std::optional<qint64>(2));
    m_page->perform(Page::Command::Skip);
    QTRY_COMPARE(panel()->operation(), std::optional<qint64>(3));
    m_page->perform(Page::Command::Select);
    QVERIFY(table()->selectedText().startsWith(u"Waiting\tTool"_s));
}

void TestQueueDeciding::keyA_heldDown_approvesOnce()
{
    open();
    makeReady(1);
    approveButton()->setFocus();
    QKeyEvent repeat(QEvent::KeyPress, Qt::Key_Space, Qt::NoModifier, u" "_s, true);
    QCoreApplication::sendEvent(approveButton(), &repeat);
    QKeyEvent released(QEvent::KeyRelease, Qt::Key_Space, Qt::NoModifier, u" "_s, true);
    QCoreApplication::sendEvent(approveButton(), &released);
    QVERIFY(m_sample->decisions->sent.isEmpty());
    QTest::keyClick(approveButton(), Qt::Key_Space);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
}

void TestQueueDeciding::filter_byToolAndAmount_narrowsTheQueue()
{
    open();
    child<console::FilterChip>(u"amountChip"_s)->setValue(u"602-603"_s);
    QTRY_COMPARE(table()->model()->rowCount(), 2);
    child<console::FilterChip>(u"toolChip"_s)->setValue(u"deploy"_s);
    QTRY_COMPARE(table()->model()->rowCount(), 0);
    QTest::mouseClick(child<QPushButton>(u"clearButton"_s), Qt::LeftButton);
    QTRY_COMPARE(table()->model()->rowCount(), 5);
}

void TestQueueDeciding::emptyQueue_saysWhatWouldAppear()
{
    m_sample->ledger->book.clear();
    open();
    QTRY_VERIFY(m_page->findChild<QWidget *>(u"emptyState"_s)->isVisible());
    QVERIFY(!panel()->operation());
}

void TestQueueDeciding::markup_inEveryField_isShownLiterally()
{
    const QString evil = u"<b>bold</b><img src=http://127.0.0.1:1/x>"_s;
    tests::SampleBook::Plan plan;
    plan.arguments = {{u"withdrawal_id"_s, evil},
                      {u"amount"_s, u"700.00"_s},
                      {u"currency"_s, u"USD"_s},
                      {u"beneficiary"_s, evil},
                      {evil, evil}};
    plan.actor = evil;
    plan.run = evil;
    plan.rationale = evil;
    const qint64 id = m_sample->book.add(plan).row.id;
    m_sample->ledger->book = m_sample->book.details();
    open();
    select(id);
    for (const auto *label : m_page->findChildren<QLabel *>())
        QCOMPARE(label->textFormat(), Qt::PlainText);
    QVERIFY(child<LinesView>(u"argumentLines"_s)->text().contains(evil));
    QVERIFY(child<LinesView>(u"wordsLines"_s)->text().contains(evil));
    const QModelIndex current = table()->currentIndex();
    QCOMPARE(current.siblingAtColumn(console::QueueModel::Agent).data().toString(), evil);
}

void TestQueueDeciding::failure_isShownWithAdvice()
{
    m_sample->ledger->failure = base::Error{base::ErrorCode::Corrupt, u"page 7"_s};
    m_page->setSession(m_sample->session.get());
    m_page->show();
    auto *notice = child<Notice>(u"errorNotice"_s);
    QTRY_VERIFY(notice->isVisible());
    QVERIFY(!notice->text().isEmpty());
    m_sample->ledger->failure.reset();
    QTest::mouseClick(notice->findChild<QPushButton *>(u"noticeAction"_s), Qt::LeftButton);
    QTRY_COMPARE(table()->model()->rowCount(), 5);
    QVERIFY(!notice->isVisible());
}

QTEST_MAIN(TestQueueDeciding)
#include "tst_queuedeciding.moc"
