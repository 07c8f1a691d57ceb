#include "outcomesteps.h"

using namespace Qt::StringLiterals;

namespace obstat::tests {

/// Contract 7.5: what nobody can prove is settled by people with their signatures.
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
    void settlement_byADeputyOfTheFirst_isNoSecondWord();
    void settlement_withAnotherReference_isAnotherWord();
    void settlement_ofAnEditedRow_isRefused();
    void reopen_ofAnEditedRow_isRefused();
    void settlement_ofAnEditedStatus_isRefused();
    void settlement_byAClockAhead_isTooEarly();
    void returnedPlan_thatPeopleHadToApprove_isNotApprovedByARule();
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

void TestContractOutcomes::settlement_byADeputyOfTheFirst_isNoSecondWord()
{
    LedgerUnderTest ledger;
    limitTwoPeople(ledger);
    ledger.enrol(u"deputy"_s, {u"desk"_s});
    need(ledger.act(u"delegate"_s, u"deputy"_s,
                    {{u"principal"_s, u"keller"_s},
                     {u"from"_s, ledger.clock.now()},
                     {u"until"_s, ledger.clock.now() + base::kDay}}),
         "delegate");
    const OperationRow row = unknown(ledger, u"400"_s);
    QCOMPARE(admit(ledger, body(ledger, row, u"resolve_succeeded"_s)).code, u"counted"_s);
    auto deputy = body(ledger, row, u"resolve_succeeded"_s, u"deputy"_s);
    deputy.onBehalfOf = u"keller"_s;
    QCOMPARE(admit(ledger, deputy).code, u"not_needed"_s);
    QCOMPARE(ledger.row(row.id).status, Status::Unknown);
}

void TestContractOutcomes::settlement_withAnotherReference_isAnotherWord()
{
    LedgerUnderTest ledger;
    limitTwoPeople(ledger);
    const OperationRow row = unknown(ledger, u"400"_s);
    auto first = body(ledger, row, u"resolve_succeeded"_s);
    first.reference = u"TX-1"_s;
    QCOMPARE(admit(ledger, first).code, u"counted"_s);
    auto second = body(ledger, row, u"resolve_succeeded"_s, u"mayr"_s);
    second.reference = u"TX-2"_s;
    QCOMPARE(admit(ledger, second).code, u"counted"_s);
    QCOMPARE(ledger.row(row.id).status, Status::Unknown);
    second.reference = u"TX-1"_s;
    second.nonce = QString(32, u'5');
    QCOMPARE(admit(ledger, second).code, u"admitted"_s);
    QCOMPARE(ledger.row(row.id).reference, u"TX-1"_s);
}

void TestContractOutcomes::settlement_ofAnEditedRow_isRefused()
{
    LedgerUnderTest ledger;
    limitTwoPeople(ledger);
    const OperationRow row = unknown(ledger, u"400"_s);
    ledger.tamperLive({u"UPDATE operation SET amount='1', amount_order=1"_s}); // for lists; the payload counts
    QCOMPARE(admit(ledger, body(ledger, row, u"resolve_absent"_s)).code, u"counted"_s);
    ledger.enrol(u"intern"_s, {u"desk"_s});
    ledger.tamperLive({u"UPDATE operation SET approvals=replace(approvals, 'treasury', 'desk')"_s});
    if (ledger.row(row.id).approvals != row.approvals)
        QCOMPARE(admit(ledger, body(ledger, row, u"resolve_absent"_s, u"intern"_s)).code, u"damaged"_s);
    QCOMPARE(ledger.row(row.id).status, Status::Unknown);
}

/// A success that a row calls failed must not be done again by honest people.
void TestContractOutcomes::reopen_ofAnEditedRow_isRefused()
{
    LedgerUnderTest ledger;
    const OperationRow row = unknown(ledger);
    QCOMPARE(admit(ledger, body(ledger, row, u"resolve_succeeded"_s)).code, u"admitted"_s);
    ledger.tamperLive({u"UPDATE operation SET status='failed'"_s});
    QCOMPARE(admit(ledger, body(ledger, ledger.row(row.id), u"reopen"_s)).code, u"damaged"_s);
    QCOMPARE(need(ledger.writer().reader().operations({}, 0, 10), "operations").size(), 1);
}

void TestContractOutcomes::settlement_ofAnEditedStatus_isRefused()
{
    LedgerUnderTest ledger;
    const OperationRow row = unknown(ledger);
    QCOMPARE(admit(ledger, body(ledger, row, u"resolve_succeeded"_s)).code, u"admitted"_s);
    ledger.tamperLive({u"UPDATE operation SET status='unknown'"_s});
    QCOMPARE(admit(ledger, body(ledger, ledger.row(row.id), u"resolve_absent"_s)).code, u"damaged"_s);
    QCOMPARE(ledger.kinds(row.id).count(QString(evidence::kinds::failed)), 0);
}

/// What was sent may still take effect, whatever the clock of a person says.
void TestContractOutcomes::settlement_byAClockAhead_isTooEarly()
{
    LedgerUnderTest ledger;
    ledger.loadTools(LedgerUnderTest::toolsToml().replace("[owner.bank]", "[owner.bank]\nsettle_after = \"60s\""));
    const OperationRow row = unknown(ledger);
    auto early = body(ledger, row, u"resolve_absent"_s);
    early.decidedAt += 90 * base::kSecond;
    QCOMPARE(admit(ledger, early).code, u"too_early"_s);
    ledger.clock.advance(2 * base::kMinute);
    QCOMPARE(admit(ledger, body(ledger, row, u"resolve_absent"_s)).code, u"admitted"_s);
}

void TestContractOutcomes::returnedPlan_thatPeopleHadToApprove_isNotApprovedByARule()
{
    LedgerUnderTest ledger;
    QCOMPARE(admit(ledger, body(ledger, unknown(ledger), u"resolve_absent"_s)).code, u"admitted"_s);
    const auto again = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true));
    QCOMPARE(again.operation->status, Status::AwaitingApproval);
    QCOMPARE(ledger.decide(ledger.row(again), u"approve"_s, u"mayr"_s).code, u"admitted"_s);
    need(ledger.act(u"revoke"_s, u"mayr"_s, {}), "revoke");
    const auto report = ledger.claim();
    QCOMPARE(report.returned, 1);
    QVERIFY(report.claims.isEmpty());
    QCOMPARE(ledger.row(again).status, Status::AwaitingApproval);
    QVERIFY(ledger.claim().claims.isEmpty());
    QCOMPARE(ledger.row(again).verdict, u"human"_s);
}

} // namespace obstat::tests

QTEST_GUILESS_MAIN(obstat::tests::TestContractOutcomes)
#include "tst_contractoutcomes.moc"
