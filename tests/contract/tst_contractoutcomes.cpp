#include "ledgerundertest.h"

#include "ledger/ledgerreader.h"
#include "ledger/ledgerverifier.h"
#include "ledger/otherwork.h"

#include <QTest>

using namespace Qt::StringLiterals;

namespace obstat::tests {

using ledger::AnswerKind;
using ledger::AttemptOutcome;
using ledger::OperationRow;
using ledger::Status;

/// Contract 4.2, 7.5: what nobody can prove, and what came twice, is settled by people with their signatures.
class TestContractOutcomes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void unknown_settledByAPerson_data();
    void unknown_settledByAPerson();
    void settlement_withoutEvidence_isRefused();
    void settlement_seenBeforeAnotherOne_isLost();
    void settlement_whileTheOwnerMayAnswer_isRefused();
    void settlement_ofWhatIsKnown_isRefused_data();
    void settlement_ofWhatIsKnown_isRefused();
    void settlement_byWhomAsked_isRefused();
    void settlement_overTheLimit_needsTwoPeople();
    void settlement_overTheLimit_twoKeysOfOneAreOne();
    void forgedFirstWord_isNotCounted();
    void absence_byAPerson_freesTheKeyForPeopleOnly();
    void otherPayload_underASentKey_takesANewOneAndAPerson_data();
    void otherPayload_underASentKey_takesANewOneAndAPerson();
    void askAgain_withoutAQuery_isRefused();
    void contrary_everySubmitIsAConflict_untilSettled();
    void reopen_ofARejection_isANewPlanForSomebodyElse();
    void reopen_ofARefusal_takesANewWireKey();
    void reopen_isRefused_whereALaterPlanIs();
    void conflict_settled_data();
    void conflict_settled();
    void conflict_acceptedAsOtherWork_isPlannedOnce();
    void conflict_ofAForgedRow_isNotAccepted();
    void conflict_settledByHand_isFound();

private:
    static OperationRow unknown(LedgerUnderTest &ledger, const QString &amount = u"10"_s)
    {
        const qint64 id = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, amount, true)).operation->id;
        if (ledger.row(id).status == Status::AwaitingApproval)
            static_cast<void>(ledger.decide(ledger.row(id), u"approve"_s));
        const auto claim = ledger.claimOne();
        static_cast<void>(ledger.end(LedgerUnderTest::ending(claim, ledger.start(claim), AttemptOutcome::Reset)));
        return ledger.row(id);
    }
    static approval::DecisionBody body(LedgerUnderTest &ledger, const OperationRow &row, const QString &kind,
                                       const QString &person = u"keller"_s)
    {
        approval::DecisionBody body = ledger.decisionBody(row, kind, person);
        body.verdict.clear();
        body.reason = u"The bank's statement of today says so."_s;
        return body;
    }
    static ledger::Admission admit(LedgerUnderTest &ledger, const approval::DecisionBody &body)
    {
        return need(ledger.writer().admit(ledger.sign(body)), "admit");
    }
    static void requireWhole(LedgerUnderTest &ledger)
    {
        ledger::LedgerVerifier verifier(ledger.writer().reader(), ledger.writer().logVerifierKey(),
                                        ledger.options().administrators);
        const auto report = need(verifier.run({}), "verify");
        QVERIFY2(report.whole, report.findings.isEmpty() ? "" : qPrintable(report.findings.first().what));
    }
    static void limitTwoPeople(LedgerUnderTest &ledger)
    {
        ledger.activatePolicy(LedgerUnderTest::policyToml() + "\n[second_person_above]\nUSD = \"100\"\n");
    }
    /// The operation and its open conflict's event.
    static std::pair<OperationRow, qint64> conflict(LedgerUnderTest &ledger)
    {
        const auto first = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
        const auto second = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"1300"_s));
        if (second.kind != AnswerKind::Conflict)
            qFatal("no conflict");
        const auto rows = need(ledger.writer().reader().conflictsOf(first.operation->id), "conflicts");
        return {ledger.row(first), rows.last().event};
    }
    static approval::DecisionBody onConflict(LedgerUnderTest &ledger, const OperationRow &row, qint64 event,
                                             const QString &kind, const QString &name = {})
    {
        approval::DecisionBody decision = body(ledger, row, kind);
        decision.conflictEvent = event;
        decision.reference = name;
        decision.newIntentKey = name.isEmpty() ? QString() : ledger::otherWork(row, name).intentKey;
        return decision;
    }
};

void TestContractOutcomes::unknown_settledByAPerson_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<Status>("status");
    QTest::newRow("happened") << u"resolve_succeeded"_s << Status::Succeeded;
    QTest::newRow("did not happen") << u"resolve_absent"_s << Status::Failed;
}

void TestContractOutcomes::unknown_settledByAPerson()
{
    QFETCH(const QString, kind);
    QFETCH(const Status, status);
    LedgerUnderTest ledger;
    const OperationRow before = unknown(ledger);
    auto decision = body(ledger, before, kind);
    decision.reference = status == Status::Succeeded ? u"TX-77"_s : QString();
    decision.evidenceDigest = base::digestHex("statement.pdf");
    const auto admission = admit(ledger, decision);
    QCOMPARE(admission.code, u"admitted"_s);
    const OperationRow row = ledger.row(before.id);
    QCOMPARE(row.status, status);
    QCOMPARE(row.reference, decision.reference);
    QVERIFY(row.finishedAt && !row.notBefore);
    const auto event = ledger.events().last();
    QCOMPARE(event.actor.type, QString(evidence::actors::person));
    QCOMPARE(event.actor.id, u"keller"_s);
    QCOMPARE(event.digests.value(u"decision"_s), base::digestHex(decision.canonical())); // and so of the evidence
    // The agent hears the end; there are no owner's bytes to hand out.
    const auto again = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true));
    QCOMPARE(again.kind, status == Status::Succeeded ? AnswerKind::Repeated : AnswerKind::Created);
    QVERIFY(!again.result);
    requireWhole(ledger);
}

void TestContractOutcomes::settlement_withoutEvidence_isRefused()
{
    LedgerUnderTest ledger;
    const OperationRow row = unknown(ledger);
    auto decision = body(ledger, row, u"resolve_absent"_s);
    decision.reason = u"  "_s;
    QCOMPARE(admit(ledger, decision).code, u"no_reason"_s);
    QCOMPARE(ledger.row(row.id).status, Status::Unknown);
}

void TestContractOutcomes::settlement_seenBeforeAnotherOne_isLost()
{
    LedgerUnderTest ledger;
    const OperationRow row = unknown(ledger);
    const auto yes = body(ledger, row, u"resolve_succeeded"_s);
    const auto no = body(ledger, row, u"resolve_absent"_s, u"mayr"_s);
    QCOMPARE(admit(ledger, yes).code, u"admitted"_s);
    const auto late = admit(ledger, no);
    QCOMPARE(late.outcome, ledger::Admission::Outcome::Lost);
    QCOMPARE(ledger.row(row.id).status, Status::Succeeded);
    requireWhole(ledger);
}

void TestContractOutcomes::settlement_whileTheOwnerMayAnswer_isRefused()
{
    LedgerUnderTest ledger;
    const qint64 id = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true)).operation->id;
    const auto claim = ledger.claimOne();
    static_cast<void>(need(ledger.writer().attemptTimedOut(id, claim.fence, ledger.start(claim)), "timed out"));
    QCOMPARE(admit(ledger, body(ledger, ledger.row(id), u"resolve_absent"_s)).code, u"still_open"_s);
    QCOMPARE(ledger.row(id).status, Status::Unknown);
}

void TestContractOutcomes::settlement_ofWhatIsKnown_isRefused_data()
{
    QTest::addColumn<QString>("kind");
    QTest::newRow("happened") << u"resolve_succeeded"_s;
    QTest::newRow("did not happen") << u"resolve_absent"_s;
}

void TestContractOutcomes::settlement_ofWhatIsKnown_isRefused()
{
    QFETCH(const QString, kind);
    LedgerUnderTest ledger;
    const auto waiting = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    QCOMPARE(admit(ledger, body(ledger, ledger.row(waiting), kind)).code, u"not_unknown"_s);
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-2"_s, u"10"_s, true)));
    const auto done = ledger.execute(AttemptOutcome::Succeeded);
    QCOMPARE(admit(ledger, body(ledger, done, kind)).code, u"not_unknown"_s);
    QCOMPARE(ledger.row(done.id).status, Status::Succeeded);
}

void TestContractOutcomes::settlement_byWhomAsked_isRefused()
{
    LedgerUnderTest ledger;
    ledger.enrol(u"sponsor"_s, {u"treasury"_s}); // of the agent's token
    const OperationRow row = unknown(ledger);
    QCOMPARE(admit(ledger, body(ledger, row, u"resolve_absent"_s, u"sponsor"_s)).code, u"not_eligible"_s);
    ledger.enrol(u"clerk"_s, {u"mail"_s});
    QCOMPARE(admit(ledger, body(ledger, row, u"resolve_absent"_s, u"clerk"_s)).code, u"not_eligible"_s);
    QCOMPARE(ledger.row(row.id).status, Status::Unknown);
}

void TestContractOutcomes::settlement_overTheLimit_needsTwoPeople()
{
    LedgerUnderTest ledger;
    limitTwoPeople(ledger);
    const OperationRow row = unknown(ledger, u"100.01"_s);
    QCOMPARE(admit(ledger, body(ledger, row, u"resolve_succeeded"_s)).code, u"counted"_s);
    QCOMPARE(ledger.row(row.id).status, Status::Unknown);
    QCOMPARE(admit(ledger, body(ledger, row, u"resolve_succeeded"_s)).code, u"not_needed"_s); // the same person
    // The other end is no second word for the first.
    QCOMPARE(admit(ledger, body(ledger, row, u"resolve_absent"_s, u"mayr"_s)).code, u"counted"_s);
    QCOMPARE(ledger.row(row.id).status, Status::Unknown);
    QCOMPARE(admit(ledger, body(ledger, row, u"resolve_succeeded"_s, u"mayr"_s)).code, u"admitted"_s);
    QCOMPARE(ledger.row(row.id).status, Status::Succeeded);
    requireWhole(ledger);
    // At the limit one person is enough.
    LedgerUnderTest small;
    limitTwoPeople(small);
    QCOMPARE(admit(small, body(small, unknown(small, u"100"_s), u"resolve_succeeded"_s)).code, u"admitted"_s);
}

void TestContractOutcomes::settlement_overTheLimit_twoKeysOfOneAreOne()
{
    LedgerUnderTest ledger;
    limitTwoPeople(ledger);
    const OperationRow row = unknown(ledger, u"400"_s);
    QCOMPARE(admit(ledger, body(ledger, row, u"resolve_absent"_s)).code, u"counted"_s);
    need(ledger.act(u"revoke"_s, u"keller"_s, {}), "revoke");
    // Whoever was revoked meanwhile does not count any more.
    QCOMPARE(admit(ledger, body(ledger, row, u"resolve_absent"_s, u"mayr"_s)).code, u"counted"_s);
    QCOMPARE(ledger.row(row.id).status, Status::Unknown);
}

void TestContractOutcomes::forgedFirstWord_isNotCounted()
{
    LedgerUnderTest ledger;
    limitTwoPeople(ledger);
    const OperationRow row = unknown(ledger, u"400"_s);
    QCOMPARE(admit(ledger, body(ledger, row, u"resolve_absent"_s)).code, u"counted"_s);
    ledger.tamperLive({u"UPDATE decision SET signature=x'00' WHERE kind='resolve_absent'"_s});
    QCOMPARE(admit(ledger, body(ledger, row, u"resolve_absent"_s, u"mayr"_s)).code, u"counted"_s);
    QCOMPARE(ledger.row(row.id).status, Status::Unknown);
}

void TestContractOutcomes::absence_byAPerson_freesTheKeyForPeopleOnly()
{
    LedgerUnderTest ledger;
    const OperationRow row = unknown(ledger);
    QCOMPARE(admit(ledger, body(ledger, row, u"resolve_absent"_s)).code, u"admitted"_s);
    // The rule would approve it; a person's word is not the owner's, so people decide.
    const auto again = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true));
    QCOMPARE(again.kind, AnswerKind::Created);
    QCOMPARE(again.operation->status, Status::AwaitingApproval);
    QCOMPARE(again.operation->revision, 2);
    QCOMPARE(again.operation->generation, 1); // the same payload under the same wire key
    QCOMPARE(again.operation->wireKey, row.wireKey);
    requireWhole(ledger);
}

void TestContractOutcomes::otherPayload_underASentKey_takesANewOneAndAPerson_data()
{
    QTest::addColumn<QByteArray>("owner");
    QTest::addColumn<int>("generation");
    QTest::addColumn<Status>("status");
    QTest::newRow("owner takes the key for the first body") << QByteArray() << 2 << Status::AwaitingApproval;
    // Even so: what a person called absent is free for people only.
    QTest::newRow("owner compares") << QByteArray("compares_body = true\n") << 1 << Status::AwaitingApproval;
}

void TestContractOutcomes::otherPayload_underASentKey_takesANewOneAndAPerson()
{
    QFETCH(const QByteArray, owner);
    QFETCH(const int, generation);
    QFETCH(const Status, status);
    LedgerUnderTest ledger;
    ledger.loadTools(
        LedgerUnderTest::toolsToml().replace("honours_key = true\n", QByteArray("honours_key = true\n" + owner)));
    const OperationRow row = unknown(ledger);
    QCOMPARE(admit(ledger, body(ledger, row, u"resolve_absent"_s)).code, u"admitted"_s);
    const auto other = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"11"_s, true));
    QCOMPARE(other.kind, AnswerKind::Created);
    QCOMPARE(other.operation->generation, generation);
    QCOMPARE(other.operation->status, status);
    requireWhole(ledger);
}

void TestContractOutcomes::askAgain_withoutAQuery_isRefused()
{
    LedgerUnderTest ledger;
    const OperationRow row = unknown(ledger);
    auto decision = body(ledger, row, u"ask_again"_s);
    decision.reason.clear();
    QCOMPARE(admit(ledger, decision).code, u"cannot_ask"_s);
    QVERIFY(!ledger.row(row.id).notBefore);
}

void TestContractOutcomes::contrary_everySubmitIsAConflict_untilSettled()
{
    LedgerUnderTest ledger;
    const OperationRow row = unknown(ledger);
    QCOMPARE(admit(ledger, body(ledger, row, u"resolve_absent"_s)).code, u"admitted"_s);
    const auto later = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true));
    QCOMPARE(later.kind, AnswerKind::Created);
    // The first sender's answer comes after all.
    ledger.tamperLive({u"UPDATE attempt SET ended_at=NULL WHERE operation=%1"_s.arg(row.id)});
    ledger::AttemptEnd late;
    late.operation = row.id;
    late.fence = *row.fence;
    late.number = 1;
    late.outcome = AttemptOutcome::Succeeded;
    late.reference = u"TX-77"_s;
    static_cast<void>(ledger.end(late));
    QVERIFY(ledger.row(row.id).contrary);
    QVERIFY(ledger.row(later).held);
    QCOMPARE(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true)).kind, AnswerKind::Conflict);
    // A later plan holds the key: it goes first.
    QCOMPARE(admit(ledger, body(ledger, ledger.row(row.id), u"resolve_succeeded"_s)).code, u"key_held"_s);
    QCOMPARE(ledger.decide(ledger.row(later), u"reject"_s).code, u"admitted"_s);
    QCOMPARE(admit(ledger, body(ledger, ledger.row(row.id), u"resolve_succeeded"_s)).code, u"admitted"_s);
    QCOMPARE(ledger.row(row.id).status, Status::Succeeded);
    QVERIFY(!ledger.row(row.id).contrary);
}

void TestContractOutcomes::reopen_ofARejection_isANewPlanForSomebodyElse()
{
    LedgerUnderTest ledger;
    const auto first = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    QCOMPARE(ledger.decide(ledger.row(first), u"reject"_s).code, u"admitted"_s);
    const auto admission = admit(ledger, body(ledger, ledger.row(first), u"reopen"_s));
    QCOMPARE(admission.code, u"admitted"_s);
    QVERIFY(admission.planned);
    const OperationRow second = ledger.row(admission.planned->id);
    QCOMPARE(second.status, Status::AwaitingApproval);
    QCOMPARE(second.revision, 2);
    QCOMPARE(second.intentKey, first.operation->intentKey);
    QCOMPARE(second.payloadDigest, first.operation->payloadDigest);
    QCOMPARE(second.actor, u"keller"_s);
    QCOMPARE(ledger.row(first).status, Status::Rejected);
    QCOMPARE(ledger.decide(second, u"approve"_s).code, u"not_eligible"_s); // who opened it
    QCOMPARE(ledger.decide(second, u"approve"_s, u"mayr"_s).code, u"admitted"_s);
    QCOMPARE(ledger.execute(AttemptOutcome::Succeeded).id, second.id);
    requireWhole(ledger);
}

void TestContractOutcomes::reopen_ofARefusal_takesANewWireKey()
{
    LedgerUnderTest ledger;
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true)));
    const auto failed = ledger.execute(AttemptOutcome::NoEffect);
    QCOMPARE(failed.status, Status::Failed);
    const auto admission = admit(ledger, body(ledger, failed, u"reopen"_s));
    QVERIFY(admission.planned);
    QCOMPARE(admission.planned->generation, 2);
    QCOMPARE(admission.planned->status, Status::AwaitingApproval); // never by a rule
    requireWhole(ledger);
}

void TestContractOutcomes::reopen_isRefused_whereALaterPlanIs()
{
    LedgerUnderTest ledger;
    const auto first = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    QCOMPARE(admit(ledger, body(ledger, ledger.row(first), u"reopen"_s)).code, u"not_ended"_s);
    QCOMPARE(ledger.decide(ledger.row(first), u"reject"_s).code, u"admitted"_s);
    const auto second = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"1300"_s));
    QCOMPARE(second.kind, AnswerKind::Created);
    QCOMPARE(admit(ledger, body(ledger, ledger.row(first), u"reopen"_s)).code, u"key_held"_s);
}

void TestContractOutcomes::conflict_settled_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("state");
    QTest::newRow("kept") << u"conflict_keep"_s << u"kept"_s;
    QTest::newRow("dismissed") << u"conflict_dismiss"_s << u"dismissed"_s;
}

void TestContractOutcomes::conflict_settled()
{
    QFETCH(const QString, kind);
    QFETCH(const QString, state);
    LedgerUnderTest ledger;
    const auto [row, event] = conflict(ledger);
    QCOMPARE(admit(ledger, onConflict(ledger, row, event + 1, kind)).code, u"no_conflict"_s);
    QCOMPARE(admit(ledger, onConflict(ledger, row, event, kind)).code, u"admitted"_s);
    QCOMPARE(need(ledger.writer().reader().conflictsOf(row.id), "conflicts").first().state, state);
    QCOMPARE(admit(ledger, onConflict(ledger, row, event, kind)).outcome, ledger::Admission::Outcome::Lost);
    QCOMPARE(ledger.row(row.id).version, row.version); // the first work is untouched
    requireWhole(ledger);
}

void TestContractOutcomes::conflict_acceptedAsOtherWork_isPlannedOnce()
{
    LedgerUnderTest ledger;
    const auto [row, event] = conflict(ledger);
    QCOMPARE(admit(ledger, onConflict(ledger, row, event, u"conflict_new"_s, u"no way"_s)).code, u"bad_name"_s);
    auto otherKey = onConflict(ledger, row, event, u"conflict_new"_s, u"second-part"_s);
    otherKey.newIntentKey = row.intentKey;
    QCOMPARE(admit(ledger, otherKey).code, u"wrong_key"_s);
    const auto admission = admit(ledger, onConflict(ledger, row, event, u"conflict_new"_s, u"second-part"_s));
    QCOMPARE(admission.code, u"admitted"_s);
    QVERIFY(admission.planned);
    const OperationRow other = ledger.row(admission.planned->id);
    QCOMPARE(other.status, Status::AwaitingApproval);
    QVERIFY(other.intentKey != row.intentKey);
    QCOMPARE(other.amount, u"1300"_s);
    // The agent asks once more for the second payload: it is with us, and nothing new is started.
    const auto again = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"1300"_s));
    QCOMPARE(again.kind, AnswerKind::Repeated);
    QCOMPARE(again.operation->id, other.id);
    // A third payload is a conflict again, and the name is taken.
    QCOMPARE(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"1400"_s)).kind, AnswerKind::Conflict);
    const auto third = need(ledger.writer().reader().conflictsOf(row.id), "conflicts").last().event;
    QCOMPARE(admit(ledger, onConflict(ledger, row, third, u"conflict_new"_s, u"second-part"_s)).code, u"name_taken"_s);
    // Somebody else approves it.
    QCOMPARE(ledger.decide(other, u"approve"_s).code, u"not_eligible"_s);
    QCOMPARE(ledger.decide(other, u"approve"_s, u"mayr"_s).code, u"admitted"_s);
    QCOMPARE(ledger.execute(AttemptOutcome::Succeeded).id, other.id);
    requireWhole(ledger);
}

void TestContractOutcomes::conflict_ofAForgedRow_isNotAccepted()
{
    LedgerUnderTest ledger;
    const auto [row, event] = conflict(ledger);
    const auto elsewhere = ledger.submit(LedgerUnderTest::payment(u"WD-9"_s, u"9000"_s));
    ledger.tamperLive({u"UPDATE conflict SET payload_digest='%1'"_s.arg(elsewhere.operation->payloadDigest)});
    QCOMPARE(admit(ledger, onConflict(ledger, row, event, u"conflict_new"_s, u"part"_s)).code, u"no_conflict"_s);
}

void TestContractOutcomes::conflict_settledByHand_isFound()
{
    LedgerUnderTest ledger;
    const auto [row, event] = conflict(ledger);
    Q_UNUSED(event)
    ledger.tamper({u"UPDATE conflict SET state='dismissed'"_s});
    ledger::LedgerVerifier verifier(ledger.writer().reader(), ledger.writer().logVerifierKey(),
                                    ledger.options().administrators);
    const auto report = need(verifier.run({}), "verify");
    QVERIFY(!report.whole);
    QCOMPARE(report.findings.first().operation, row.id);
}

} // namespace obstat::tests

QTEST_GUILESS_MAIN(obstat::tests::TestContractOutcomes)
#include "tst_contractoutcomes.moc"
