#include "support/passevents.h"
#include "support/queuepagefixture.h"

#include <random>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::GateBlock;
using console::Page;
using ledger::Status;

/// C18: whatever the queue does while a finger is down, what is signed is what was under it, or nothing.
class TestClickRace : public tests::QueuePageFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { start(); }
    void init() { make(); }
    void cleanup() { clear(); }

    void refreshes_duringAPress_signWhatWasUnderIt_orNothing_data();
    void refreshes_duringAPress_signWhatWasUnderIt_orNothing();
    void otherPlan_shownDuringAPress_isNotSigned_data();
    void otherPlan_shownDuringAPress_isNotSigned();
    void keyA_betweenRefreshes_signsTheChosenPlan();

private:
    void shuffle(int round);
    void press(bool mouse);
    void release(bool mouse);
    [[nodiscard]] approval::DecisionBody sent() const
    {
        return *approval::DecisionBody::parse(m_sample->decisions->sent.constFirst().body);
    }

    std::mt19937 m_dice;
    qint64 m_kept = 0;
};

/// One refresh: a row comes, goes, changes its place in the list or its contents.
void TestClickRace::shuffle(int round)
{
    tests::FakeLedgerClient &ledger = *m_sample->ledger;
    const auto last = static_cast<int>(ledger.book.size()) - 1;
    qint64 other = 1 + std::uniform_int_distribution<int>(0, last)(m_dice);
    if (other == m_kept)
        other = m_kept == 1 ? 2 : 1;
    ledger::OperationRow &row = ledger.book[other - 1].row;
    switch (std::uniform_int_distribution<int>(0, 4)(m_dice)) {
    case 0:
        row.status = row.status == Status::AwaitingApproval ? Status::Rejected : Status::AwaitingApproval;
        break;
    case 1:
        row.status = Status::AwaitingApproval;
        break;
    case 2: // the list is ordered by it, and what waits moves
        row.createdAt = m_sample->clock.now() - std::uniform_int_distribution<int>(0, 300)(m_dice) * base::kSecond;
        break;
    case 3:
        ++row.hits;
        ++row.version;
        break;
    default:
        if (ledger.book.size() < 16) {
            (void)m_sample->book.addWithdrawal(u"WD-new-%1"_s.arg(round), u"%1.00"_s.arg(600 + round));
            ledger.book.append(m_sample->book.details().constLast());
            ledger.book.last().row.id = ledger.book.size();
        }
        break;
    }
    ledger.change();
    if (round % 4 == 0)
        tests::passEvents(1);
    else
        QCoreApplication::sendPostedEvents();
}

void TestClickRace::press(bool mouse)
{
    if (mouse) {
        QTest::mousePress(approveButton(), Qt::LeftButton);
    } else {
        approveButton()->setFocus();
        QTest::keyPress(approveButton(), Qt::Key_Space);
    }
    QVERIFY(approveButton()->isDown());
}

void TestClickRace::release(bool mouse)
{
    if (mouse)
        QTest::mouseRelease(approveButton(), Qt::LeftButton);
    else
        QTest::keyRelease(approveButton(), Qt::Key_Space);
    tests::passEvents(5);
}

void TestClickRace::refreshes_duringAPress_signWhatWasUnderIt_orNothing_data()
{
    QTest::addColumn<bool>("mouse");
    QTest::addColumn<QString>("meanwhile"); ///< what becomes of the plan under the finger
    for (const bool mouse : {true, false}) {
        for (const char *meanwhile : {"stays", "decided elsewhere", "other version", "other payload", "expires"})
            QTest::addRow("%s, %s", mouse ? "mouse" : "key", meanwhile) << mouse << QString::fromLatin1(meanwhile);
    }
}

void TestClickRace::refreshes_duringAPress_signWhatWasUnderIt_orNothing()
{
    QFETCH(bool, mouse);
    QFETCH(QString, meanwhile);
    m_dice.seed(mouse ? 18 : 81);
    m_kept = 3;
    open();
    makeReady(m_kept);
    const QString digest = m_sample->ledger->book.at(m_kept - 1).row.payloadDigest;
    press(mouse);
    for (int round = 0; round < 1000; ++round) {
        if (round == 500) {
            console::OperationDetail &own = m_sample->ledger->book[m_kept - 1];
            if (meanwhile == u"decided elsewhere")
                own.row.status = Status::Rejected;
            else if (meanwhile == u"other version")
                ++own.row.version;
            else if (meanwhile == u"other payload")
                own.arguments = std::optional<QByteArray>(QByteArray(**own.arguments).replace("ACME", "EVIL"));
            else if (meanwhile == u"expires")
                own.row.expiresAt = m_sample->clock.now();
        }
        shuffle(round);
    }
    QTRY_VERIFY(m_page->isReady());
    tests::passEvents(5);
    release(mouse);
    QCOMPARE(panel()->operation(), std::optional(m_kept)); // what was being read is still there
    if (meanwhile == u"stays") {
        QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
        QCOMPARE(sent().operation, m_kept);
        QCOMPARE(sent().payloadDigest, digest);
    } else {
        QVERIFY2(m_sample->decisions->sent.isEmpty(), "something was signed that nobody looked at");
    }
}

void TestClickRace::otherPlan_shownDuringAPress_isNotSigned_data()
{
    QTest::addColumn<bool>("mouse");
    QTest::addColumn<bool>("back");
    for (const bool mouse : {true, false}) {
        QTest::addRow("%s, another plan", mouse ? "mouse" : "key") << mouse << false;
        QTest::addRow("%s, another plan and back", mouse ? "mouse" : "key") << mouse << true;
    }
}

/// Another plan comes under the finger: it was not what the finger went down on.
void TestClickRace::otherPlan_shownDuringAPress_isNotSigned()
{
    QFETCH(bool, mouse);
    QFETCH(bool, back);
    open();
    makeReady(4);
    makeReady(3);
    press(mouse);
    m_page->showOperation(4);
    QTRY_COMPARE(panel()->operation(), std::optional<qint64>(4));
    QTRY_VERIFY(m_page->isReady());
    readAll();
    if (back)
        select(3);
    m_sample->clock.advance(2 * base::kSecond);
    panel()->updateState();
    release(mouse);
    QVERIFY(m_sample->decisions->sent.isEmpty());
}

/// The key decides at once; it means the plan that is on screen, wherever its row is now.
void TestClickRace::keyA_betweenRefreshes_signsTheChosenPlan()
{
    m_dice.seed(7);
    m_kept = 2;
    open();
    makeReady(m_kept);
    for (int round = 0; round < 1000; ++round) {
        shuffle(round);
        if (round == 777)
            m_page->perform(Page::Command::Approve); // between a refresh and its answer
    }
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    QCOMPARE(sent().operation, m_kept);
    QCOMPARE(sent().shownDigest, console::PlanReview::of(m_sample->ledger->book.at(m_kept - 1)).shownDigest);
}

QTEST_MAIN(TestClickRace)
#include "tst_clickrace.moc"
