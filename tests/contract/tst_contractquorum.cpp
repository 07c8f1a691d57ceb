#include "contract/ledgerundertest.h"
#include "ledger/ledgerreader.h"
#include "ledger/ledgerverifier.h"

#include <QJsonArray>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::Status;
using Outcome = ledger::Admission::Outcome;

/// Several approvers for one plan (§5, §6.2; approval-integrity C11, C12, C15).
class TestContractQuorum : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void firstVote_isCounted_theLastOneApproves();
    void samePerson_twice_isRefused();
    void secondRole_isAskedForNext();
    void threshold_withPredicate_isAskedForWhereItHoldsOrIsUnknown();
    void reject_endsAPlanWithVotes();
    void vote_ofARevokedKey_doesNotCountAtTheClaim_C15();
    void vote_ofAnEarlierVersion_doesNotCount();
    void delegate_votesForThePrincipal_andUsesUpBoth();
    void escalation_letsTheRoleTakeASeat_afterItsTime();
    void tooFewApprovers_isAWarning();
    void votes_missingAtTheClaim_areHeld();
    void wholeLife_verifies();

private:
    static void usePolicy(LedgerUnderTest &ledger, const QByteArray &then, const QByteArray &more = {})
    {
        if (ledger.writer().directory().person(u"roth"_s) == nullptr) {
            ledger.enrol(u"roth"_s, {u"compliance"_s});
            ledger.enrol(u"chief"_s, {u"cfo"_s});
        }
        ledger.activatePolicy("default_role = \"treasury\"\n[[rule]]\nname = \"two\"\ntool = \"pay\"\nthen = " + then +
                              "\n" + more);
    }
    static ledger::OperationRow plan(LedgerUnderTest &ledger, const QString &amount = u"1250"_s)
    {
        return ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, amount)));
    }
    static constexpr auto kTwoTreasury = "{ approvals = [{ count = 2, role = \"treasury\" }] }";
    static constexpr auto kTwoRoles =
        "{ approvals = [{ count = 1, role = \"treasury\" }, { count = 1, role = \"compliance\" }] }";
};

void TestContractQuorum::firstVote_isCounted_theLastOneApproves()
{
    LedgerUnderTest ledger;
    usePolicy(ledger, kTwoTreasury);
    const auto planned = plan(ledger);
    const auto first = ledger.decide(planned, u"approve"_s);
    QCOMPARE(first.outcome, Outcome::Admitted);
    QCOMPARE(first.code, u"counted"_s);
    QCOMPARE(first.message, u"keller approved it at 14:00:00Z; still needed: 1 × treasury."_s);
    const auto waiting = ledger.row(planned.id);
    QCOMPARE(waiting.status, Status::AwaitingApproval);
    QCOMPARE(waiting.version, planned.version); // §4.3: votes do not count as versions
    QCOMPARE(waiting.counted, 1);
    QVERIFY(ledger.claim().claims.isEmpty());
    const auto second = ledger.decide(waiting, u"approve"_s, u"mayr"_s);
    QCOMPARE(second.code, u"admitted"_s);
    QCOMPARE(ledger.row(planned.id).status, Status::Approved);
    QCOMPARE(ledger.row(planned.id).counted, 2);
    const auto approved = ledger.events().last();
    QCOMPARE(approved.kind, evidence::kinds::approved);
    QCOMPARE(approved.data.value("votes"_L1).toArray().size(), 2);
    QCOMPARE(ledger.claimOne().operation.id, planned.id);
}

void TestContractQuorum::samePerson_twice_isRefused()
{
    LedgerUnderTest ledger;
    usePolicy(ledger, kTwoTreasury);
    const auto planned = plan(ledger);
    static_cast<void>(ledger.decide(planned, u"approve"_s));
    const auto again = ledger.decide(planned, u"approve"_s);
    QCOMPARE(again.outcome, Outcome::Refused);
    QCOMPARE(again.code, u"not_needed"_s);
    QCOMPARE(again.message, u"keller approved this already; another person must."_s);
    QCOMPARE(ledger.row(planned.id).status, Status::AwaitingApproval);
}

void TestContractQuorum::secondRole_isAskedForNext()
{
    LedgerUnderTest ledger;
    usePolicy(ledger, kTwoRoles);
    const auto planned = plan(ledger);
    QCOMPARE(planned.role, u"treasury"_s);
    static_cast<void>(ledger.decide(planned, u"approve"_s));
    QCOMPARE(ledger.row(planned.id).role, u"compliance"_s); // whom the queue's filter asks now
    QCOMPARE(ledger.decide(planned, u"approve"_s, u"mayr"_s).message,
             u"What is missing is 1 × compliance, and mayr cannot give that."_s);
    QCOMPARE(ledger.decide(planned, u"approve"_s, u"roth"_s).code, u"admitted"_s);
}

void TestContractQuorum::threshold_withPredicate_isAskedForWhereItHoldsOrIsUnknown()
{
    LedgerUnderTest ledger;
    usePolicy(ledger, "{ approvals = [{ role = \"treasury\" }, { role = \"compliance\", "
                      "when = [\"args.amount >= 10000 USD\"] }] }");
    const auto small = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"9999.99"_s)));
    QCOMPARE(ledger.decide(small, u"approve"_s).code, u"admitted"_s);
    const auto large = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-2"_s, u"10000"_s)));
    QCOMPARE(ledger.decide(large, u"approve"_s).code, u"counted"_s);
    QCOMPARE(ledger.decide(large, u"approve"_s, u"roth"_s).code, u"admitted"_s);
    usePolicy(ledger, "{ approvals = [{ role = \"treasury\" }, { role = \"compliance\", when = [\"facts.risky\"] }] }");
    const auto unknown = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-3"_s)));
    QCOMPARE(ledger.decide(unknown, u"approve"_s).code, u"counted"_s); // the fact is missing: ask
}

void TestContractQuorum::reject_endsAPlanWithVotes()
{
    LedgerUnderTest ledger;
    usePolicy(ledger, kTwoTreasury);
    const auto planned = plan(ledger);
    static_cast<void>(ledger.decide(planned, u"approve"_s));
    QCOMPARE(ledger.decide(planned, u"reject"_s, u"mayr"_s).outcome, Outcome::Admitted);
    QCOMPARE(ledger.row(planned.id).status, Status::Rejected);
}

void TestContractQuorum::vote_ofARevokedKey_doesNotCountAtTheClaim_C15()
{
    LedgerUnderTest ledger;
    usePolicy(ledger, kTwoTreasury);
    const auto planned = plan(ledger);
    static_cast<void>(ledger.decide(planned, u"approve"_s));
    static_cast<void>(ledger.decide(planned, u"approve"_s, u"mayr"_s));
    need(ledger.act(u"revoke"_s, u"keller"_s, {}), "revoke");
    QVERIFY(ledger.claim().claims.isEmpty());
    const auto back = ledger.row(planned.id);
    QCOMPARE(back.status, Status::AwaitingApproval);
    QCOMPARE(back.counted, 0);
    QCOMPARE(ledger.events().last().kind, evidence::kinds::returned);
    QCOMPARE(ledger.events().last().data.value("why"_L1).toString(), u"approver_not_allowed"_s);
}

void TestContractQuorum::vote_ofAnEarlierVersion_doesNotCount()
{
    LedgerUnderTest ledger;
    usePolicy(ledger, kTwoTreasury);
    const auto planned = plan(ledger);
    static_cast<void>(ledger.decide(planned, u"approve"_s));
    static_cast<void>(ledger.decide(planned, u"approve"_s, u"mayr"_s));
    // Another registry entry: back to the queue, frozen anew; the signatures were for the old one.
    ledger.loadTools(LedgerUnderTest::toolsToml().replace("expires_after = \"4h\"", "expires_after = \"5h\""));
    QVERIFY(ledger.claim().claims.isEmpty());
    const auto back = ledger.row(planned.id);
    QCOMPARE(back.status, Status::AwaitingApproval);
    QCOMPARE(ledger.decide(back, u"approve"_s).code, u"counted"_s);
    QCOMPARE(ledger.row(planned.id).counted, 1);
    QCOMPARE(ledger.decide(ledger.row(planned.id), u"approve"_s, u"mayr"_s).code, u"admitted"_s);
    QCOMPARE(ledger.claimOne().operation.id, planned.id);
}

void TestContractQuorum::delegate_votesForThePrincipal_andUsesUpBoth()
{
    LedgerUnderTest ledger;
    usePolicy(ledger, kTwoTreasury);
    const Micros now = ledger.writer().head().at;
    need(ledger.act(u"delegate"_s, u"roth"_s,
                    {{u"principal"_s, u"keller"_s}, {u"from"_s, now}, {u"until"_s, now + base::kHour}}),
         "delegate");
    QCOMPARE(ledger.events().last().kind, evidence::kinds::delegated);
    const auto planned = plan(ledger);
    auto body = ledger.decisionBody(planned, u"approve"_s, u"roth"_s);
    body.onBehalfOf = u"keller"_s;
    const auto voted = need(ledger.writer().admit(ledger.sign(body)), "admit");
    QCOMPARE(voted.code, u"counted"_s);
    QCOMPARE(ledger.events().last().data.value("on_behalf_of"_L1).toString(), u"keller"_s);
    QCOMPARE(ledger.decide(planned, u"approve"_s).message,
             u"roth for keller approved this already; another person must."_s);
    QCOMPARE(ledger.decide(planned, u"approve"_s, u"mayr"_s).code, u"admitted"_s);
    QCOMPARE(ledger.sql(u"SELECT principal FROM delegation"_s).toString(), u"keller"_s);
    ledger.clock.advance(2 * base::kHour); // the delegation ended; the vote was given in its time
    QCOMPARE(ledger.claimOne().operation.id, planned.id);
}

void TestContractQuorum::escalation_letsTheRoleTakeASeat_afterItsTime()
{
    LedgerUnderTest ledger;
    usePolicy(ledger, kTwoTreasury, "escalate = { after = \"1h\", role = \"cfo\" }\n");
    const auto planned = plan(ledger);
    static_cast<void>(ledger.decide(planned, u"approve"_s));
    const auto early = ledger.decide(planned, u"approve"_s, u"chief"_s);
    QCOMPARE(early.code, u"not_eligible"_s);
    ledger.clock.advance(base::kHour);
    QCOMPARE(ledger.decide(planned, u"approve"_s, u"chief"_s).code, u"admitted"_s);
    QCOMPARE(ledger.claimOne().operation.id, planned.id);
}

void TestContractQuorum::tooFewApprovers_isAWarning()
{
    LedgerUnderTest ledger;
    usePolicy(ledger, "{ approvals = [{ count = 3, role = \"treasury\" }] }");
    QCOMPARE(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)).warnings, QStringList{u"no_eligible_approver"_s});
    usePolicy(ledger, kTwoTreasury);
    QCOMPARE(ledger.submit(LedgerUnderTest::payment(u"WD-2"_s)).warnings, QStringList());
}

void TestContractQuorum::votes_missingAtTheClaim_areHeld()
{
    LedgerUnderTest ledger;
    usePolicy(ledger, kTwoTreasury);
    const auto planned = plan(ledger);
    static_cast<void>(ledger.decide(planned, u"approve"_s));
    static_cast<void>(ledger.decide(planned, u"approve"_s, u"mayr"_s));
    ledger.tamper({u"DELETE FROM decision WHERE approver='keller'"_s});
    QVERIFY(ledger.claim().claims.isEmpty());
    QVERIFY(ledger.row(planned.id).held);
    QCOMPARE(ledger.events().last().data.value("why"_L1).toString(), u"decision_missing"_s);
}

void TestContractQuorum::wholeLife_verifies()
{
    LedgerUnderTest ledger;
    usePolicy(ledger, kTwoRoles);
    const auto planned = plan(ledger);
    static_cast<void>(ledger.decide(planned, u"approve"_s));
    static_cast<void>(ledger.decide(planned, u"approve"_s)); // refused
    static_cast<void>(ledger.decide(planned, u"approve"_s, u"roth"_s));
    QCOMPARE(ledger.execute(ledger::AttemptOutcome::Succeeded).status, Status::Succeeded);
    ledger::LedgerVerifier verifier(ledger.writer().reader(), ledger.writer().logVerifierKey(),
                                    ledger.options().administrators);
    const auto report = need(verifier.run({}), "verify");
    QVERIFY2(report.whole, qPrintable(report.whole ? QString() : report.findings.first().what));
}

QTEST_GUILESS_MAIN(TestContractQuorum)
#include "tst_contractquorum.moc"
