#include "console/models/queuemodel.h"
#include "console/pages/planpanel.h"
#include "console/pages/queuepage.h"
#include "console/theme/theme.h"
#include "console/widgets/filterbar.h"
#include "console/widgets/filterchip.h"
#include "console/widgets/linesview.h"
#include "console/widgets/notice.h"
#include "console/widgets/operationtable.h"
#include "console/widgets/plaintextlabel.h"
#include "support/sampleconsole.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>

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

/// The approver's page: what is shown is what is signed, and nothing is approved by accident.
class TestQueuePage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void queue_opened_showsTheOldestPlan();
    void approve_beforeTheKeyIsUnlocked_isOff();
    void approve_within800Ms_isOff();
    void approve_beforeAllWasOnScreen_isOff();
    void approve_ofAFoldedValue_isOffUntilOpened_data();
    void approve_ofAFoldedValue_isOffUntilOpened();
    void approve_ofADamagedPayload_isNeverOn();
    void approve_signed_namesWhatWasShown();
    void approve_again_isNotPossible();
    void selection_changed_armsAnew();
    void window_activated_armsAnew();
    void refreshes_duringAClick_signWhatWasUnderThePointerOrNothing();
    void plan_decidedElsewhere_staysWithAWordWhy();
    void plan_refreshed_keepsSelectionScrollAndReading();
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

private:
    template <typename T>
    T *child(const QString &name)
    {
        T *found = m_page->findChild<T *>(name);
        if (!found)
            qFatal("There is no widget %s.", qUtf8Printable(name));
        return found;
    }
    PlanPanel *panel() { return child<PlanPanel>(u"panel"_s); }
    QPushButton *approveButton() { return child<QPushButton>(u"approveButton"_s); }
    OperationTable *table() { return child<OperationTable>(u"table"_s); }
    void open();
    void select(qint64 id);
    void readAll();
    void makeReady(qint64 id);
    qint64 addLong(const QString &value);

    std::unique_ptr<tests::SampleConsole> m_sample;
    std::unique_ptr<QueuePage> m_page;
    qint64 m_first = 0;
};

void TestQueuePage::initTestCase()
{
    QCoreApplication::setOrganizationName(u"ObstatTests"_s);
    QStandardPaths::setTestModeEnabled(true);
    QSettings().clear();
    console::Theme::apply(*qApp, console::Scheme::Light);
}

void TestQueuePage::init()
{
    m_sample = std::make_unique<tests::SampleConsole>(false);
    for (int i = 0; i < 5; ++i)
        m_first = m_first == 0 ? m_sample->book.addWithdrawal(u"WD-%1"_s.arg(i), u"%1.00"_s.arg(600 + i)).row.id
                               : (m_sample->book.addWithdrawal(u"WD-%1"_s.arg(i), u"%1.00"_s.arg(600 + i)), m_first);
    m_sample->ledger->book = m_sample->book.details();
    m_page = std::make_unique<QueuePage>();
    m_page->resize(1110, 720);
}

void TestQueuePage::cleanup()
{
    if (m_page)
        m_page->setSession(nullptr);
    m_page.reset();
    m_sample.reset();
    m_first = 0;
}

void TestQueuePage::open()
{
    QTRY_VERIFY(m_sample->session->isRead());
    m_page->setSession(m_sample->session.get());
    m_page->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    QTRY_VERIFY(m_page->isReady());
    QTRY_VERIFY(panel()->operation() || m_sample->ledger->book.isEmpty());
}

void TestQueuePage::select(qint64 id)
{
    m_page->showOperation(id);
    QTRY_COMPARE(panel()->operation(), std::optional(id));
    QTRY_VERIFY(m_page->isReady());
}

void TestQueuePage::readAll()
{
    QScrollBar *bar = child<QScrollArea>(u"area"_s)->verticalScrollBar();
    for (int i = 0; i < 400 && bar->value() < bar->maximum(); ++i) {
        panel()->scrollDown();
        QTest::qWait(1);
    }
    QTRY_VERIFY(panel()->approveBlock() != GateBlock::NotAllShown);
}

void TestQueuePage::makeReady(qint64 id)
{
    m_sample->unlock();
    select(id);
    readAll();
    m_sample->clock.advance(800 * base::kMillisecond);
    panel()->updateState();
    QCOMPARE(panel()->approveBlock(), GateBlock::None);
    QVERIFY(approveButton()->isEnabled());
}

qint64 TestQueuePage::addLong(const QString &value)
{
    tests::SampleBook::Plan plan;
    plan.arguments = {
        {u"withdrawal_id"_s, u"WD-L"_s}, {u"amount"_s, u"700.00"_s}, {u"currency"_s, u"USD"_s}, {u"note"_s, value}};
    const qint64 id = m_sample->book.add(plan).row.id;
    m_sample->ledger->book = m_sample->book.details();
    return id;
}

void TestQueuePage::queue_opened_showsTheOldestPlan()
{
    open();
    QCOMPARE(panel()->operation(), std::optional<qint64>(1));
    QCOMPARE(table()->model()->rowCount(), 5);
    QCOMPARE(child<console::PlainTextLabel>(u"sumLabel"_s)->text(), u"600.00 USD"_s);
    QCOMPARE(m_page->badge().count, 5);
}

void TestQueuePage::approve_beforeTheKeyIsUnlocked_isOff()
{
    open();
    readAll();
    m_sample->clock.advance(base::kMinute);
    panel()->updateState();
    QCOMPARE(panel()->approveBlock(), GateBlock::Locked);
    QVERIFY(!approveButton()->isEnabled());
    QVERIFY(child<QPushButton>(u"unlockLink"_s)->isVisible());
    m_sample->unlock();
    QTRY_VERIFY(approveButton()->isEnabled());
    m_sample->session->key().lock();
    QVERIFY(!approveButton()->isEnabled());
}

void TestQueuePage::approve_within800Ms_isOff()
{
    open();
    m_sample->unlock();
    select(2);
    readAll();
    QCOMPARE(panel()->approveBlock(), GateBlock::Arming);
    m_sample->clock.advance(799 * base::kMillisecond);
    panel()->updateState();
    QVERIFY(!approveButton()->isEnabled());
    m_page->perform(Page::Command::Approve);
    QVERIFY(m_sample->decisions->sent.isEmpty());
    m_sample->clock.advance(base::kMillisecond);
    panel()->updateState();
    QVERIFY(approveButton()->isEnabled());
}

void TestQueuePage::approve_beforeAllWasOnScreen_isOff()
{
    const qint64 id = addLong(u"line "_s.repeated(110)); // under the fold limit, but the panel is low
    m_page->resize(1110, 330);
    open();
    m_sample->unlock();
    select(id);
    m_sample->clock.advance(base::kMinute);
    QTest::qWait(20);
    panel()->updateState();
    QCOMPARE(panel()->approveBlock(), GateBlock::NotAllShown);
    m_page->perform(Page::Command::Approve);
    QVERIFY(m_sample->decisions->sent.isEmpty());
    readAll();
    QTRY_VERIFY(approveButton()->isEnabled());
    child<QScrollArea>(u"area"_s)->verticalScrollBar()->setValue(0); // what was seen stays seen
    QVERIFY(approveButton()->isEnabled());
}

void TestQueuePage::approve_ofAFoldedValue_isOffUntilOpened_data()
{
    QTest::addColumn<int>("length");
    QTest::addColumn<bool>("folded");
    QTest::newRow("10 characters") << 10 << false;
    QTest::newRow("400 characters") << 400 << false;
    QTest::newRow("601 characters") << 601 << true;
    QTest::newRow("10,000 characters") << 10000 << true;
}

void TestQueuePage::approve_ofAFoldedValue_isOffUntilOpened()
{
    QFETCH(int, length);
    QFETCH(bool, folded);
    const qint64 id = addLong(QString(length - 1, u'x') + u'!');
    open();
    m_sample->unlock();
    select(id);
    auto *arguments = child<LinesView>(u"argumentLines"_s);
    QCOMPARE(arguments->hasFolded(), folded);
    QVERIFY(arguments->accessibleDescription().contains(QString(length - 1, u'x') + u'!')); // C2
    m_sample->clock.advance(base::kMinute);
    readAll();
    panel()->updateState();
    QCOMPARE(panel()->approveBlock(), folded ? GateBlock::Folded : GateBlock::None);
    arguments->unfoldAll();
    QTRY_VERIFY(panel()->approveBlock() != GateBlock::Folded);
    readAll();
    QTRY_COMPARE(panel()->approveBlock(), GateBlock::None);
}

void TestQueuePage::approve_ofADamagedPayload_isNeverOn()
{
    m_sample->ledger->book[1].arguments = m_sample->ledger->book.at(2).arguments; // payload A with digest B
    open();
    m_sample->unlock();
    select(2);
    QTest::qWait(20);
    m_sample->clock.advance(base::kHour);
    panel()->updateState();
    QCOMPARE(panel()->approveBlock(), GateBlock::Damaged);
    QVERIFY(!approveButton()->isEnabled());
    panel()->approve();
    QVERIFY(m_sample->decisions->sent.isEmpty());
}

void TestQueuePage::approve_signed_namesWhatWasShown()
{
    open();
    makeReady(3);
    m_sample->clock.advance(3 * base::kSecond);
    QTest::mouseClick(approveButton(), Qt::LeftButton);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    const approval::DecisionEnvelope envelope = m_sample->decisions->sent.first();
    QVERIFY(approval::verifyDecision(envelope, m_sample->key.publicKey()));
    const auto body = approval::DecisionBody::parse(envelope.body);
    QVERIFY(body);
    const ledger::OperationRow &row = m_sample->ledger->book.at(2).row;
    QCOMPARE(body->operation, 3);
    QCOMPARE(body->payloadDigest, row.payloadDigest);
    QCOMPARE(body->factsDigest, row.factsDigest);
    QCOMPARE(body->version, row.version);
    QCOMPARE(body->origin, QString::fromLatin1(tests::SampleBook::kOrigin));
    QCOMPARE(body->approver, u"m.keller"_s);
    QCOMPARE(body->verdict, u"approve"_s);
    QCOMPARE(body->shownDigest, console::PlanReview::of(m_sample->ledger->book.at(2)).shownDigest);
    QVERIFY(body->allShown);
    QVERIFY(body->millisecondsShown >= 3800);
    QCOMPARE(body->surface, u"console"_s);
}

void TestQueuePage::approve_again_isNotPossible()
{
    m_sample->decisions->next = base::fail(base::ErrorCode::Unavailable, u"down"_s);
    open();
    makeReady(1);
    m_page->perform(Page::Command::Approve);
    m_page->perform(Page::Command::Approve);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    QCOMPARE(panel()->approveBlock(), GateBlock::Decided);
}

void TestQueuePage::selection_changed_armsAnew()
{
    open();
    makeReady(1);
    m_page->perform(Page::Command::Next);
    QTRY_COMPARE(panel()->operation(), std::optional<qint64>(2));
    QVERIFY(!approveButton()->isEnabled());
    m_page->perform(Page::Command::Approve);
    QVERIFY(m_sample->decisions->sent.isEmpty());
}

void TestQueuePage::window_activated_armsAnew()
{
    open();
    makeReady(1);
    QEvent activate(QEvent::WindowActivate);
    QCoreApplication::sendEvent(panel(), &activate);
    QVERIFY(!approveButton()->isEnabled());
    QCOMPARE(panel()->approveBlock(), GateBlock::Arming);
}

void TestQueuePage::refreshes_duringAClick_signWhatWasUnderThePointerOrNothing()
{
    open();
    makeReady(2);
    const QPoint point = approveButton()->rect().center();
    QTest::mousePress(approveButton(), Qt::LeftButton, {}, point);
    for (int i = 0; i < 100; ++i) {
        if (i == 50) { // the plan changes under the pointer
            m_sample->ledger->book[1].row.version++;
            m_sample->ledger->book[1].arguments = m_sample->ledger->book.at(3).arguments;
            m_sample->ledger->book[1].row.payloadDigest = m_sample->ledger->book.at(3).row.payloadDigest;
            m_sample->ledger->book[1].row.record = m_sample->ledger->book.at(3).row.record;
            m_sample->ledger->book[1].row.amount = m_sample->ledger->book.at(3).row.amount;
        }
        m_sample->ledger->change();
        QTest::qWait(1);
    }
    QTRY_VERIFY(m_page->isReady());
    QTest::mouseRelease(approveButton(), Qt::LeftButton, {}, point);
    QTest::qWait(5);
    QVERIFY(m_sample->decisions->sent.isEmpty());
}

void TestQueuePage::plan_decidedElsewhere_staysWithAWordWhy()
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

void TestQueuePage::plan_refreshed_keepsSelectionScrollAndReading()
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

void TestQueuePage::reject_needsAReason()
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

void TestQueuePage::reject_signed_carriesTheReason()
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

void TestQueuePage::outcome_isShownInline_data()
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

void TestQueuePage::outcome_isShownInline()
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

void TestQueuePage::decision_withoutAnInstance_waitsInTheOutbox()
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

void TestQueuePage::keys_moveThroughTheQueue()
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

void TestQueuePage::keyA_heldDown_approvesOnce()
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

void TestQueuePage::filter_byToolAndAmount_narrowsTheQueue()
{
    open();
    child<console::FilterChip>(u"amountChip"_s)->setValue(u"602-603"_s);
    QTRY_COMPARE(table()->model()->rowCount(), 2);
    child<console::FilterChip>(u"toolChip"_s)->setValue(u"deploy"_s);
    QTRY_COMPARE(table()->model()->rowCount(), 0);
    QTest::mouseClick(child<QPushButton>(u"clearButton"_s), Qt::LeftButton);
    QTRY_COMPARE(table()->model()->rowCount(), 5);
}

void TestQueuePage::emptyQueue_saysWhatWouldAppear()
{
    m_sample->ledger->book.clear();
    open();
    QTRY_VERIFY(m_page->findChild<QWidget *>(u"emptyState"_s)->isVisible());
    QVERIFY(!panel()->operation());
}

void TestQueuePage::markup_inEveryField_isShownLiterally()
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

void TestQueuePage::failure_isShownWithAdvice()
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

QTEST_MAIN(TestQueuePage)
#include "tst_queuepage.moc"
