#include "contract/ledgerundertest.h"
#include "ledger/ledgerreader.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::AttemptOutcome;
using ledger::Status;

/// Attempts and how they settle their operation (§7.1, §7.2, §7.4).
class TestContractAttempts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void outcome_ofTheFirstAttempt_data();
    void outcome_ofTheFirstAttempt();
    void success_storesTheSaltedResultAndTheReference();
    void attempt_endsExactlyOnce();
    void timedOut_isUnknown_lateAnswerSettlesIt_data();
    void timedOut_isUnknown_lateAnswerSettlesIt();
    void unknown_ownerHonoursTheKey_isSentAgainWithTheSameWireKey();
    void unknown_ownerDoesNot_waitsForAPerson();
    void unknown_keyLifetimeOver_isNotSentAgain();
    void unknown_planExpired_isNotSentAgain();
    void unknown_withAnOpenAttempt_isNotSentAgain();
    void refusalOfAResend_settlesOnlyAsAReplay();
    void notSentResend_goesBackToUnknown();
    void crash_afterTheStart_isUnknownAtOnce();
    void crash_beforeTheStart_isApprovedAgain();
    void crash_whileListening_endsTheAttempt();
    void release_ofAResend_isUnknownAgain();
    void contradiction_ofASettledOperation_isRecordedOnly();
    void fence_editedWhileItWasAnswered_isTakenBackAfterTheLease();
    void start_isDurableWithTheRequestsDigest();

private:
    static qint64 automatic(LedgerUnderTest &ledger, const QString &record = u"WD-1"_s)
    {
        return ledger.submit(LedgerUnderTest::payment(record, u"10"_s, true)).operation->id;
    }
};

void TestContractAttempts::outcome_ofTheFirstAttempt_data()
{
    QTest::addColumn<AttemptOutcome>("outcome");
    QTest::addColumn<Status>("status");
    QTest::addColumn<QString>("kind");
    QTest::newRow("success rule") << AttemptOutcome::Succeeded << Status::Succeeded << u"succeeded"_s;
    QTest::newRow("no-effect rule") << AttemptOutcome::NoEffect << Status::Failed << u"failed"_s;
    QTest::newRow("not sent") << AttemptOutcome::NotSent << Status::Approved << u"requeued"_s;
    QTest::newRow("timed out") << AttemptOutcome::TimedOut << Status::Unknown << u"unknown"_s;
    QTest::newRow("reset") << AttemptOutcome::Reset << Status::Unknown << u"unknown"_s;
    QTest::newRow("unreadable") << AttemptOutcome::Unreadable << Status::Unknown << u"unknown"_s;
    QTest::newRow("no rule matches") << AttemptOutcome::Unmatched << Status::Unknown << u"unknown"_s;
    QTest::newRow("crashed") << AttemptOutcome::Crashed << Status::Unknown << u"unknown"_s;
}

void TestContractAttempts::outcome_ofTheFirstAttempt()
{
    QFETCH(AttemptOutcome, outcome);
    LedgerUnderTest ledger;
    const qint64 id = automatic(ledger);
    const auto row = ledger.execute(outcome);
    QTEST(row.status, "status");
    QCOMPARE(ledger.row(id).status, row.status);
    QTEST(ledger.kinds(id).last(), "kind");
    const auto attempts = need(ledger.writer().reader().attempts(id), "attempts");
    QCOMPARE(attempts.size(), 1);
    QCOMPARE(attempts.first().outcome, ledger::outcomeText(outcome));
    QVERIFY(attempts.first().endedAt.has_value());
    QCOMPARE(row.attempts, 1);
    QCOMPARE(row.firstSentAt, std::optional(ledger.clock.now()));
}

void TestContractAttempts::success_storesTheSaltedResultAndTheReference()
{
    LedgerUnderTest ledger;
    const qint64 id = automatic(ledger);
    const auto row = ledger.execute(AttemptOutcome::Succeeded);
    QCOMPARE(row.reference, u"inv_91"_s);
    QVERIFY(row.resultDigest != base::digestHex(R"({"id":"inv_91"})"));
    QCOMPARE(need(ledger.writer().reader().payload(row.resultDigest), "result"), QByteArray(R"({"id":"inv_91"})"));
    QCOMPARE(ledger.kinds(id), (QStringList{u"planned"_s, u"approved"_s, u"claimed"_s, u"attempt_started"_s,
                                            u"attempt_ended"_s, u"succeeded"_s}));
    QCOMPARE(ledger.events().last().digests.value(u"result"_s), row.resultDigest);
    QCOMPARE(row.finishedAt, std::optional(ledger.clock.now()));
}

void TestContractAttempts::attempt_endsExactlyOnce()
{
    LedgerUnderTest ledger;
    static_cast<void>(automatic(ledger));
    const auto claim = ledger.claimOne();
    const auto end = LedgerUnderTest::ending(claim, ledger.start(claim), AttemptOutcome::Succeeded);
    QCOMPARE(ledger.end(end).status, Status::Succeeded);
    const auto events = ledger.writer().head().size;
    QCOMPARE(ledger.writer().endAttempt(end).error().code, base::ErrorCode::Illegal);
    auto other = end;
    ++other.number;
    QCOMPARE(ledger.writer().endAttempt(other).error().code, base::ErrorCode::NotFound);
    other = end;
    ++other.fence;
    QCOMPARE(ledger.writer().endAttempt(other).error().code, base::ErrorCode::Stale);
    QCOMPARE(ledger.writer().head().size, events);
}

void TestContractAttempts::timedOut_isUnknown_lateAnswerSettlesIt_data()
{
    QTest::addColumn<AttemptOutcome>("late");
    QTest::addColumn<Status>("status");
    QTest::newRow("31 s, succeeded") << AttemptOutcome::Succeeded << Status::Succeeded;
    QTest::newRow("31 s, refused") << AttemptOutcome::NoEffect << Status::Failed;
    QTest::newRow("31 s, 502") << AttemptOutcome::Unmatched << Status::Unknown;
    QTest::newRow("nothing until 60 s") << AttemptOutcome::TimedOut << Status::Unknown;
    QTest::newRow("could not connect, said late") << AttemptOutcome::NotSent << Status::Approved;
}

void TestContractAttempts::timedOut_isUnknown_lateAnswerSettlesIt()
{
    QFETCH(AttemptOutcome, late);
    LedgerUnderTest ledger;
    const qint64 id = automatic(ledger);
    const auto claim = ledger.claimOne();
    const int number = ledger.start(claim);
    ledger.clock.advance(30 * base::kSecond);
    const auto unknown = need(ledger.writer().attemptTimedOut(id, claim.fence, number), "timed out");
    QCOMPARE(unknown.status, Status::Unknown);
    QVERIFY(ledger.claim().claims.isEmpty()); // no new attempt before the old one ended
    QCOMPARE(ledger.writer().attemptTimedOut(id, claim.fence, number).error().code, base::ErrorCode::Stale);
    ledger.clock.advance(base::kSecond);
    auto end = LedgerUnderTest::ending(claim, number, late);
    end.late = true;
    end.duration = 31 * base::kSecond;
    QTEST(ledger.end(end).status, "status");
    const auto attempt = need(ledger.writer().reader().attempts(id), "attempts").first();
    QVERIFY(attempt.late);
    QCOMPARE(attempt.duration, std::optional(31 * base::kSecond));
}

void TestContractAttempts::unknown_ownerHonoursTheKey_isSentAgainWithTheSameWireKey()
{
    LedgerUnderTest ledger;
    const qint64 id = automatic(ledger);
    const auto first = ledger.claimOne();
    auto lost = LedgerUnderTest::ending(first, ledger.start(first), AttemptOutcome::Reset);
    lost.retryAt = ledger.clock.now() + base::kSecond;
    static_cast<void>(ledger.end(lost));
    QVERIFY(ledger.claim().claims.isEmpty());
    ledger.clock.advance(base::kSecond);
    const auto second = ledger.claimOne();
    QVERIFY(second.resend);
    QCOMPARE(second.operation.wireKey, first.operation.wireKey);
    QCOMPARE(second.operation.generation, 1);
    const int number = ledger.start(second);
    QCOMPARE(number, 2);
    QCOMPARE(ledger.end(LedgerUnderTest::ending(second, number, AttemptOutcome::Succeeded)).status, Status::Succeeded);
    QCOMPARE(ledger.row(id).attempts, 2);
}

void TestContractAttempts::unknown_ownerDoesNot_waitsForAPerson()
{
    LedgerUnderTest ledger;
    auto submission = LedgerUnderTest::submission(u"reboot"_s, "{}");
    submission.named = u"reboot:1"_s;
    const qint64 id = ledger.submit(submission).operation->id;
    const auto claim = ledger.claimOne();
    auto lost = LedgerUnderTest::ending(claim, ledger.start(claim), AttemptOutcome::Reset);
    lost.retryAt = ledger.clock.now();
    static_cast<void>(ledger.end(lost));
    QVERIFY(ledger.claim().claims.isEmpty());
    QCOMPARE(ledger.row(id).status, Status::Unknown);
    QVERIFY(!ledger.row(id).notBefore);
}

void TestContractAttempts::unknown_keyLifetimeOver_isNotSentAgain()
{
    LedgerUnderTest ledger;
    const qint64 id = ledger.submit(LedgerUnderTest::submission(u"daily"_s, R"({"record":"A"})")).operation->id;
    const auto claim = ledger.claimOne();
    auto lost = LedgerUnderTest::ending(claim, ledger.start(claim), AttemptOutcome::Reset);
    lost.retryAt = ledger.clock.now() + 24 * base::kHour;
    static_cast<void>(ledger.end(lost));
    ledger.clock.advance(24 * base::kHour);
    QVERIFY(ledger.claim().claims.isEmpty());
    QCOMPARE(ledger.row(id).status, Status::Unknown);
    QVERIFY(!ledger.row(id).notBefore);
}

void TestContractAttempts::unknown_planExpired_isNotSentAgain()
{
    LedgerUnderTest ledger;
    const qint64 id = automatic(ledger);
    const auto claim = ledger.claimOne();
    auto lost = LedgerUnderTest::ending(claim, ledger.start(claim), AttemptOutcome::Reset);
    lost.retryAt = ledger.clock.now();
    static_cast<void>(ledger.end(lost));
    ledger.clock.advance(4 * base::kHour);
    QVERIFY(ledger.claim().claims.isEmpty());
    QCOMPARE(ledger.row(id).status, Status::Unknown); // never expired: it may have happened
}

void TestContractAttempts::unknown_withAnOpenAttempt_isNotSentAgain()
{
    LedgerUnderTest ledger;
    const qint64 id = automatic(ledger);
    const auto claim = ledger.claimOne();
    const int number = ledger.start(claim);
    static_cast<void>(need(ledger.writer().attemptTimedOut(id, claim.fence, number), "timed out"));
    ledger.clock.advance(base::kHour);
    QVERIFY(ledger.claim().claims.isEmpty());
}

void TestContractAttempts::refusalOfAResend_settlesOnlyAsAReplay()
{
    for (const bool marked : {false, true}) {
        LedgerUnderTest ledger;
        const qint64 id = automatic(ledger);
        auto claim = ledger.claimOne();
        auto lost = LedgerUnderTest::ending(claim, ledger.start(claim), AttemptOutcome::TimedOut);
        lost.retryAt = ledger.clock.now();
        static_cast<void>(ledger.end(lost));
        claim = ledger.claimOne();
        auto refused = LedgerUnderTest::ending(claim, ledger.start(claim), AttemptOutcome::NoEffect);
        refused.replayMarked = marked;
        QCOMPARE(ledger.end(refused).status, marked ? Status::Failed : Status::Unknown);
        QCOMPARE(ledger.row(id).generation, 1);
    }
}

void TestContractAttempts::notSentResend_goesBackToUnknown()
{
    LedgerUnderTest ledger;
    const qint64 id = automatic(ledger);
    auto claim = ledger.claimOne();
    auto lost = LedgerUnderTest::ending(claim, ledger.start(claim), AttemptOutcome::Reset);
    lost.retryAt = ledger.clock.now();
    static_cast<void>(ledger.end(lost));
    claim = ledger.claimOne();
    auto unsent = LedgerUnderTest::ending(claim, ledger.start(claim), AttemptOutcome::NotSent);
    unsent.retryAt = ledger.clock.now() + base::kSecond;
    QCOMPARE(ledger.end(unsent).status, Status::Unknown);
    QCOMPARE(ledger.row(id).notBefore, unsent.retryAt);
}

void TestContractAttempts::crash_afterTheStart_isUnknownAtOnce()
{
    LedgerUnderTest ledger;
    const qint64 id = automatic(ledger);
    const auto claim = ledger.claimOne();
    static_cast<void>(ledger.start(claim));
    ledger.crash();
    ledger.open();
    const auto row = ledger.row(id);
    QCOMPARE(row.status, Status::Unknown);
    const auto attempt = need(ledger.writer().reader().attempts(id), "attempts").first();
    QCOMPARE(attempt.outcome, u"crashed"_s);
    QVERIFY(!attempt.duration);
    const auto again = ledger.claimOne(); // the owner honours the key
    QVERIFY(again.resend);
    QVERIFY(again.fence > claim.fence);
    QCOMPARE(ledger.writer().endAttempt(LedgerUnderTest::ending(claim, 1, AttemptOutcome::Succeeded)).error().code,
             base::ErrorCode::Illegal);
}

void TestContractAttempts::crash_beforeTheStart_isApprovedAgain()
{
    LedgerUnderTest ledger;
    const qint64 id = automatic(ledger);
    static_cast<void>(ledger.claimOne());
    ledger.crash();
    ledger.open();
    QCOMPARE(ledger.row(id).status, Status::Approved);
    QCOMPARE(ledger.kinds(id).last(), u"requeued"_s);
    QVERIFY(!ledger.claimOne().resend);
}

void TestContractAttempts::crash_whileListening_endsTheAttempt()
{
    LedgerUnderTest ledger;
    const qint64 id = automatic(ledger);
    const auto claim = ledger.claimOne();
    const int number = ledger.start(claim);
    static_cast<void>(need(ledger.writer().attemptTimedOut(id, claim.fence, number), "timed out"));
    ledger.crash();
    ledger.open();
    QCOMPARE(ledger.row(id).status, Status::Unknown);
    QVERIFY(need(ledger.writer().reader().attempts(id), "attempts").first().endedAt.has_value());
    QVERIFY(ledger.claimOne().resend);
}

void TestContractAttempts::release_ofAResend_isUnknownAgain()
{
    LedgerUnderTest ledger;
    const qint64 id = automatic(ledger);
    auto claim = ledger.claimOne();
    auto lost = LedgerUnderTest::ending(claim, ledger.start(claim), AttemptOutcome::Reset);
    lost.retryAt = ledger.clock.now();
    static_cast<void>(ledger.end(lost));
    claim = ledger.claimOne();
    need(ledger.writer().release(id, claim.fence, u"stopping"_s, ledger.clock.now() + base::kSecond), "release");
    QCOMPARE(ledger.row(id).status, Status::Unknown);
    QCOMPARE(ledger.row(id).notBefore, std::optional(ledger.clock.now() + base::kSecond));
}

void TestContractAttempts::contradiction_ofASettledOperation_isRecordedOnly()
{
    LedgerUnderTest ledger;
    const qint64 id = automatic(ledger);
    const auto claim = ledger.claimOne();
    const int number = ledger.start(claim);
    static_cast<void>(ledger.end(LedgerUnderTest::ending(claim, number, AttemptOutcome::Succeeded)));
    ledger.tamperLive({u"UPDATE attempt SET ended_at=NULL"_s});
    QCOMPARE(ledger.end(LedgerUnderTest::ending(claim, number, AttemptOutcome::NoEffect)).status, Status::Succeeded);
    QCOMPARE(ledger.kinds(id).last(), u"contradicted"_s);
    QCOMPARE(ledger.row(id).status, Status::Succeeded);
    QCOMPARE(ledger.row(id).reference, u"inv_91"_s);
}

void TestContractAttempts::fence_editedWhileItWasAnswered_isTakenBackAfterTheLease()
{
    LedgerUnderTest ledger;
    const qint64 id = automatic(ledger);
    const auto claim = ledger.claimOne();
    const int number = ledger.start(claim);
    ledger.tamperLive({u"UPDATE operation SET fence=99"_s});
    static_cast<void>(ledger.end(LedgerUnderTest::ending(claim, number, AttemptOutcome::Succeeded)));
    QCOMPARE(ledger.row(id).status, Status::Running);
    ledger.tamperLive({u"UPDATE operation SET fence=%1"_s.arg(claim.fence)});
    ledger.clock.advance(LedgerUnderTest::kLease + base::kSecond);
    static_cast<void>(ledger.claim()); // notices the write
    static_cast<void>(ledger.claim());
    QCOMPARE(ledger.row(id).status, Status::Unknown);
}

void TestContractAttempts::start_isDurableWithTheRequestsDigest()
{
    LedgerUnderTest ledger;
    const qint64 id = automatic(ledger);
    const auto claim = ledger.claimOne();
    static_cast<void>(ledger.start(claim));
    const auto attempt = need(ledger.writer().reader().attempts(id), "attempts").first();
    QCOMPARE(need(ledger.writer().reader().payload(attempt.requestDigest), "request"), QByteArray("POST /pay"));
    QVERIFY(attempt.requestDigest != base::digestHex("POST /pay")); // salted
    const auto event = ledger.events().last();
    QCOMPARE(event.kind, QString(evidence::kinds::attemptStarted));
    QCOMPARE(event.digests.value(u"request"_s), attempt.requestDigest);
    QCOMPARE(event.data.value("fence"_L1).toInteger(), claim.fence);
}

QTEST_GUILESS_MAIN(TestContractAttempts)
#include "tst_contractattempts.moc"
