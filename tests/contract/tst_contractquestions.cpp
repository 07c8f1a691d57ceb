#include "askedwork.h"

#include <QTest>

using namespace Qt::StringLiterals;

namespace obstat::tests {

using ledger::AttemptOutcome;
using ledger::Status;

/// Contract 7.5: an outcome that nobody knows is asked about, and an absence counts only when it can be one.
class TestContractQuestions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void unknown_isAsked_andFoundIsTheFirstResult();
    void absence_beforeTheOwnerHasSettled_doesNotCount();
    void absence_proved_isApprovedAgain_andSentOnce();
    void absence_proved_ofAPlanThatIsOver_isFailed();
    void absence_proved_whereTheToolSaysFailed_isFailed();
    void absence_whereNoTimeIsStated_waitsForAPerson();
    void absence_ofAnOwnerThatAskedEarly_isNotProvedByALateAnswer();
    void severalMatches_waitForAPerson();
    void noAnswer_isAskedAgainLater_andThenAPerson();
    void question_whileASenderIsOpen_isRefused();
    void question_isNoCommit_inAttemptsAndWireKey();
    void crash_duringAQuestion_asksAgain();
    void checksThatFail_onlyAsk();
    void mendedQuery_isUsedForOldWork_ofTheSameOwnerOnly();
    void foundUnderAnotherReference_isRaised();
    void confirmation_thatFindsNothing_isContrary();
    void lateEvidence_ofAFailedOne_makesItSucceed();
    void lateEvidence_whileALaterRevisionHoldsTheKey_holdsThatOne();
    void askAgain_ofAFailedOne_isAsked();
    void forgedRequeue_ofAnUnknown_isNotBelieved();
    void resumedPlan_isAsked_neverSent();
    void resumedPlan_sentUnderItsKey_staysInDoubt_data();
    void resumedPlan_sentUnderItsKey_staysInDoubt();
    void claim_thatRanOut_isTakenBack();
    void absence_byAPerson_isNotTakenBeforeItCounts();
};
void TestContractQuestions::unknown_isAsked_andFoundIsTheFirstResult()
{
    AskedWork ground;
    ground.lose();
    const auto row = ground.ask(AttemptOutcome::Found, u"g-1"_s);
    QCOMPARE(row.status, Status::Succeeded);
    QCOMPARE(row.reference, u"g-1"_s);
    QCOMPARE(row.attempts, 1);
    const auto again = ground.submit(u"A"_s);
    QCOMPARE(again.kind, ledger::AnswerKind::Repeated);
    QCOMPARE(again.result, std::optional(QByteArray(R"({"id":"g-1"})")));
    QCOMPARE(ground.ledger.kinds(ground.id).count(u"queried"_s), 1);
    ground.requireWhole();
}

void TestContractQuestions::absence_beforeTheOwnerHasSettled_doesNotCount()
{
    AskedWork ground;
    ground.lose();
    const base::Micros lost = ground.ledger.clock.now();
    const auto row = ground.ask(AttemptOutcome::Absent);
    QCOMPARE(row.status, Status::Unknown);
    QCOMPARE(row.notBefore, std::optional(lost + base::kMinute)); // when a "no" begins to count
    const auto attempts = need(ground.ledger.writer().reader().attempts(ground.id), "attempts");
    QCOMPARE(attempts.last().outcome, u"absent"_s);
    ground.ledger.clock.advance(base::kMinute);
    QCOMPARE(ground.ask(AttemptOutcome::Absent).status, Status::Approved);
    ground.requireWhole();
}

void TestContractQuestions::absence_proved_isApprovedAgain_andSentOnce()
{
    AskedWork ground;
    ground.lose();
    const QString key = ground.row().wireKey;
    ground.ledger.clock.advance(base::kMinute);
    const auto row = ground.ask(AttemptOutcome::Absent);
    QCOMPARE(row.status, Status::Approved);
    QCOMPARE(row.wireKey, key); // the generation never rises on an absence (3.5)
    QCOMPARE(need(ground.ledger.writer().reader().attempts(ground.id), "attempts").last().outcome, u"proved_absent"_s);
    const auto claim = ground.ledger.claimOne();
    QVERIFY(!claim.resend);
    QCOMPARE(
        ground.ledger.end(LedgerUnderTest::ending(claim, ground.ledger.start(claim), AttemptOutcome::Succeeded)).status,
        Status::Succeeded);
    ground.requireWhole();
}

void TestContractQuestions::absence_proved_ofAPlanThatIsOver_isFailed()
{
    AskedWork ground;
    ground.lose();
    ground.ledger.clock.advance(5 * base::kHour);
    const auto row = ground.ask(AttemptOutcome::Absent);
    QCOMPARE(row.status, Status::Failed);
    QVERIFY(row.finishedAt);
    QCOMPARE(ground.submit(u"A"_s).kind, ledger::AnswerKind::Created); // the key is free for a revision
    ground.requireWhole();
}

void TestContractQuestions::absence_proved_whereTheToolSaysFailed_isFailed()
{
    AskedWork ground(kQuery + "on_absent = \"failed\"\n");
    ground.lose();
    ground.ledger.clock.advance(base::kMinute);
    QCOMPARE(ground.ask(AttemptOutcome::Absent).status, Status::Failed);
}

void TestContractQuestions::absence_whereNoTimeIsStated_waitsForAPerson()
{
    AskedWork ground(kQuery, "\n[owner.mill]\nkind = \"http\"\nurl = \"http://127.0.0.1:11\"\n");
    ground.lose();
    ground.ledger.clock.advance(base::kHour);
    const auto row = ground.ask(AttemptOutcome::Absent);
    QCOMPARE(row.status, Status::Unknown);
    QVERIFY(!row.notBefore);
    ground.ledger.clock.advance(base::kHour);
    QVERIFY(ground.ledger.claim().questions.isEmpty());
}

void TestContractQuestions::absence_ofAnOwnerThatAskedEarly_isNotProvedByALateAnswer()
{
    AskedWork ground;
    ground.lose();
    const auto question = ground.due();
    const auto begun = ground.begin(question);
    ground.ledger.clock.advance(base::kHour); // the answer took long; it speaks of the moment it was asked
    QCOMPARE(ground.finish(question, begun, AttemptOutcome::Absent).status, Status::Unknown);
    QVERIFY(ground.row().notBefore);
}

void TestContractQuestions::severalMatches_waitForAPerson()
{
    AskedWork ground;
    ground.lose();
    const auto row = ground.ask(AttemptOutcome::Several);
    QCOMPARE(row.status, Status::Unknown);
    QVERIFY(!row.notBefore);
}

void TestContractQuestions::noAnswer_isAskedAgainLater_andThenAPerson()
{
    AskedWork ground;
    ground.lose();
    int asked = 0;
    while (ground.row().notBefore) {
        ground.ledger.clock.setNow(std::max(ground.ledger.clock.now(), *ground.row().notBefore));
        const auto row = ground.ask(AttemptOutcome::TimedOut);
        QCOMPARE(row.status, Status::Unknown);
        QVERIFY(!row.notBefore || *row.notBefore > ground.ledger.clock.now());
        QVERIFY(++asked < 100);
    }
    QCOMPARE(asked, 16);
    ground.requireWhole();
}

void TestContractQuestions::question_whileASenderIsOpen_isRefused()
{
    AskedWork ground;
    const auto claim = ground.ledger.claimOne();
    const int number = ground.ledger.start(claim);
    static_cast<void>(need(ground.ledger.writer().attemptTimedOut(ground.id, claim.fence, number), "timed out"));
    ground.ledger.clock.advance(base::kHour);
    QVERIFY(ground.ledger.claim().questions.isEmpty());
    const ledger::AttemptStart start{ground.id, 0, "GET /ground", 30 * base::kSecond};
    const auto refused = need(ground.ledger.writer().startQuestions({&start, 1}), "start").first();
    QCOMPARE(refused.error().code, base::ErrorCode::Illegal);
    // Its late answer settles it without any question.
    QCOMPARE(ground.ledger.end(LedgerUnderTest::ending(claim, number, AttemptOutcome::Succeeded)).status,
             Status::Succeeded);
}

void TestContractQuestions::question_isNoCommit_inAttemptsAndWireKey()
{
    AskedWork ground;
    ground.lose();
    const auto before = ground.row();
    const auto question = ground.due();
    const auto begun = ground.begin(question);
    QCOMPARE(begun.number, 2);
    // Nothing else begins beside it.
    ground.ledger.clock.advance(base::kHour);
    const auto report = ground.ledger.claim();
    QVERIFY(report.questions.isEmpty() && report.claims.isEmpty());
    // Its fence is no claim's: neither an answer to a send nor another question's fits it.
    ledger::AttemptEnd wrong;
    wrong.operation = ground.id;
    wrong.number = begun.number;
    wrong.fence = begun.fence;
    wrong.outcome = AttemptOutcome::NoEffect;
    QCOMPARE(ground.ledger.writer().endAttempt(wrong).error().code, base::ErrorCode::NotFound);
    wrong.fence = begun.fence + 1;
    QCOMPARE(ground.ledger.writer().endQuestion(wrong, question.entry).error().code, base::ErrorCode::Stale);
    static_cast<void>(ground.finish(question, begun, AttemptOutcome::TimedOut));
    const auto after = ground.row();
    QCOMPARE(after.attempts, before.attempts);
    QCOMPARE(after.firstSentAt, before.firstSentAt);
    QCOMPARE(after.wireKey, before.wireKey);
    QCOMPARE(after.version, before.version);
}

void TestContractQuestions::crash_duringAQuestion_asksAgain()
{
    AskedWork ground;
    ground.lose();
    static_cast<void>(ground.begin(ground.due()));
    ground.ledger.crash();
    ground.ledger.open();
    const auto attempts = need(ground.ledger.writer().reader().attempts(ground.id), "attempts");
    QCOMPARE(attempts.last().outcome, u"crashed"_s);
    QCOMPARE(ground.row().status, Status::Unknown);
    QCOMPARE(ground.ask(AttemptOutcome::Found, u"g-1"_s).status, Status::Succeeded);
    ground.requireWhole();
}

void TestContractQuestions::checksThatFail_onlyAsk()
{
    // The owner honours the key, so it would be sent again; but who approved it may not any more.
    AskedWork ground(kQuery, kOwner + "honours_key = true\n");
    ground.lose();
    need(ground.ledger.act(u"revoke"_s, u"keller"_s, {}), "revoke");
    const auto row = ground.ask(AttemptOutcome::Found, u"g-1"_s);
    QCOMPARE(row.status, Status::Succeeded);
    QCOMPARE(row.attempts, 1);
}

void TestContractQuestions::mendedQuery_isUsedForOldWork_ofTheSameOwnerOnly()
{
    for (const bool same : {true, false}) {
        AskedWork ground("");
        ground.lose();
        const QByteArray owner = same ? kOwner : QByteArray(kOwner).replace(":11", ":12");
        ground.ledger.loadTools(LedgerUnderTest::toolsToml() + owner + kTool + kQuery);
        // Another address is another owner: its "no" would prove nothing.
        QCOMPARE(ground.ledger.claim().questions.size(), same ? 1 : 0);
        QCOMPARE(ground.row().notBefore.has_value(), same);
    }
}

void TestContractQuestions::foundUnderAnotherReference_isRaised()
{
    AskedWork ground;
    const auto claim = ground.ledger.claimOne();
    auto accepted = LedgerUnderTest::ending(claim, ground.ledger.start(claim), AttemptOutcome::Unmatched);
    accepted.httpStatus = 202;
    accepted.reference = u"g-1"_s;
    accepted.retryAt = ground.ledger.clock.now();
    static_cast<void>(ground.ledger.end(accepted));
    QCOMPARE(ground.ask(AttemptOutcome::Found, u"g-2"_s).status, Status::Succeeded);
    const auto events = ground.ledger.events();
    const auto alarm = std::find_if(events.begin(), events.end(),
                                    [](const auto &event) { return event.kind == evidence::kinds::alarm; });
    QVERIFY(alarm != events.end());
    QCOMPARE(alarm->data.value("why"_L1).toString(), u"other_reference"_s);
}

void TestContractQuestions::confirmation_thatFindsNothing_isContrary()
{
    // An owner that says yes and has nothing.
    AskedWork ground(kQuery + "confirm_after = \"10m\"\n");
    const auto claim = ground.ledger.claimOne();
    auto yes = LedgerUnderTest::ending(claim, ground.ledger.start(claim), AttemptOutcome::Succeeded);
    yes.confirmAt = ground.ledger.clock.now() + claim.entry.confirmAfter;
    QCOMPARE(ground.ledger.end(yes).status, Status::Succeeded);
    QVERIFY(ground.ledger.claim().questions.isEmpty());
    ground.ledger.clock.advance(10 * base::kMinute);
    const auto row = ground.ask(AttemptOutcome::Absent);
    QCOMPARE(row.status, Status::Succeeded); // final; a person is told
    QVERIFY(row.contrary);
    QVERIFY(!row.notBefore);
    QCOMPARE(ground.ledger.kinds(ground.id).last(), u"contradicted"_s);
    ground.requireWhole();
}

void TestContractQuestions::lateEvidence_ofAFailedOne_makesItSucceed()
{
    AskedWork ground(kQuery + "on_absent = \"failed\"\n");
    ground.lose();
    ground.ledger.clock.advance(base::kMinute);
    QCOMPARE(ground.ask(AttemptOutcome::Absent).status, Status::Failed);
    // Asked once more by hand, the owner has it after all.
    const auto canonical = need(ground.ledger.writer().reader().document(ground.row().registryDigest), "entry");
    const ledger::Question question{ground.row(), need(policy::entryFromCanonical(*canonical), "entry"), {}, {}, {}};
    const auto row = ground.finish(question, ground.begin(question), AttemptOutcome::Found, u"g-1"_s);
    QCOMPARE(row.status, Status::Succeeded);
    QCOMPARE(row.reference, u"g-1"_s);
    QVERIFY(!row.contrary);
    QVERIFY(ground.ledger.kinds(ground.id).contains(u"contradicted"_s));
    QCOMPARE(ground.submit(u"A"_s).kind, ledger::AnswerKind::Repeated);
    ground.requireWhole();
}

void TestContractQuestions::lateEvidence_whileALaterRevisionHoldsTheKey_holdsThatOne()
{
    AskedWork ground(kQuery + "on_absent = \"failed\"\n");
    ground.lose();
    ground.ledger.clock.advance(base::kMinute);
    QCOMPARE(ground.ask(AttemptOutcome::Absent).status, Status::Failed);
    const auto later = ground.submit(u"A"_s);
    QCOMPARE(later.kind, ledger::AnswerKind::Created);
    const auto canonical = need(ground.ledger.writer().reader().document(ground.row().registryDigest), "entry");
    const ledger::Question question{ground.row(), need(policy::entryFromCanonical(*canonical), "entry"), {}, {}, {}};
    const auto row = ground.finish(question, ground.begin(question), AttemptOutcome::Found, u"g-1"_s);
    QCOMPARE(row.status, Status::Failed);
    QVERIFY(row.contrary);
    QVERIFY(ground.ledger.row(later).held);
    QCOMPARE(ground.ledger.decide(ground.ledger.row(later), u"approve"_s).code, u"held"_s);
    ground.requireWhole();
}

void TestContractQuestions::askAgain_ofAFailedOne_isAsked()
{
    AskedWork ground(kQuery + "on_absent = \"failed\"\n");
    ground.lose();
    ground.ledger.clock.advance(base::kMinute);
    QCOMPARE(ground.ask(AttemptOutcome::Absent).status, Status::Failed);
    ground.askByHand();
    QCOMPARE(ground.ask(AttemptOutcome::Found, u"g-1"_s).status, Status::Succeeded);
    ground.requireWhole();
}

void TestContractQuestions::forgedRequeue_ofAnUnknown_isNotBelieved()
{
    AskedWork ground;
    ground.lose();
    ground.ledger.tamper(
        {u"UPDATE operation SET status='approved', version=version+1, not_before=1 WHERE id=%1"_s.arg(ground.id)});
    QVERIFY(ground.ledger.claim().claims.isEmpty());
    QVERIFY(ground.row().held);
}

void TestContractQuestions::resumedPlan_isAsked_neverSent()
{
    AskedWork ground;
    ground.resume();
    ground.askByHand();
    const auto early = ground.ask(AttemptOutcome::Absent); // this copy sent nothing, but another may have
    QCOMPARE(early.status, Status::Unknown);
    ground.ledger.clock.advance(base::kMinute);
    QCOMPARE(ground.ask(AttemptOutcome::Absent).status, Status::Approved);
    const auto claim = ground.ledger.claimOne();
    QVERIFY(!claim.resend);
    ground.requireWhole();
}

void TestContractQuestions::resumedPlan_sentUnderItsKey_staysInDoubt_data()
{
    QTest::addColumn<AttemptOutcome>("outcome");
    QTest::newRow("not sent after all") << AttemptOutcome::NotSent;
    QTest::newRow("refused, but not as a replay") << AttemptOutcome::NoEffect;
    QTest::newRow("never started") << AttemptOutcome::Crashed;
}

void TestContractQuestions::resumedPlan_sentUnderItsKey_staysInDoubt()
{
    QFETCH(const AttemptOutcome, outcome);
    AskedWork ground(kQuery, kOwner + "honours_key = true\n");
    ground.resume();
    ground.askByHand();
    const auto claim = ground.ledger.claimOne(); // the owner honours the key: sending again is the question
    QVERIFY(claim.resend);
    if (outcome == AttemptOutcome::Crashed)
        need(ground.ledger.writer().release(ground.id, claim.fence, u"stopping"_s, std::nullopt), "release");
    else
        static_cast<void>(ground.ledger.end(LedgerUnderTest::ending(claim, ground.ledger.start(claim), outcome)));
    QCOMPARE(ground.row().status, Status::Unknown);
    ground.requireWhole();
}

void TestContractQuestions::claim_thatRanOut_isTakenBack()
{
    AskedWork ground;
    const auto first = ground.ledger.claimOne();
    ground.ledger.clock.advance(LedgerUnderTest::kLease);
    QVERIFY(ground.ledger.claim().claims.isEmpty()); // taken back
    QCOMPARE(ground.row().status, Status::Approved);
    const auto second = ground.ledger.claimOne();
    QCOMPARE(second.operation.id, ground.id);
    QVERIFY(second.fence > first.fence);
    const ledger::AttemptStart late{ground.id, first.fence, "POST /grind", 30 * base::kSecond};
    QCOMPARE(ground.ledger.writer().startAttempt(late).error().code, base::ErrorCode::Stale);
    // What was started is not: it waits for its end.
    static_cast<void>(ground.ledger.start(second));
    ground.ledger.clock.advance(LedgerUnderTest::kLease);
    QVERIFY(ground.ledger.claim().claims.isEmpty());
    QCOMPARE(ground.row().status, Status::Running);
}

void TestContractQuestions::absence_byAPerson_isNotTakenBeforeItCounts()
{
    AskedWork ground;
    ground.lose();
    approval::DecisionBody body = ground.ledger.decisionBody(ground.row(), u"resolve_absent"_s);
    body.verdict.clear();
    body.reason = u"not in its list"_s;
    const auto early = need(ground.ledger.writer().admit(ground.ledger.sign(body)), "admit");
    QCOMPARE(early.code, u"too_early"_s);
    ground.ledger.clock.advance(base::kMinute);
    // Looked up too early, however late it arrives.
    body.nonce = QString(32, u'7');
    QCOMPARE(need(ground.ledger.writer().admit(ground.ledger.sign(body)), "admit").code, u"too_early"_s);
    body.nonce = QString(32, u'8');
    body.decidedAt = ground.ledger.clock.now();
    QCOMPARE(need(ground.ledger.writer().admit(ground.ledger.sign(body)), "admit").code, u"admitted"_s);
    QCOMPARE(ground.row().status, Status::Failed);
}

} // namespace obstat::tests

QTEST_GUILESS_MAIN(obstat::tests::TestContractQuestions)
#include "tst_contractquestions.moc"
