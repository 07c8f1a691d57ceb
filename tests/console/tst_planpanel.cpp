#include "console/translation.h"
#include "console/widgets/marksbar.h"
#include "console/widgets/notice.h"
#include "support/decisionsample.h"
#include "support/passevents.h"
#include "support/queuepagefixture.h"

#include <QScrollArea>
#include <QTranslator>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::GateBlock;
using console::LinesView;
using console::Page;
using tests::keyId;

/// What the panel says around a plan: who approved, what the eye does not see, what is different from last time.
class TestPlanPanel : public tests::QueuePageFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { start(); }
    void init() { make(); }
    void cleanup() { clear(); }

    void quorum_ofAPlan_saysWhoApprovedAndWhatIsMissing();
    void quorum_changedWhileReading_startsNothingAnew();
    void approve_byWhoApprovedAlready_isOffAndSaysSo();
    void approve_byARoleThatIsNotMissing_isOffAndSaysSo();
    void approve_byTheEscalationsRole_waitsForItsTime();
    void marks_areCountedAboveAndLedTo();
    void marks_ofAPlainPlan_areNotMentioned();
    void sensitive_whileLocked_isHiddenAndShownToTheRole();
    void sensitive_forAnotherRole_isHiddenAndBlocksApprove();
    void sinceTheLastOne_namesOperationAndStatus();
    void workThatWasSentBefore_isSaid();
    void longWords_fitTheirRoom();

private:
    void askFor(qint64 id, const QList<policy::Approval> &approvals, base::Micros after = 0, const QString &role = {});
    void addVote(qint64 id, const QString &person, char key);
    QString blockText() { return child<console::PlainTextLabel>(u"blockLabel"_s)->text(); }
    QString quorumText() { return child<LinesView>(u"quorumLines"_s)->text(); }
};

void TestPlanPanel::askFor(qint64 id, const QList<policy::Approval> &approvals, base::Micros after, const QString &role)
{
    m_sample->ledger->book[id - 1].row.approvals = tests::frozenVerdict(approvals, after, role);
    m_sample->ledger->frame.people += {
        {u"p.silva"_s, keyId('2'), {}, {u"treasury"_s}, {u"*"_s}, false},
        {u"h.lind"_s, keyId('3'), {}, {u"compliance"_s}, {u"*"_s}, false},
    };
}

void TestPlanPanel::addVote(qint64 id, const QString &person, char key)
{
    console::OperationDetail &detail = m_sample->ledger->book[id - 1];
    detail.decisions.append(tests::approvalOf(detail.row, person,
                                              person == u"m.keller"_s ? m_sample->key.publicKey().id() : keyId(key),
                                              m_sample->clock.now()));
    ++detail.row.counted;
    ++detail.row.updatedAt;
}

void TestPlanPanel::quorum_ofAPlan_saysWhoApprovedAndWhatIsMissing()
{
    askFor(2, {{2, u"treasury"_s}, {1, u"compliance"_s}});
    addVote(2, u"p.silva"_s, '2');
    open();
    select(2);
    QVERIFY(quorumText().contains(u"p.silva: approved at"_s));
    QVERIFY(quorumText().contains(u"Still needed: treasury and compliance"_s));
    QVERIFY(child<LinesView>(u"quorumLines"_s)->isVisibleTo(panel()));
}

void TestPlanPanel::quorum_changedWhileReading_startsNothingAnew()
{
    askFor(2, {{2, u"treasury"_s}});
    open();
    makeReady(2);
    addVote(2, u"p.silva"_s, '2'); // the row's version stays, and so does what is signed
    m_sample->ledger->change();
    QTRY_VERIFY(quorumText().contains(u"p.silva"_s));
    QCOMPARE(panel()->approveBlock(), GateBlock::None);
}

void TestPlanPanel::approve_byWhoApprovedAlready_isOffAndSaysSo()
{
    askFor(2, {{2, u"treasury"_s}});
    addVote(2, u"m.keller"_s, '1');
    open();
    m_sample->unlock();
    select(2);
    QCOMPARE(panel()->approveBlock(), GateBlock::ApprovedAlready);
    QCOMPARE(blockText(), u"You approved this already. Still needed: treasury."_s);
    QVERIFY(!approveButton()->isEnabled());
    m_page->perform(Page::Command::Approve);
    QVERIFY(m_sample->decisions->sent.isEmpty());
}

void TestPlanPanel::approve_byARoleThatIsNotMissing_isOffAndSaysSo()
{
    askFor(2, {{1, u"treasury"_s}, {1, u"compliance"_s}});
    addVote(2, u"p.silva"_s, '2');
    open();
    m_sample->unlock();
    select(2);
    QCOMPARE(panel()->approveBlock(), GateBlock::NotNeeded);
    QCOMPARE(blockText(), u"Your approval is not needed any more. Still needed: compliance."_s);
}

void TestPlanPanel::approve_byTheEscalationsRole_waitsForItsTime()
{
    const base::Micros after = 30 * base::kMinute; // planned four minutes ago
    askFor(2, {{1, u"board"_s}}, after, u"treasury"_s);
    open();
    m_sample->unlock();
    select(2);
    QCOMPARE(panel()->approveBlock(), GateBlock::TooEarly);
    QVERIFY(quorumText().contains(u"somebody with the role treasury may decide too"_s));
    QVERIFY(blockText().startsWith(u"You may decide from "_s));
    m_sample->clock.advance(26 * base::kMinute);
    panel()->updateState();
    QVERIFY(panel()->approveBlock() != GateBlock::TooEarly);
    QVERIFY(quorumText().contains(u"Since "_s));
    readAll();
    QTRY_COMPARE(panel()->approveBlock(), GateBlock::None);
}

void TestPlanPanel::marks_areCountedAboveAndLedTo()
{
    const qint64 id =
        addLong(u"a\u200Bb "_s + u"line "_s.repeated(300) + u"p\u0430ypal \u202E end"_s); // folded at first
    m_page->resize(1110, 420);
    open();
    select(id);
    auto *bar = child<console::MarksBar>(u"marksBar"_s);
    QVERIFY(bar->isVisible());
    QCOMPARE(bar->count(), 3);
    QCOMPARE(child<console::PlainTextLabel>(u"marksText"_s)->text(),
             u"2 hidden character(s) · 1 word(s) of mixed scripts"_s);
    auto *next = child<QPushButton>(u"marksNext"_s);
    auto *arguments = child<LinesView>(u"argumentLines"_s);
    QCOMPARE(next->text(), u"show 1/3"_s);
    const auto isInSight = [&](int mark) {
        const QRect rect = arguments->markRect(mark);
        return !rect.isEmpty() && arguments->visibleRegion().contains(rect.center());
    };
    for (int mark = 0; mark < 3; ++mark) {
        next->click();
        QTRY_VERIFY(isInSight(mark));
    }
    QVERIFY(!arguments->hasFolded());
    QCOMPARE(next->text(), u"show 1/3"_s); // and around
}

void TestPlanPanel::marks_ofAPlainPlan_areNotMentioned()
{
    open();
    QVERIFY(!child<console::MarksBar>(u"marksBar"_s)->isVisible());
}

void TestPlanPanel::sensitive_whileLocked_isHiddenAndShownToTheRole()
{
    tests::makeSensitive(m_sample->ledger->book[1], {u"iban"_s});
    open();
    select(2);
    const auto text = [this] { return child<LinesView>(u"argumentLines"_s)->text(); };
    const auto raw = [this] { return child<LinesView>(u"canonicalLines"_s)->text(); };
    QVERIFY(!text().contains(u"DE8937"_s));
    QVERIFY(!raw().contains(u"DE8937"_s));
    QVERIFY(text().contains(u"iban: ••• only for treasury"_s));
    QCOMPARE(panel()->approveBlock(), GateBlock::Locked);
    readAll();
    m_sample->unlock(); // m.keller has the role
    QTRY_VERIFY(text().contains(u"DE89370400440532013000"_s));
    QVERIFY(raw().contains(u"DE89370400440532013000"_s));
    QCOMPARE(panel()->approveBlock(), GateBlock::NotAllShown); // the mask was read, not the value
    child<QScrollArea>(u"area"_s)->verticalScrollBar()->setValue(0);
    tests::passEvents(20); // a person reads the top first
    readAll();
    m_sample->clock.advance(base::kSecond);
    panel()->updateState();
    QCOMPARE(panel()->approveBlock(), GateBlock::None);
    m_sample->session->key().lock();
    QVERIFY(!text().contains(u"DE8937"_s));
}

void TestPlanPanel::sensitive_forAnotherRole_isHiddenAndBlocksApprove()
{
    tests::makeSensitive(m_sample->ledger->book[1], {u"iban"_s});
    askFor(2, {{1, u"compliance"_s}});
    open();
    m_sample->unlock();
    select(2);
    QCOMPARE(panel()->approveBlock(), GateBlock::Hidden);
    QVERIFY(blockText().startsWith(u"Some fields are hidden from you: only compliance"_s));
    QVERIFY(!child<LinesView>(u"argumentLines"_s)->text().contains(u"DE8937"_s));
    QVERIFY(!child<LinesView>(u"argumentLines"_s)->accessibleDescription().contains(u"DE8937"_s));
    m_page->perform(Page::Command::Approve);
    QVERIFY(m_sample->decisions->sent.isEmpty());
}

void TestPlanPanel::sinceTheLastOne_namesOperationAndStatus()
{
    (void)m_sample->book.addWithdrawal(u"WD-3"_s, u"999.00"_s); // the record of operation 4
    m_sample->ledger->book = m_sample->book.details();
    m_sample->ledger->book.last().previous->status = ledger::Status::Rejected;
    open();
    select(6);
    QCOMPARE(child<console::PlainTextLabel>(u"changedHeading"_s)->text(),
             u"SINCE THE LAST ONE FOR WD-3 (OP 4, REJECTED)"_s);
    QVERIFY(child<LinesView>(u"changedLines"_s)->text().contains(u"amount: \"603.00\" → \"999.00\""_s));
}

/// Somebody's word that it did not happen may be wrong: who approves the next one must know that it was sent.
void TestPlanPanel::workThatWasSentBefore_isSaid()
{
    (void)m_sample->book.addWithdrawal(u"WD-3"_s, u"603.00"_s);
    m_sample->ledger->book = m_sample->book.details();
    console::OperationDetail &detail = m_sample->ledger->book.last();
    detail.previous->status = ledger::Status::Failed;
    detail.previous->attempts = 2;
    detail.previous->intentKey = detail.row.intentKey;
    open();
    select(6);
    QVERIFY(child<console::Notice>(u"warningNotice"_s)->isVisible());
    QVERIFY(child<console::Notice>(u"warningNotice"_s)
                ->text()
                .startsWith(u"Operation 4 is the same work, was sent to the owner and counts as failed."_s));
}

/// Nothing of a plan may lie beside the window: there is no way to scroll sideways.
void TestPlanPanel::longWords_fitTheirRoom()
{
    clear();
    QTranslator german;
    QVERIFY(console::loadTranslation(german, QLocale(u"de"_s), QStringLiteral(OBSTAT_BINARY_DIR "/src/app")));
    QCoreApplication::installTranslator(&german);
    make();
    for (console::OperationDetail &detail : m_sample->ledger->book) {
        detail.row.run = u"nightly-reconciliation-2026-11-30"_s;
        detail.runShape = {6, 2.5};
    }
    open();
    m_page->resize(1110, 700); // beside the navigation of a window 1280 wide
    select(2);
    const auto *area = child<QScrollArea>(u"area"_s);
    const int room = area->viewport()->width();
    for (const auto *widget : area->widget()->findChildren<QWidget *>()) {
        if (widget->isVisible() && widget->minimumSizeHint().width() > room)
            QFAIL(qPrintable(
                u"%1 asks for %2 of %3"_s.arg(widget->objectName()).arg(widget->minimumSizeHint().width()).arg(room)));
    }
    QVERIFY2(area->widget()->minimumSizeHint().width() <= room,
             qPrintable(u"%1 of %2"_s.arg(area->widget()->minimumSizeHint().width()).arg(room)));
    QVERIFY(panel()->minimumSizeHint().width() <= panel()->width());
    QCoreApplication::removeTranslator(&german);
}

QTEST_MAIN(TestPlanPanel)
#include "tst_planpanel.moc"
