#include "callerundertest.h"

#include "base/intentkey.h"

#include <QFile>

using namespace obstat;
using namespace obstat::tests;

/// What an orchestrator that executes by itself gets (§7.3): one claim at a time, after the checks of §6.3.
class TestContractCallers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void claim_approved_givesArgumentsFenceLeaseAndWireKey();
    void flow_neverClaimsWhatACallerExecutes();
    void claim_whatIsNotApproved_isRefused();
    void claim_whatTheFlowExecutes_isRefused();
    void claim_anotherTenants_isNotFound();
    void claim_sameNonce_isTheSameAnswer();
    void claim_byAnother_namesHolderAndEnd();
    void claim_nonceThatIsOver_isNeverGivenAgain();
    void claim_afterTheLease_followsWhatTheOwnerHonours();
    void claim_again_isBoundedByAttemptsAndByTheKey();
    void claim_again_afterThePlansTime_isRefused();
    void claim_forgedPlan_isHeld();
    void claim_deniedSince_isWithdrawn();
    void claim_otherEntrySince_isReturned();
    void claim_overdue_expires();
    void claim_inDoubt_isRefused();
    void claim_rightAfterAnOutsideWrite_isRefused();
    void lease_runsOut_isUnknownUntilAPersonSettles();
    void bug_D5_workLongerThanItsLease_isNotGivenToASecondExecutor();
    void restart_leaseRunning_goesOn();
    void restart_leaseOver_isUnknown();
    void resume_runningClaim_isDoubted();
    void resume_newClaims_haveOtherFences();
};

void TestContractCallers::claim_approved_givesArgumentsFenceLeaseAndWireKey()
{
    CallerUnderTest work;
    const auto given = work.claim(u"first"_s);
    QCOMPARE(given.code, u"claimed"_s);
    QCOMPARE(given.arguments, QByteArray(R"({"record":"A"})"));
    QCOMPARE(given.fence, 1);
    QCOMPARE(given.leaseUntil, work.ledger.clock.now() + 3 * base::kMinute);
    QVERIFY(!given.resend);
    QCOMPARE(given.operation.status, Status::Running);
    const auto row = work.row();
    QCOMPARE(row.wireKey, base::wireKey(work.ledger.writer().head().firstOrigin, u"acme"_s, row.intentKey, 1));
    QCOMPARE(row.attempts, 1);
    QCOMPARE(row.firstSentAt, work.ledger.clock.now());
    QCOMPARE(work.ledger.kinds(work.id).last(2), (QStringList{u"claimed"_s, u"attempt_started"_s}));
    const auto attempts = need(work.ledger.writer().reader().attempts(work.id), "attempts");
    QCOMPARE(attempts.size(), 1);
    QCOMPARE(attempts.first().fence, given.fence);
    QVERIFY(!attempts.first().endedAt);
    QCOMPARE(attempts.first().timeout, 3 * base::kMinute);
    // The log says who has it, and keeps the nonce as a digest only.
    for (const auto &event : work.ledger.events()) {
        if (event.kind != evidence::kinds::claimed)
            continue;
        QCOMPARE(event.actor.id, u"desk-1"_s);
        QCOMPARE(event.data.value("token"_L1).toString(), kMine);
        QCOMPARE(event.data.value("nonce"_L1).toString(), base::digestHex("first"));
    }
    work.requireWhole();
}

void TestContractCallers::flow_neverClaimsWhatACallerExecutes()
{
    CallerUnderTest work;
    for (int round = 0; round < 3; ++round) {
        const auto report = work.ledger.claim();
        QVERIFY(report.claims.isEmpty());
        QCOMPARE(work.row().status, Status::Approved);
        // Looked at once, then not before it ends.
        QCOMPARE(work.row().notBefore, work.row().expiresAt);
    }
    QVERIFY(work.claim(u"first"_s).isGiven());
    QVERIFY(work.ledger.claim().claims.isEmpty());
    // What is unknown is not sent by the flow either, though the owner honours the key.
    CallerUnderTest careful(u"ship"_s);
    static_cast<void>(careful.fence());
    careful.leaseRunsOut();
    QCOMPARE(careful.row().status, Status::Unknown);
    careful.ledger.tamper({u"UPDATE operation SET not_before=1"_s});
    QVERIFY(careful.ledger.claim().claims.isEmpty());
    QVERIFY(!careful.row().notBefore);
}

void TestContractCallers::claim_whatIsNotApproved_isRefused()
{
    CallerUnderTest work;
    work.id = work.ledger.submit(LedgerUnderTest::submission(u"wire"_s, R"({"record":"B"})")).operation->id;
    const qint64 events = work.ledger.writer().head().size;
    QCOMPARE(work.claim(u"first"_s).code, u"not_claimable"_s);
    QCOMPARE(work.ledger.writer().head().size, events);
    QCOMPARE(work.ledger.decide(work.row(), u"reject"_s).code, u"admitted"_s);
    QCOMPARE(work.claim(u"first"_s).code, u"not_claimable"_s);
    QCOMPARE(work.row().attempts, 0);
}

void TestContractCallers::claim_whatTheFlowExecutes_isRefused()
{
    CallerUnderTest work;
    work.id = work.ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true)).operation->id;
    QCOMPARE(work.row().status, Status::Approved);
    QCOMPARE(work.claim(u"first"_s).code, u"not_a_caller"_s);
    QCOMPARE(work.ledger.claim().claims.first().operation.id, work.id);
}

void TestContractCallers::claim_anotherTenants_isNotFound()
{
    CallerUnderTest work;
    const auto refused = work.tryClaim(u"first"_s, kMine, u"globex"_s);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, base::ErrorCode::NotFound);
    work.id = 99;
    QCOMPARE(work.tryClaim(u"first"_s).error().code, base::ErrorCode::NotFound);
}

void TestContractCallers::claim_sameNonce_isTheSameAnswer()
{
    CallerUnderTest work;
    const auto first = work.claim(u"first"_s);
    const qint64 events = work.ledger.writer().head().size;
    work.ledger.clock.advance(base::kMinute);
    const auto again = work.claim(u"first"_s);
    QCOMPARE(again.code, u"repeated"_s);
    QCOMPARE(again.fence, first.fence);
    QCOMPARE(again.leaseUntil, first.leaseUntil); // asking again makes it no longer
    QCOMPARE(again.arguments, first.arguments);
    QCOMPARE(work.ledger.writer().head().size, events);
    QCOMPARE(work.row().attempts, 1);
}

void TestContractCallers::claim_byAnother_namesHolderAndEnd()
{
    CallerUnderTest work;
    const auto first = work.claim(u"first"_s);
    const std::pair<QString, QString> others[] = {{u"second"_s, kMine}, {u"first"_s, kOther}, {u"second"_s, kOther}};
    for (const auto &[nonce, token] : others) {
        const auto refused = work.claim(nonce, token);
        QCOMPARE(refused.code, u"claimed_by_another"_s);
        QVERIFY(!refused.isGiven());
        QVERIFY(refused.arguments.isEmpty());
        QCOMPARE(refused.holder, u"desk-1"_s);
        QCOMPARE(refused.leaseUntil, first.leaseUntil);
    }
    QCOMPARE(work.row().attempts, 1);
}

void TestContractCallers::claim_nonceThatIsOver_isNeverGivenAgain()
{
    CallerUnderTest reported(u"ship"_s);
    QCOMPARE(reported.say(reported.fence(), AttemptOutcome::NotSent).operation.status, Status::Approved);
    QCOMPARE(reported.claim(u"first"_s).code, u"claim_over"_s);
    QCOMPARE(reported.row().status, Status::Approved);
    CallerUnderTest ranOut(u"ship"_s);
    static_cast<void>(ranOut.fence());
    ranOut.ledger.clock.advance(2 * base::kMinute); // the sweeper has not come
    QCOMPARE(ranOut.claim(u"first"_s).code, u"claim_over"_s);
    // Also while somebody else has it.
    QVERIFY(ranOut.claim(u"second"_s, kOther).isGiven());
    QCOMPARE(ranOut.claim(u"first"_s).code, u"claim_over"_s);
    QCOMPARE(ranOut.row().attempts, 2);
}

void TestContractCallers::claim_afterTheLease_followsWhatTheOwnerHonours()
{
    CallerUnderTest ignores;
    static_cast<void>(ignores.fence());
    ignores.ledger.clock.advance(3 * base::kMinute); // the sweeper has not come
    QCOMPARE(ignores.claim(u"second"_s).code, u"key_ignored"_s);
    QCOMPARE(ignores.row().status, Status::Unknown);
    CallerUnderTest honours(u"ship"_s);
    const auto first = honours.claim(u"first"_s);
    honours.leaseRunsOut();
    const auto second = honours.claim(u"second"_s, kOther);
    QVERIFY(second.isGiven());
    QVERIFY(second.resend);
    QVERIFY(second.fence > first.fence);
    QCOMPARE(second.operation.wireKey, first.operation.wireKey);
    QCOMPARE(second.arguments, first.arguments);
    honours.requireWhole();
}

void TestContractCallers::claim_again_isBoundedByAttemptsAndByTheKey()
{
    CallerUnderTest work(u"ship"_s);
    for (int i = 0; i < 3; ++i) {
        QVERIFY(work.claim(u"nonce-%1"_s.arg(i)).isGiven());
        work.leaseRunsOut();
    }
    QCOMPARE(work.claim(u"fourth"_s).code, u"attempts_used"_s);
    // The key must outlive the whole lease.
    CallerUnderTest old(u"ship"_s);
    old.ledger.loadTools(
        QByteArray(LedgerUnderTest::toolsToml() + kCallers).replace("key_lifetime = \"24h\"", "key_lifetime = \"7m\""));
    QCOMPARE(old.claim(u"stale"_s).code, u"returned"_s);
    old.approve();
    static_cast<void>(old.fence());
    old.leaseRunsOut(); // 3 of 7 minutes; the margin is one, the lease two
    QVERIFY(old.claim(u"second"_s).isGiven());
    old.leaseRunsOut();
    QCOMPARE(old.claim(u"third"_s).code, u"key_expired"_s);
    work.requireWhole();
    old.requireWhole();
}

void TestContractCallers::claim_again_afterThePlansTime_isRefused()
{
    CallerUnderTest work(u"ship"_s);
    work.ledger.clock.advance(4 * base::kHour - base::kMinute);
    static_cast<void>(work.fence());
    work.leaseRunsOut();
    QCOMPARE(work.claim(u"second"_s).code, u"plan_over"_s);
    QCOMPARE(work.row().status, Status::Unknown);
}

void TestContractCallers::claim_forgedPlan_isHeld()
{
    CallerUnderTest work;
    work.ledger.tamper({u"UPDATE operation SET actor='somebody-else'"_s});
    QCOMPARE(work.claim(u"first"_s).code, u"held"_s);
    QVERIFY(work.row().held);
    QCOMPARE(work.ledger.count(evidence::kinds::alarm), 1);
    QCOMPARE(work.claim(u"second"_s).code, u"held"_s);
    QCOMPARE(work.ledger.count(evidence::kinds::alarm), 1);
    QCOMPARE(work.row().attempts, 0);
    // Made running by hand it is nobody's.
    CallerUnderTest running;
    running.ledger.tamper({u"UPDATE operation SET status='running', fence=7, lease_until=9000000000000000"_s});
    QCOMPARE(running.claim(u"first"_s).code, u"held"_s);
    QCOMPARE(running.say(7, AttemptOutcome::Succeeded).code, u"wrong_fence"_s);
}

void TestContractCallers::claim_deniedSince_isWithdrawn()
{
    CallerUnderTest work;
    work.ledger.activatePolicy(
        LedgerUnderTest::policyToml() +
        "\n[[deny]]\nname = \"no_wires\"\ntool = \"wire\"\nwhen = []\nreason = \"Not today.\"\n");
    QCOMPARE(work.claim(u"first"_s).code, u"withdrawn"_s);
    QCOMPARE(work.row().status, Status::Withdrawn);
}

void TestContractCallers::claim_otherEntrySince_isReturned()
{
    CallerUnderTest work;
    work.ledger.loadTools(
        QByteArray(LedgerUnderTest::toolsToml() + kCallers).replace("lease = \"3m\"", "lease = \"1h\""));
    QCOMPARE(work.claim(u"first"_s).code, u"returned"_s);
    QCOMPARE(work.row().status, Status::AwaitingApproval);
    work.approve();
    QCOMPARE(work.claim(u"first"_s).leaseUntil, work.ledger.clock.now() + base::kHour);
}

void TestContractCallers::claim_overdue_expires()
{
    CallerUnderTest work;
    work.ledger.clock.advance(4 * base::kHour);
    QCOMPARE(work.claim(u"first"_s).code, u"expired"_s);
    QCOMPARE(work.row().status, Status::Expired);
    QCOMPARE(work.claim(u"second"_s).code, u"expired"_s);
}

void TestContractCallers::claim_inDoubt_isRefused()
{
    CallerUnderTest work;
    work.ledger.close();
    QVERIFY(QFile::remove(work.ledger.files().state));
    work.ledger.open();
    QCOMPARE(work.tryClaim(u"first"_s).error().code, base::ErrorCode::Doubt);
    QCOMPARE(work.row().status, Status::Approved);
}

/// The next one is for whoever calls to hold back (LedgerWriter::verificationDue).
void TestContractCallers::claim_rightAfterAnOutsideWrite_isRefused()
{
    CallerUnderTest work;
    work.ledger.tamperLive({u"UPDATE operation SET hits=1"_s});
    QCOMPARE(work.tryClaim(u"first"_s).error().code, base::ErrorCode::Busy);
    QCOMPARE(work.row().status, Status::Approved);
    QCOMPARE(work.ledger.count(evidence::kinds::alarm), 1);
}

void TestContractCallers::lease_runsOut_isUnknownUntilAPersonSettles()
{
    for (const QString &kind : {u"resolve_succeeded"_s, u"resolve_absent"_s}) {
        CallerUnderTest work;
        static_cast<void>(work.fence());
        work.ledger.clock.advance(3 * base::kMinute - 1);
        QVERIFY(need(work.ledger.writer().expireDue(16), "sweep").isEmpty());
        QCOMPARE(work.row().status, Status::Running);
        work.ledger.clock.advance(1);
        const auto ended = need(work.ledger.writer().expireDue(16), "sweep");
        QCOMPARE(ended.size(), 1);
        QCOMPARE(ended.first().status, Status::Unknown);
        QVERIFY(!work.row().notBefore); // not without a person
        const auto last = work.ledger.events().last();
        QCOMPARE(last.kind, QString(evidence::kinds::unknown));
        QCOMPARE(last.data.value("why"_L1).toString(), u"lease_over"_s);
        const auto attempt = need(work.ledger.writer().reader().attempts(work.id), "attempts").first();
        QCOMPARE(attempt.outcome, u"timed_out"_s);
        QVERIFY(need(work.ledger.writer().expireDue(16), "sweep").isEmpty());
        QCOMPARE(work.resolve(kind), u"admitted"_s);
        QCOMPARE(work.row().status, kind == "resolve_absent"_L1 ? Status::Failed : Status::Succeeded);
        work.requireWhole();
    }
}

/// pretix#2058: a job longer than the broker's limit was handed to a second worker while the first still ran.
void TestContractCallers::bug_D5_workLongerThanItsLease_isNotGivenToASecondExecutor()
{
    CallerUnderTest work;
    const qint64 fence = work.fence();
    work.ledger.clock.advance(2 * base::kMinute);
    QCOMPARE(work.claim(u"second"_s, kOther).code, u"claimed_by_another"_s);
    work.ledger.clock.advance(7 * base::kMinute); // the lease of three is lost, the first executor is alive
    QVERIFY(work.claim(u"second"_s, kOther).code != u"claimed"_s);
    QVERIFY(work.ledger.claim(16).claims.isEmpty());
    QCOMPARE(work.row().status, Status::Unknown);
    QCOMPARE(work.say(fence, AttemptOutcome::Succeeded).code, u"settled"_s);
    QCOMPARE(work.row().status, Status::Succeeded);
    QCOMPARE(work.ledger.count(evidence::kinds::claimed), 1);
    work.requireWhole();
}

void TestContractCallers::restart_leaseRunning_goesOn()
{
    CallerUnderTest work;
    const auto given = work.claim(u"first"_s);
    work.ledger.crash();
    work.ledger.open();
    QCOMPARE(work.row().status, Status::Running);
    QCOMPARE(work.claim(u"first"_s).code, u"repeated"_s);
    QCOMPARE(work.claim(u"second"_s).code, u"claimed_by_another"_s);
    QCOMPARE(work.say(given.fence, AttemptOutcome::Succeeded).code, u"settled"_s);
    QCOMPARE(work.row().status, Status::Succeeded);
    work.requireWhole();
}

void TestContractCallers::restart_leaseOver_isUnknown()
{
    CallerUnderTest work;
    const qint64 fence = work.fence();
    work.ledger.crash();
    work.ledger.clock.advance(3 * base::kMinute);
    work.ledger.open();
    QCOMPARE(work.row().status, Status::Unknown);
    const auto attempt = need(work.ledger.writer().reader().attempts(work.id), "attempts").first();
    QCOMPARE(attempt.outcome, u"timed_out"_s);
    QCOMPARE(work.say(fence, AttemptOutcome::Succeeded).code, u"settled"_s);
    QCOMPARE(work.row().status, Status::Succeeded);
    work.requireWhole();
}

/// What this copy gave out may have been reported to another one.
void TestContractCallers::resume_runningClaim_isDoubted()
{
    CallerUnderTest work;
    const qint64 fence = work.fence();
    work.ledger.close();
    QVERIFY(QFile::remove(work.ledger.files().state));
    work.ledger.open();
    need(work.ledger.act(u"resume"_s, u"copy"_s, {{u"reason"_s, u"the old disk is destroyed"_s}}), "resume");
    QCOMPARE(work.row().status, Status::Unknown);
    QCOMPARE(work.say(fence, AttemptOutcome::NoEffect).code, u"recorded"_s);
    QCOMPARE(work.row().status, Status::Unknown);
    QCOMPARE(work.say(fence, AttemptOutcome::Succeeded).code, u"settled"_s);
    QCOMPARE(work.row().status, Status::Succeeded);
    work.requireWhole();
}

/// A restored ledger gives the numbers of lost work to other work: a late report of the lost one must not fit.
void TestContractCallers::resume_newClaims_haveOtherFences()
{
    CallerUnderTest work;
    const qint64 fence = work.fence();
    work.ledger.close();
    QVERIFY(QFile::remove(work.ledger.files().state));
    work.ledger.open();
    need(work.ledger.act(u"resume"_s, u"copy"_s, {{u"reason"_s, u"the old disk is destroyed"_s}}), "resume");
    work.id = work.ledger.submit(LedgerUnderTest::submission(u"wire"_s, R"({"record":"B"})")).operation->id;
    work.approve();
    const qint64 next = work.fence();
    QVERIFY2(next > fence + 1'000'000, qPrintable(QString::number(next)));
    QVERIFY(work.say(fence + 1, AttemptOutcome::Succeeded).code != u"settled"_s);
    QCOMPARE(work.row().status, Status::Running);
}

QTEST_APPLESS_MAIN(TestContractCallers)
#include "tst_contractcallers.moc"
