#include "outcomesteps.h"

using namespace Qt::StringLiterals;

namespace obstat::tests {

/// Contract 4.2: what came twice, and what ended by mistake, is settled by people with their signatures.
class TestContractConflicts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void conflict_ofAnEditedRow_isRefused();
    void reopen_ofARejection_isANewPlanForSomebodyElse();
    void reopen_ofARefusal_takesANewWireKey();
    void reopen_isRefused_whereALaterPlanIs();
    void conflict_settled_data();
    void conflict_settled();
    void conflict_acceptedAsOtherWork_isPlannedOnce();
    void conflict_settled_bindsAfterTheFirstWorkEnded();
    void conflict_ofAForgedRow_isNotAccepted();
    void conflict_settledByHand_isFound();
};

/// Who may settle it is what was frozen.
void TestContractConflicts::conflict_ofAnEditedRow_isRefused()
{
    LedgerUnderTest ledger;
    const auto [row, event] = conflict(ledger);
    ledger.tamperLive({u"UPDATE operation SET verdict='automatic'"_s});
    QCOMPARE(admit(ledger, onConflict(ledger, ledger.row(row.id), event, u"conflict_new"_s, u"second"_s)).code,
             u"damaged"_s);
    QCOMPARE(need(ledger.writer().reader().operations({}, 0, 10), "operations").size(), 1);
}

void TestContractConflicts::reopen_ofARejection_isANewPlanForSomebodyElse()
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

void TestContractConflicts::reopen_ofARefusal_takesANewWireKey()
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

void TestContractConflicts::reopen_isRefused_whereALaterPlanIs()
{
    LedgerUnderTest ledger;
    const auto first = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    QCOMPARE(admit(ledger, body(ledger, ledger.row(first), u"reopen"_s)).code, u"not_ended"_s);
    QCOMPARE(ledger.decide(ledger.row(first), u"reject"_s).code, u"admitted"_s);
    const auto second = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"1300"_s));
    QCOMPARE(second.kind, AnswerKind::Created);
    QCOMPARE(admit(ledger, body(ledger, ledger.row(first), u"reopen"_s)).code, u"key_held"_s);
}

void TestContractConflicts::conflict_settled_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("state");
    QTest::newRow("kept") << u"conflict_keep"_s << u"kept"_s;
    QTest::newRow("dismissed") << u"conflict_dismiss"_s << u"dismissed"_s;
}

void TestContractConflicts::conflict_settled()
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

void TestContractConflicts::conflict_acceptedAsOtherWork_isPlannedOnce()
{
    LedgerUnderTest ledger;
    const auto [row, event] = conflict(ledger);
    QCOMPARE(admit(ledger, onConflict(ledger, row, event, u"conflict_new"_s, u"no way"_s)).code, u"bad_name"_s);
    auto otherKey = onConflict(ledger, row, event, u"conflict_new"_s, u"second-part"_s);
    otherKey.newIntentKey = row.intentKey;
    QCOMPARE(admit(ledger, otherKey).code, u"wrong_key"_s);
    QCOMPARE(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"1300"_s)).kind, AnswerKind::Conflict);
    const auto twice = need(ledger.writer().reader().conflictsOf(row.id), "conflicts").last().event;
    auto otherPayload = onConflict(ledger, row, event, u"conflict_new"_s, u"second-part"_s);
    otherPayload.replacementDigest = row.payloadDigest; // what an edited row showed
    QCOMPARE(admit(ledger, otherPayload).code, u"wrong_second"_s);
    auto noPayload = onConflict(ledger, row, event, u"conflict_new"_s, u"second-part"_s);
    noPayload.replacementDigest.clear();
    QCOMPARE(admit(ledger, noPayload).code, u"wrong_second"_s);
    const auto admission = admit(ledger, onConflict(ledger, row, event, u"conflict_new"_s, u"second-part"_s));
    QCOMPARE(admit(ledger, onConflict(ledger, row, twice, u"conflict_new"_s, u"third-part"_s)).code,
             u"accepted_before"_s);
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

void TestContractConflicts::conflict_settled_bindsAfterTheFirstWorkEnded()
{
    // The second payload was accepted as other work and done; the first is rejected afterwards.
    LedgerUnderTest ledger;
    const auto [row, event] = conflict(ledger);
    const auto accepted = admit(ledger, onConflict(ledger, row, event, u"conflict_new"_s, u"part"_s));
    QCOMPARE(ledger.decide(ledger.row(accepted.planned->id), u"approve"_s, u"mayr"_s).code, u"admitted"_s);
    QCOMPARE(ledger.execute(AttemptOutcome::Succeeded).id, accepted.planned->id);
    QCOMPARE(ledger.decide(row, u"reject"_s).code, u"admitted"_s);
    const auto again = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"1300"_s));
    QCOMPARE(again.kind, AnswerKind::Repeated);
    QCOMPARE(again.operation->id, accepted.planned->id);
    requireWhole(ledger);

    // It was accepted and then rejected by a person.
    LedgerUnderTest rejected;
    const auto [first, second] = conflict(rejected);
    const auto other = admit(rejected, onConflict(rejected, first, second, u"conflict_new"_s, u"part"_s));
    QCOMPARE(rejected.decide(rejected.row(other.planned->id), u"reject"_s, u"mayr"_s).code, u"admitted"_s);
    QCOMPARE(rejected.decide(first, u"reject"_s).code, u"admitted"_s);
    QCOMPARE(rejected.submit(LedgerUnderTest::payment(u"WD-1"_s, u"1300"_s)).code, u"repeated_rejection"_s);

    // It was declined; when the first has ended people decide on it, whatever a rule says.
    LedgerUnderTest declined;
    static_cast<void>(declined.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    QCOMPARE(declined.submit(LedgerUnderTest::payment(u"WD-1"_s, u"13"_s, true)).kind, AnswerKind::Conflict);
    const OperationRow held = declined.row(1);
    const qint64 open = need(declined.writer().reader().conflictsOf(1), "conflicts").first().event;
    QCOMPARE(admit(declined, onConflict(declined, held, open, u"conflict_dismiss"_s)).code, u"admitted"_s);
    QCOMPARE(declined.decide(held, u"reject"_s).code, u"admitted"_s);
    const auto later = declined.submit(LedgerUnderTest::payment(u"WD-1"_s, u"13"_s, true));
    QCOMPARE(later.kind, AnswerKind::Created);
    QCOMPARE(later.operation->status, Status::AwaitingApproval);
}

void TestContractConflicts::conflict_ofAForgedRow_isNotAccepted()
{
    LedgerUnderTest ledger;
    const auto [row, event] = conflict(ledger);
    const auto elsewhere = ledger.submit(LedgerUnderTest::payment(u"WD-9"_s, u"9000"_s));
    ledger.tamperLive({u"UPDATE conflict SET payload_digest='%1'"_s.arg(elsewhere.operation->payloadDigest)});
    QCOMPARE(admit(ledger, onConflict(ledger, row, event, u"conflict_new"_s, u"part"_s)).code, u"no_conflict"_s);
}

void TestContractConflicts::conflict_settledByHand_isFound()
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

QTEST_GUILESS_MAIN(obstat::tests::TestContractConflicts)
#include "tst_contractconflicts.moc"
