#include "callerundertest.h"

using namespace obstat;
using namespace obstat::tests;

/// What a caller says became of its claim (§7.3): needs token and fence; after the lease only a success settles.
class TestContractReports : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void succeeded_settlesWithTheOwnersResult();
    void inLease_everyOtherOutcome_data();
    void inLease_everyOtherOutcome();
    void notSent_isClaimedByWhoeverComesNext();
    void notSent_thenSucceeded_isBelievedAndNotGivenOutAgain();
    void notSent_thenWithdrawn_thenSucceeded_isRaised();
    void repeated_isTheSameAnswer();
    void wrongFenceOrToken_isRefused();
    void late_allButASuccess_isEvidence_data();
    void late_allButASuccess_isEvidence();
    void late_success_settles();
    void late_successOfAnotherName_isRaised();
    void secondSuccess_ofAnOwnerThatIgnoresKeys_isRaised_data();
    void secondSuccess_ofAnOwnerThatIgnoresKeys_isRaised();
    void secondSuccess_afterALateOneSettled_isRaised();
    void late_reports_areBoundedButASuccessIsNot();
    void late_successAgainstAPersonsNo_isBelieved();
    void late_successAgainstALaterRevision_isRaised();
    void late_refusalAgainstAPersonsYes_isRaised();
    void resend_refusal_leavesItUnknown();
    void resend_firstSucceedsWhileTheSecondRuns();
    void contradictsItself_isRaised();
    void heldMeanwhile_isStillRecorded();
};

void TestContractReports::succeeded_settlesWithTheOwnersResult()
{
    CallerUnderTest work;
    const qint64 fence = work.fence();
    work.ledger.clock.advance(40 * base::kSecond);
    const auto answer = work.say(fence, AttemptOutcome::Succeeded);
    QVERIFY(answer.accepted);
    QVERIFY(!answer.late);
    QCOMPARE(answer.code, u"settled"_s);
    const auto row = work.row();
    QCOMPARE(row.status, Status::Succeeded);
    QCOMPARE(row.reference, u"desk_9"_s);
    QCOMPARE(need(work.ledger.writer().reader().payload(row.resultDigest), "result").value_or(QByteArray()),
             QByteArray(R"({"id":"desk_9"})"));
    const auto attempt = need(work.ledger.writer().reader().attempts(work.id), "attempts").first();
    QCOMPARE(attempt.outcome, u"succeeded"_s);
    QCOMPARE(attempt.duration, 40 * base::kSecond);
    QCOMPARE(work.ledger.events().last().actor.id, u"desk-1"_s); // who said so
    // A submit of the same work is a repeat with this result.
    const auto again = work.ledger.submit(LedgerUnderTest::submission(u"wire"_s, R"({"record":"A"})"));
    QCOMPARE(again.kind, AnswerKind::Repeated);
    QCOMPARE(again.result.value_or(QByteArray()), QByteArray(R"({"id":"desk_9"})"));
    work.requireWhole();
}

void TestContractReports::inLease_everyOtherOutcome_data()
{
    QTest::addColumn<AttemptOutcome>("outcome");
    QTest::addColumn<Status>("status");
    QTest::addColumn<QString>("code");
    QTest::newRow("the owner refused for good") << AttemptOutcome::NoEffect << Status::Failed << u"settled"_s;
    QTest::newRow("nothing left") << AttemptOutcome::NotSent << Status::Approved << u"recorded"_s;
    QTest::newRow("it went wrong") << AttemptOutcome::Unmatched << Status::Unknown << u"recorded"_s;
    QTest::newRow("nobody knows") << AttemptOutcome::Reset << Status::Unknown << u"recorded"_s;
}

void TestContractReports::inLease_everyOtherOutcome()
{
    QFETCH(AttemptOutcome, outcome);
    QFETCH(Status, status);
    QFETCH(QString, code);
    CallerUnderTest work;
    const auto answer = work.say(work.fence(), outcome);
    QVERIFY(answer.accepted);
    QCOMPARE(answer.code, code);
    QCOMPARE(answer.operation.status, status);
    QCOMPARE(work.row().status, status);
    QVERIFY(!ledger::statusText(status).isEmpty());
    const auto attempt = need(work.ledger.writer().reader().attempts(work.id), "attempts").first();
    QCOMPARE(attempt.outcome, ledger::outcomeText(outcome));
    work.requireWhole();
}

void TestContractReports::notSent_isClaimedByWhoeverComesNext()
{
    CallerUnderTest work;
    static_cast<void>(work.say(work.fence(), AttemptOutcome::NotSent));
    QVERIFY(work.ledger.claim().claims.isEmpty()); // not by the flow
    const auto next = work.claim(u"second"_s, kOther);
    QVERIFY(next.isGiven());
    QVERIFY(!next.resend);
    QCOMPARE(work.say(next.fence, AttemptOutcome::Succeeded, {}, kOther).operation.status, Status::Succeeded);
    work.requireWhole();
}

void TestContractReports::notSent_thenSucceeded_isBelievedAndNotGivenOutAgain()
{
    CallerUnderTest work;
    const qint64 fence = work.fence();
    static_cast<void>(work.say(fence, AttemptOutcome::NotSent));
    QCOMPARE(work.say(fence, AttemptOutcome::Succeeded).code, u"settled"_s);
    QCOMPARE(work.row().status, Status::Succeeded);
    QCOMPARE(work.claim(u"second"_s).code, u"not_claimable"_s);
    work.requireWhole();
}

void TestContractReports::notSent_thenWithdrawn_thenSucceeded_isRaised()
{
    CallerUnderTest work;
    const qint64 fence = work.fence();
    static_cast<void>(work.say(fence, AttemptOutcome::NotSent));
    need(work.ledger.writer().withdraw(u"acme"_s, u"ops-agent-3"_s, work.id, {}), "withdraw");
    QCOMPARE(work.say(fence, AttemptOutcome::Succeeded).code, u"recorded"_s);
    QCOMPARE(work.row().status, Status::Withdrawn);
    QVERIFY(work.row().contrary);
    // Nobody does it again before a person has said that it did not happen.
    const auto again = LedgerUnderTest::submission(u"wire"_s, R"({"record":"A"})");
    QCOMPARE(work.ledger.submit(again).kind, AnswerKind::Conflict);
    QCOMPARE(work.resolve(u"resolve_succeeded"_s), u"final"_s);
    QVERIFY(work.row().contrary);
    QCOMPARE(work.resolve(u"resolve_absent"_s), u"admitted"_s);
    QCOMPARE(work.row().status, Status::Withdrawn);
    QVERIFY(!work.row().contrary);
    QCOMPARE(work.ledger.submit(again).kind, AnswerKind::Created);
    work.requireWhole();
}

void TestContractReports::repeated_isTheSameAnswer()
{
    CallerUnderTest work;
    const qint64 fence = work.fence();
    static_cast<void>(work.say(fence, AttemptOutcome::Succeeded));
    const qint64 events = work.ledger.writer().head().size;
    const auto again = work.say(fence, AttemptOutcome::Succeeded);
    QVERIFY(again.accepted);
    QCOMPARE(again.code, u"repeated"_s);
    QCOMPARE(again.operation.status, Status::Succeeded);
    // Late ones too.
    CallerUnderTest late;
    const qint64 lost = late.fence();
    late.leaseRunsOut();
    QCOMPARE(late.say(lost, AttemptOutcome::NoEffect).code, u"recorded"_s);
    QCOMPARE(late.say(lost, AttemptOutcome::NoEffect).code, u"repeated"_s);
    QCOMPARE(late.ledger.count(evidence::kinds::reported), 1);
    QCOMPARE(work.ledger.writer().head().size, events);
}

void TestContractReports::wrongFenceOrToken_isRefused()
{
    CallerUnderTest work;
    const qint64 fence = work.fence();
    const qint64 events = work.ledger.writer().head().size;
    for (const qint64 wrong : {fence - 1, fence + 1, qint64(1) << 40}) {
        const auto refused = work.say(wrong, AttemptOutcome::Succeeded);
        QVERIFY(!refused.accepted);
        QCOMPARE(refused.code, u"wrong_fence"_s);
    }
    QCOMPARE(work.say(fence, AttemptOutcome::Succeeded, {}, kOther).code, u"wrong_token"_s);
    auto foreign = work.reportOf(fence, AttemptOutcome::Succeeded);
    foreign.tenant = u"globex"_s;
    QCOMPARE(work.ledger.writer().takeReport(foreign).error().code, base::ErrorCode::NotFound);
    QCOMPARE(work.row().status, Status::Running);
    // Nobody reports what the flow does.
    work.id = work.ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true)).operation->id;
    const auto claim = work.ledger.claim().claims.first();
    QCOMPARE(work.ledger.start(claim), 1);
    QCOMPARE(work.say(claim.fence, AttemptOutcome::Succeeded).code, u"wrong_fence"_s);
    QCOMPARE(work.row().status, Status::Running);
    QVERIFY(work.ledger.writer().head().size > events);
    QCOMPARE(work.ledger.count(evidence::kinds::reported), 0);
}

void TestContractReports::late_allButASuccess_isEvidence_data()
{
    QTest::addColumn<AttemptOutcome>("outcome");
    QTest::addColumn<bool>("swept");
    for (const bool swept : {true, false}) {
        for (const auto outcome :
             {AttemptOutcome::NoEffect, AttemptOutcome::NotSent, AttemptOutcome::Unmatched, AttemptOutcome::Reset})
            QTest::addRow("%s%s", qPrintable(ledger::outcomeText(outcome)), swept ? "" : ", before the sweeper")
                << outcome << swept;
    }
}

void TestContractReports::late_allButASuccess_isEvidence()
{
    QFETCH(AttemptOutcome, outcome);
    QFETCH(bool, swept);
    CallerUnderTest work;
    const qint64 fence = work.fence();
    work.ledger.clock.advance(3 * base::kMinute);
    if (swept)
        work.leaseRunsOut();
    const auto answer = work.say(fence, outcome);
    QVERIFY(answer.accepted);
    QVERIFY(answer.late);
    QCOMPARE(answer.code, u"recorded"_s);
    QCOMPARE(work.row().status, Status::Unknown);
    QCOMPARE(work.claim(u"second"_s).code, u"key_ignored"_s); // still nobody's to do again
    const auto events = work.ledger.events();
    const auto said = std::find_if(events.begin(), events.end(),
                                   [](const auto &event) { return event.kind == evidence::kinds::reported; });
    QVERIFY(said != events.end());
    QCOMPARE(said->actor.id, u"desk-1"_s);
    QCOMPARE(said->data.value("outcome"_L1).toString(), ledger::outcomeText(outcome));
    QCOMPARE(
        need(work.ledger.writer().reader().payload(said->digests.value(u"response"_s)), "said").value_or(QByteArray()),
        work.reportOf(fence, outcome).said);
    QCOMPARE(need(work.ledger.writer().reader().attempts(work.id), "attempts").first().outcome, u"timed_out"_s);
    work.requireWhole();
}

void TestContractReports::late_success_settles()
{
    CallerUnderTest work;
    const qint64 fence = work.fence();
    work.ledger.clock.advance(5 * base::kHour); // the plan's own time is over as well
    const auto answer = work.say(fence, AttemptOutcome::Succeeded);
    QVERIFY(answer.late);
    QCOMPARE(answer.code, u"settled"_s);
    QCOMPARE(work.row().status, Status::Succeeded);
    QCOMPARE(work.row().reference, u"desk_9"_s);
    QVERIFY(work.ledger.events().last().data.value("late"_L1).toBool());
    work.requireWhole();
}

/// Two names for what happened once: it may have happened twice.
void TestContractReports::late_successOfAnotherName_isRaised()
{
    CallerUnderTest work;
    const qint64 fence = work.fence();
    work.ledger.clock.advance(5 * base::kMinute);
    need(work.ledger.writer().expireDue(16), "sweep");
    auto said = body(work.ledger, work.row(), u"resolve_succeeded"_s);
    said.reference = u"BANK-7"_s;
    QCOMPARE(admit(work.ledger, said).code, u"admitted"_s);
    QCOMPARE(work.ledger.count(evidence::kinds::alarm), 0);
    static_cast<void>(work.say(fence, AttemptOutcome::Succeeded)); // as desk_9
    QCOMPARE(work.row().reference, u"BANK-7"_s);
    QCOMPARE(work.ledger.count(evidence::kinds::alarm), 1);
    work.requireWhole();
}

void TestContractReports::secondSuccess_ofAnOwnerThatIgnoresKeys_isRaised_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<int>("alarms");
    QTest::newRow("done twice") << u"wire"_s << 1;
    QTest::newRow("honours keys: done once") << u"ship"_s << 0;
}

void TestContractReports::secondSuccess_ofAnOwnerThatIgnoresKeys_isRaised()
{
    QFETCH(QString, tool);
    CallerUnderTest work(tool);
    const qint64 first = work.fence();
    static_cast<void>(work.say(first, AttemptOutcome::NotSent)); // so it is given to another one
    const qint64 second = work.claim(u"second"_s, kOther).fence;
    QVERIFY(second > first);
    static_cast<void>(work.say(second, AttemptOutcome::Succeeded, {}, kOther));
    QCOMPARE(work.ledger.count(evidence::kinds::alarm), 0);
    static_cast<void>(work.say(first, AttemptOutcome::Succeeded)); // after all, by the same name
    QTEST(int(work.ledger.count(evidence::kinds::alarm)), "alarms");
    QCOMPARE(work.row().status, Status::Succeeded);
    work.requireWhole();
}

void TestContractReports::secondSuccess_afterALateOneSettled_isRaised()
{
    CallerUnderTest work(u"wire"_s);
    const qint64 first = work.fence();
    static_cast<void>(work.say(first, AttemptOutcome::NotSent));
    const qint64 second = work.claim(u"second"_s, kOther).fence;
    QCOMPARE(work.say(first, AttemptOutcome::Succeeded).code, u"settled"_s); // after all
    QCOMPARE(work.ledger.count(evidence::kinds::alarm), 0);
    static_cast<void>(work.say(second, AttemptOutcome::Succeeded, {}, kOther));
    QCOMPARE(work.ledger.count(evidence::kinds::alarm), 1);
    work.requireWhole();
}

void TestContractReports::late_reports_areBoundedButASuccessIsNot()
{
    CallerUnderTest work;
    const qint64 fence = work.fence();
    work.leaseRunsOut();
    for (int i = 0; i < 16; ++i)
        QCOMPARE(work.say(fence, AttemptOutcome::Reset, QString::number(i)).code, u"recorded"_s);
    QCOMPARE(work.say(fence, AttemptOutcome::Reset, u"more"_s).code, u"reports_used"_s);
    QCOMPARE(work.ledger.count(evidence::kinds::reported), 16);
    QCOMPARE(work.say(fence, AttemptOutcome::Succeeded).code, u"settled"_s);
    QCOMPARE(work.say(fence, AttemptOutcome::Succeeded, u"-other"_s).code, u"reports_used"_s);
}

void TestContractReports::late_successAgainstAPersonsNo_isBelieved()
{
    CallerUnderTest work;
    const qint64 fence = work.fence();
    work.leaseRunsOut();
    QCOMPARE(work.resolve(u"resolve_absent"_s), u"admitted"_s);
    QCOMPARE(work.say(fence, AttemptOutcome::Succeeded).code, u"settled"_s);
    QCOMPARE(work.row().status, Status::Succeeded);
    QCOMPARE(work.ledger.count(evidence::kinds::contradicted), 1);
    work.requireWhole();
}

void TestContractReports::late_successAgainstALaterRevision_isRaised()
{
    CallerUnderTest work;
    const qint64 fence = work.fence();
    work.leaseRunsOut();
    QCOMPARE(work.resolve(u"resolve_absent"_s), u"admitted"_s);
    const auto later = work.ledger.submit(LedgerUnderTest::submission(u"wire"_s, R"({"record":"A"})"));
    QCOMPARE(later.kind, AnswerKind::Created);
    QCOMPARE(work.say(fence, AttemptOutcome::Succeeded).code, u"recorded"_s);
    QCOMPARE(work.row().status, Status::Failed);
    QVERIFY(work.row().contrary);
    QVERIFY(work.ledger.row(later).held); // it must not be done as well
    work.id = later.operation->id;
    QCOMPARE(work.claim(u"second"_s).code, u"held"_s);
    work.requireWhole();
}

void TestContractReports::late_refusalAgainstAPersonsYes_isRaised()
{
    CallerUnderTest work;
    const qint64 fence = work.fence();
    work.leaseRunsOut();
    QCOMPARE(work.resolve(u"resolve_succeeded"_s), u"admitted"_s);
    QCOMPARE(work.say(fence, AttemptOutcome::Unmatched).code, u"recorded"_s); // proves nothing
    QVERIFY(!work.row().contrary);
    QCOMPARE(work.say(fence, AttemptOutcome::NoEffect).code, u"recorded"_s);
    QCOMPARE(work.row().status, Status::Succeeded);
    QVERIFY(work.row().contrary);
    work.requireWhole();
}

/// A refusal speaks for its own request; the first one may still have had an effect.
void TestContractReports::resend_refusal_leavesItUnknown()
{
    CallerUnderTest work(u"ship"_s);
    static_cast<void>(work.fence());
    work.leaseRunsOut();
    const auto second = work.claim(u"second"_s);
    QVERIFY(second.resend);
    QCOMPARE(work.say(second.fence, AttemptOutcome::NoEffect).operation.status, Status::Unknown);
    work.requireWhole();
}

void TestContractReports::resend_firstSucceedsWhileTheSecondRuns()
{
    CallerUnderTest work(u"ship"_s);
    const qint64 first = work.fence();
    work.leaseRunsOut();
    const auto second = work.claim(u"second"_s, kOther);
    QCOMPARE(work.say(first, AttemptOutcome::Succeeded).code, u"settled"_s);
    QCOMPARE(work.row().status, Status::Succeeded);
    // The second gets the owner's replay and says the same.
    QCOMPARE(work.say(second.fence, AttemptOutcome::Succeeded, {}, kOther).code, u"recorded"_s);
    QVERIFY(!work.row().contrary);
    QCOMPARE(work.row().reference, u"desk_9"_s);
    work.leaseRunsOut();
    const auto attempts = need(work.ledger.writer().reader().attempts(work.id), "attempts");
    QVERIFY(std::all_of(attempts.begin(), attempts.end(), [](const auto &one) { return one.endedAt.has_value(); }));
    work.requireWhole();
    // Where it never says anything, its attempt ends with its lease.
    CallerUnderTest silent(u"ship"_s);
    const qint64 early = silent.fence();
    silent.leaseRunsOut();
    static_cast<void>(silent.claim(u"second"_s, kOther));
    static_cast<void>(silent.say(early, AttemptOutcome::Succeeded));
    silent.leaseRunsOut();
    QCOMPARE(silent.row().status, Status::Succeeded);
    QVERIFY(need(silent.ledger.writer().reader().attempts(silent.id), "attempts").last().endedAt);
    silent.requireWhole();
}

void TestContractReports::contradictsItself_isRaised()
{
    CallerUnderTest work;
    const qint64 fence = work.fence();
    static_cast<void>(work.say(fence, AttemptOutcome::Succeeded));
    QCOMPARE(work.say(fence, AttemptOutcome::NoEffect).code, u"recorded"_s);
    QCOMPARE(work.row().status, Status::Succeeded); // final
    QVERIFY(work.row().contrary);
    work.requireWhole();
    CallerUnderTest other;
    const qint64 refused = other.fence();
    static_cast<void>(other.say(refused, AttemptOutcome::NoEffect));
    QCOMPARE(other.row().status, Status::Failed);
    QCOMPARE(other.say(refused, AttemptOutcome::Succeeded).code, u"settled"_s);
    QCOMPARE(other.row().status, Status::Succeeded);
    other.requireWhole();
}

void TestContractReports::heldMeanwhile_isStillRecorded()
{
    CallerUnderTest work;
    const qint64 fence = work.fence();
    work.ledger.tamper({u"UPDATE operation SET held=1"_s});
    QCOMPARE(work.claim(u"first"_s).code, u"held"_s);
    QCOMPARE(work.say(fence, AttemptOutcome::Succeeded).operation.status, Status::Succeeded);
}

QTEST_APPLESS_MAIN(TestContractReports)
#include "tst_contractreports.moc"
