#include "contract/ledgerundertest.h"
#include "ledger/ledgerreader.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::AttemptOutcome;
using ledger::Status;

/// The checks in the claim transaction (§6.3): the flow trusts no row.
class TestContractClaims : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void claim_approvedByAPerson_givesEverythingTheFlowNeeds();
    void claim_waitingPlan_isLeftAlone();
    void claim_notDueYet_saysWhen();
    void bug_A1_argumentsRewrittenAfterTheApproval_areNotExecuted();
    void forged_data();
    void forged();
    void forgedEntry_ofOnePlan_stopsNoOther();
    void forged_hiddenReject_isHeld();
    void forged_runningByHand_isHeldAtTheNextStart();
    void forged_insertedAutomaticPlan_isHeld();
    void forged_deletedReject_isHeld();
    void revoked_sinceTheApproval_isReturned();
    void policy_denies_withdraws();
    void policy_stricter_returnsAndOldSignatureDoesNotCount();
    void policy_otherButNotStricter_isClaimed();
    void bug_A3_registry_changed_returnsRefrozen();
    void registry_toolGone_withdraws();
    void lease_over_startsNothing();
    void fence_ofAnOlderClaim_isStale();
    void attempts_areBounded();
    void whatNeverLeft_isTriedUntilThePlanIsOver();
    void clock_jumpedForward_stopsClaimsAndIsRaisedOnce();
    void clock_jumpedBack_stopsClaimsUntilResumed();

private:
    static qint64 approved(LedgerUnderTest &ledger, const QString &record = u"WD-1"_s)
    {
        const auto planned = ledger.row(ledger.submit(LedgerUnderTest::payment(record)));
        if (ledger.decide(planned, u"approve"_s).outcome != ledger::Admission::Outcome::Admitted) {
            qFatal("not approved");
        }
        return planned.id;
    }
    static QByteArray policyWith(const QByteArray &extra) { return LedgerUnderTest::policyToml() + extra; }
};

void TestContractClaims::claim_approvedByAPerson_givesEverythingTheFlowNeeds()
{
    LedgerUnderTest ledger;
    const qint64 id = approved(ledger);
    const auto claim = ledger.claimOne();
    QCOMPARE(claim.operation.id, id);
    QCOMPARE(claim.operation.status, Status::Running);
    QCOMPARE(claim.fence, 1);
    QCOMPARE(claim.leaseUntil, ledger.clock.now() + LedgerUnderTest::kLease);
    QCOMPARE(claim.entry.name, u"pay"_s);
    QCOMPARE(claim.arguments.bytes, QByteArray(R"({"amount":"1250","record":"WD-1"})"));
    QVERIFY(!claim.resend);
    QCOMPARE(ledger.kinds(id).last(), u"claimed"_s);
    QVERIFY(ledger.claim().claims.isEmpty());
}

void TestContractClaims::claim_waitingPlan_isLeftAlone()
{
    LedgerUnderTest ledger;
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    const auto report = ledger.claim();
    QVERIFY(report.claims.isEmpty());
    QCOMPARE(report.held + report.returned + report.withdrawn + report.expired, 0);
}

void TestContractClaims::claim_notDueYet_saysWhen()
{
    LedgerUnderTest ledger;
    const qint64 id = approved(ledger);
    const auto claim = ledger.claimOne();
    auto end = LedgerUnderTest::ending(claim, ledger.start(claim), AttemptOutcome::NotSent);
    end.retryAt = ledger.clock.now() + 5 * base::kSecond;
    QCOMPARE(ledger.end(end).status, Status::Approved);
    const auto report = ledger.claim();
    QVERIFY(report.claims.isEmpty());
    QCOMPARE(report.nextDue, end.retryAt);
    ledger.clock.advance(5 * base::kSecond);
    QCOMPARE(ledger.claimOne().operation.id, id);
}

/// bug_A1: the arguments that a person approved were rewritten by a later step, and the rewritten ones were executed.
void TestContractClaims::bug_A1_argumentsRewrittenAfterTheApproval_areNotExecuted()
{
    LedgerUnderTest ledger;
    const auto planned = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s));
    // Through the front door it is a conflict that shows what differs, and the approved payload stays.
    const auto rewritten = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"100"_s));
    QCOMPARE(rewritten.kind, ledger::AnswerKind::Conflict);
    QCOMPARE(rewritten.differing, QStringList{u"/amount"_s});
    QCOMPARE(ledger.decide(ledger.row(planned), u"approve"_s).code, u"admitted"_s);
    const auto conflict = need(ledger.writer().reader().conflictsOf(planned.operation->id), "conflicts").first();
    QVERIFY(conflict.payloadDigest != planned.operation->payloadDigest);
    // Behind everybody's back the digest is another than the one approved, and nothing is called.
    ledger.tamper({u"UPDATE operation SET payload_digest='%1'"_s.arg(conflict.payloadDigest)});
    QVERIFY(ledger.claim().claims.isEmpty());
    QVERIFY(ledger.row(planned).held);
    QCOMPARE(ledger.row(planned).attempts, 0);
}

void TestContractClaims::forged_data()
{
    QTest::addColumn<bool>("byPerson");
    QTest::addColumn<QStringList>("sql");
    QTest::addColumn<QString>("why");
    const QString update = u"UPDATE operation SET %1"_s;
    const QString noTrigger = u"DROP TRIGGER payload_no_update"_s;
    const auto row = [&](const char *name, bool byPerson, const QStringList &sql, const QString &why) {
        QTest::newRow(name) << byPerson << sql << why;
    };
    row("MAC emptied", true, {update.arg(u"mac=''"_s)}, u"mac"_s);
    row("MAC of zeros", true, {update.arg(u"mac='%1'"_s.arg(QString(64, u'0')))}, u"mac"_s);
    row("tenant", true, {update.arg(u"tenant='globex'"_s)}, u"mac"_s);
    row("tool", true, {update.arg(u"tool='daily'"_s)}, u"mac"_s);
    row("intent key", true, {update.arg(u"intent_key='%1'"_s.arg(QString(32, u'1')))}, u"mac"_s);
    row("actor", true, {update.arg(u"actor='somebody'"_s)}, u"mac"_s);
    row("later expiry", true, {update.arg(u"expires_at=expires_at+1"_s)}, u"mac"_s);
    row("generation", true, {update.arg(u"generation=2"_s)}, u"mac"_s);
    row("verdict flipped", true, {update.arg(u"verdict='automatic'"_s)}, u"mac"_s);
    row("frozen verdict flipped", true,
        {update.arg(uR"(approvals='{"approvals":[],"kind":"automatic","rule":"x"}', verdict='automatic')"_s)},
        u"mac"_s);
    row("another payload", true,
        {u"INSERT INTO payload(digest,bytes) SELECT 'aa', x'7b7d'"_s, update.arg(u"payload_digest='aa'"_s)}, u"mac"_s);
    row("edited payload", true,
        {noTrigger, u"UPDATE payload SET bytes=CAST('{\"amount\":\"9999\",\"record\":\"WD-1\"}' AS BLOB) "
                    "WHERE digest=(SELECT payload_digest FROM operation)"_s},
        u"payload"_s);
    row("deleted payload", true, {u"DELETE FROM payload WHERE digest=(SELECT payload_digest FROM operation)"_s},
        u"payload"_s);
    row("edited facts", true,
        {noTrigger, u"UPDATE payload SET bytes=CAST('{\"known\":true,\"run\":{\"operations\":1}}' AS BLOB) "
                    "WHERE digest=(SELECT facts_digest FROM operation)"_s},
        u"facts"_s);
    row("edited registry entry", true, {u"UPDATE document SET bytes=CAST(bytes||' ' AS BLOB) WHERE kind='entry'"_s},
        u"entry"_s);
    row("wire key", true, {update.arg(u"wire_key='%1'"_s.arg(QString(32, u'1')))}, u"wire_key"_s);
    row("approved by hand", false, {update.arg(u"status='approved'"_s)}, u"status"_s);
    row("approved by hand, never due", false, {update.arg(u"status='approved', not_before=NULL"_s)}, u"status"_s);
    row("deleted decision", true, {u"DELETE FROM decision"_s}, u"decision_missing"_s);
    row("random signature", true, {u"UPDATE decision SET signature=randomblob(64)"_s}, u"signature"_s);
    row("edited decision", true, {u"UPDATE decision SET body=CAST(replace(body,'keller','mayr') AS BLOB)"_s},
        u"decision_missing"_s);
    row("edited leaf", true,
        {u"DROP TRIGGER event_no_update"_s,
         u"UPDATE event SET leaf=CAST(replace(leaf,'approved','withdrawn') AS BLOB) WHERE kind='approved'"_s},
        u"status"_s);
}

void TestContractClaims::forged()
{
    QFETCH(bool, byPerson);
    QFETCH(QStringList, sql);
    LedgerUnderTest ledger; // C17, bug_A1
    const qint64 id = byPerson ? approved(ledger) : ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)).operation->id;
    static_cast<void>(need(ledger.writer().seal(), "seal")); // later edits of signed leaves are not seen at start
    ledger.tamper(sql);
    const auto report = ledger.claim();
    QVERIFY(report.claims.isEmpty());
    QCOMPARE(report.held, 1);
    const auto row = ledger.row(id);
    QVERIFY(row.held);
    QCOMPARE(row.status, Status::Approved); // never returned to the queue
    const auto alarm = ledger.events().last();
    QCOMPARE(alarm.kind, QString(evidence::kinds::alarm));
    QTEST(alarm.data.value("why"_L1).toString(), "why");
    QCOMPARE(ledger.claim().held, 0); // raised once
}

void TestContractClaims::forgedEntry_ofOnePlan_stopsNoOther()
{
    LedgerUnderTest ledger;
    const qint64 damaged = approved(ledger);
    ledger.tamper({u"UPDATE document SET bytes=CAST('no entry' AS BLOB) WHERE digest=(SELECT registry_digest "
                   "FROM operation)"_s});
    const auto other = ledger.submit(LedgerUnderTest::submission(u"daily"_s, R"({"record":"D-1"})"));
    const auto report = ledger.claim();
    QCOMPARE(report.held, 1);
    QCOMPARE(report.changed.size(), 1);
    QCOMPARE(report.changed.first().id, damaged);
    QVERIFY(report.changed.first().held);
    QCOMPARE(report.claims.size(), 1);
    QCOMPARE(report.claims.first().operation.id, other.operation->id);
}

/// C17: approved, then rejected; the reject is hidden by a column and the row says approved again.
void TestContractClaims::forged_hiddenReject_isHeld()
{
    LedgerUnderTest ledger;
    const qint64 id = approved(ledger);
    QCOMPARE(ledger.decide(ledger.row(id), u"reject"_s).outcome, ledger::Admission::Outcome::Admitted);
    ledger.tamper({u"DROP TRIGGER event_no_update"_s, u"UPDATE event SET kind='replayed' WHERE kind='rejected'"_s,
                   u"UPDATE operation SET status='approved', finished_at=NULL, not_before=created_at"_s});
    const auto report = ledger.claim();
    QVERIFY(report.claims.isEmpty());
    QCOMPARE(report.held, 1);
    QVERIFY(ledger.row(id).held);
}

void TestContractClaims::forged_runningByHand_isHeldAtTheNextStart()
{
    LedgerUnderTest ledger;
    const qint64 id = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)).operation->id;
    ledger.tamper({u"UPDATE operation SET status='running'"_s});
    QVERIFY(ledger.row(id).held);
    QVERIFY(ledger.claim().claims.isEmpty());
}

void TestContractClaims::forged_insertedAutomaticPlan_isHeld()
{
    LedgerUnderTest ledger;
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true)));
    static_cast<void>(ledger.execute(AttemptOutcome::Succeeded));
    const QString columns =
        u"version,tenant,tool,natural_text,base_text,work_window,revision,generation,payload_digest,"
        "facts_digest,registry_digest,policy_digest,rule,verdict,approvals,role,mac,actor,token_id,"
        "sponsor,run,created_at,updated_at,expires_at"_s;
    ledger.tamper({u"INSERT INTO operation(id,intent_key,wire_key,status,not_before,%1) "
                   "SELECT 2,'%2','%3','approved',created_at,%1 FROM operation WHERE id=1"_s.arg(
                       columns, QString(32, u'2'), QString(32, u'3'))});
    QCOMPARE(ledger.claim().held, 1);
}

void TestContractClaims::forged_deletedReject_isHeld()
{
    LedgerUnderTest ledger;
    const auto planned = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    static_cast<void>(ledger.decide(planned, u"reject"_s, u"mayr"_s));
    static_cast<void>(ledger.decide(planned, u"approve"_s)); // lost, but really signed by keller
    ledger.tamper({u"DELETE FROM decision WHERE kind='reject'"_s, u"UPDATE decision SET state='admitted'"_s,
                   u"UPDATE operation SET status='approved', version=2"_s});
    QCOMPARE(ledger.claim().held, 1);
}

void TestContractClaims::revoked_sinceTheApproval_isReturned()
{
    LedgerUnderTest ledger; // C15
    const qint64 id = approved(ledger);
    const auto before = ledger.row(id);
    need(ledger.act(u"revoke"_s, u"keller"_s, {}), "revoke");
    QCOMPARE(ledger.claim().returned, 1);
    const auto row = ledger.row(id);
    QCOMPARE(row.status, Status::AwaitingApproval);
    QCOMPARE(row.version, before.version + 1);
    QCOMPARE(ledger.kinds(id).last(), u"returned"_s);
    QCOMPARE(ledger.decide(row, u"approve"_s, u"mayr"_s).outcome, ledger::Admission::Outcome::Admitted);
    QCOMPARE(ledger.claimOne().operation.id, id);
}

void TestContractClaims::policy_denies_withdraws()
{
    LedgerUnderTest ledger;
    const qint64 id = approved(ledger);
    ledger.activatePolicy(policyWith("[[deny]]\nname = \"stop_all\"\ntool = \"*\"\nreason = \"Stopped.\"\n"));
    QCOMPARE(ledger.claim().withdrawn, 1);
    QCOMPARE(ledger.row(id).status, Status::Withdrawn);
    const auto event = ledger.events().last();
    QCOMPARE(event.actor, (evidence::Actor{u"rule"_s, u"stop_all"_s}));
}

void TestContractClaims::policy_stricter_returnsAndOldSignatureDoesNotCount()
{
    LedgerUnderTest ledger;
    ledger.enrol(u"cfo"_s, {u"cfo"_s});
    const auto automatic = ledger.submit(LedgerUnderTest::payment(u"WD-0"_s, u"10"_s, true));
    const qint64 id = approved(ledger);
    const auto before = ledger.row(id);
    QByteArray policy = LedgerUnderTest::policyToml();
    policy.replace("default_role = \"treasury\"", "default_role = \"cfo\"").replace("< 500 USD", "< 5 USD");
    ledger.activatePolicy(policy);
    const auto report = ledger.claim();
    QCOMPARE(report.returned, 2);
    QVERIFY(report.claims.isEmpty());
    const auto row = ledger.row(id);
    QCOMPARE(row.status, Status::AwaitingApproval);
    QCOMPARE(row.role, u"cfo"_s);
    QVERIFY(row.mac != before.mac && row.policyDigest != before.policyDigest);
    QCOMPARE(ledger.row(automatic).status, Status::AwaitingApproval);
    QCOMPARE(ledger.decide(row, u"approve"_s, u"cfo"_s).outcome, ledger::Admission::Outcome::Admitted);
    QCOMPARE(ledger.claimOne().operation.id, id);
}

void TestContractClaims::policy_otherButNotStricter_isClaimed()
{
    LedgerUnderTest ledger;
    const qint64 id = approved(ledger);
    ledger.activatePolicy(policyWith("# only a comment\n"));
    QCOMPARE(ledger.claimOne().operation.id, id);
}

void TestContractClaims::bug_A3_registry_changed_returnsRefrozen()
{
    // bug_A3: what was true when it was decided is asked again before anything is sent.
    LedgerUnderTest ledger;
    const auto automatic = ledger.submit(LedgerUnderTest::payment(u"WD-0"_s, u"10"_s, true));
    const qint64 id = approved(ledger);
    ledger.loadTools(QByteArray(LedgerUnderTest::toolsToml()).replace("127.0.0.1:9\"", "127.0.0.1:99\""));
    QCOMPARE(ledger.claim().returned, 2);
    const auto row = ledger.row(id);
    QCOMPARE(row.status, Status::AwaitingApproval);
    QCOMPARE(row.registryDigest, ledger.writer().registry().find(u"pay"_s)->digest);
    // formats.md: what is frozen anew stands in the leaf, the role that is asked for too.
    const auto returned = ledger.events().last();
    QCOMPARE(returned.kind, QString(evidence::kinds::returned));
    QCOMPARE(returned.operation, std::optional(id));
    QCOMPARE(returned.data.value("role"_L1).toString(), u"treasury"_s);
    // What a rule approves is approved by it again, as another version of the plan.
    QCOMPARE(ledger.row(automatic).status, Status::Approved);
    const auto claim = ledger.claimOne();
    QCOMPARE(claim.operation.id, automatic.operation->id);
    QCOMPARE(claim.entry.owner.url, u"http://127.0.0.1:99"_s);
}

void TestContractClaims::registry_toolGone_withdraws()
{
    LedgerUnderTest ledger;
    const qint64 id = approved(ledger);
    ledger.loadTools(QByteArray(LedgerUnderTest::toolsToml()).replace("[tool.pay", "[tool.payment"));
    QCOMPARE(ledger.claim().withdrawn, 1);
    QCOMPARE(ledger.row(id).status, Status::Withdrawn);
}

void TestContractClaims::lease_over_startsNothing()
{
    LedgerUnderTest ledger;
    static_cast<void>(approved(ledger));
    const auto claim = ledger.claimOne();
    ledger.clock.advance(LedgerUnderTest::kLease);
    const auto started = ledger.writer().startAttempt({claim.operation.id, claim.fence, "x", base::kSecond});
    QCOMPARE(started.error().code, base::ErrorCode::Stale);
    QCOMPARE(ledger.row(claim.operation.id).attempts, 0);
    QVERIFY(ledger.writer().release(claim.operation.id, claim.fence, u"lease"_s, {}).has_value());
    QCOMPARE(ledger.row(claim.operation.id).status, Status::Approved);
}

void TestContractClaims::fence_ofAnOlderClaim_isStale()
{
    LedgerUnderTest ledger;
    static_cast<void>(approved(ledger));
    const auto first = ledger.claimOne();
    QVERIFY(ledger.writer().release(first.operation.id, first.fence, u"stop"_s, {}).has_value());
    const auto second = ledger.claimOne();
    QVERIFY(second.fence > first.fence);
    const ledger::AttemptStart old{first.operation.id, first.fence, "x", base::kSecond};
    const ledger::AttemptStart current{second.operation.id, second.fence, "x", base::kSecond};
    const QList<ledger::AttemptStart> both{old, current, current};
    const auto numbers = need(ledger.writer().startAttempts(both), "start");
    QCOMPARE(numbers[0].error().code, base::ErrorCode::Stale);
    QCOMPARE(numbers[1].value_or(-1), 1);
    QCOMPARE(numbers[2].error().code, base::ErrorCode::Illegal); // one attempt a claim
    QCOMPARE(ledger.writer().release(second.operation.id, second.fence, u"stop"_s, {}).error().code,
             base::ErrorCode::Illegal);
}

void TestContractClaims::attempts_areBounded()
{
    LedgerUnderTest ledger;
    const qint64 id = approved(ledger);
    for (int i = 0; i < 5; ++i) { // the owner honours the key
        const auto claim = ledger.claimOne();
        auto end = LedgerUnderTest::ending(claim, ledger.start(claim), AttemptOutcome::Reset);
        end.retryAt = ledger.clock.now();
        static_cast<void>(ledger.end(end));
    }
    QVERIFY(ledger.claim().claims.isEmpty());
    QCOMPARE(ledger.row(id).status, Status::Unknown);
    QVERIFY(!ledger.row(id).notBefore); // a person
}

/// An owner that is down for a while comes back: what never left is tried until the plan is over.
void TestContractClaims::whatNeverLeft_isTriedUntilThePlanIsOver()
{
    LedgerUnderTest ledger;
    static_cast<void>(approved(ledger));
    for (int i = 0; i < 20; ++i) {
        const auto claim = ledger.claimOne();
        auto end = LedgerUnderTest::ending(claim, ledger.start(claim), AttemptOutcome::NotSent);
        end.retryAt = ledger.clock.now();
        static_cast<void>(ledger.end(end));
    }
    ledger.clock.advance(4 * base::kHour);
    const auto report = ledger.claim();
    QVERIFY(report.claims.isEmpty());
    QCOMPARE(report.expired, 1);
}

void TestContractClaims::clock_jumpedForward_stopsClaimsAndIsRaisedOnce()
{
    LedgerUnderTest ledger; // §7.8
    const qint64 id = approved(ledger);
    const auto right = ledger.clock.now();
    ledger.clock.setNow(right + 3 * base::kHour);
    for (int i = 0; i < 2; ++i) {
        const auto report = ledger.writer().claim(1, LedgerUnderTest::kLease);
        QCOMPARE(report.error().code, base::ErrorCode::Doubt);
    }
    QVERIFY(ledger.writer().doubt().contains(u"forward by 180 minutes"_s));
    QCOMPARE(ledger.count(evidence::kinds::alarm), 1);
    QCOMPARE(ledger.events().last().at, right); // ledger time is not poisoned
    ledger.clock.setNow(right);
    QCOMPARE(ledger.claimOne().operation.id, id);
    QVERIFY(ledger.writer().doubt().isEmpty());
}

void TestContractClaims::clock_jumpedBack_stopsClaimsUntilResumed()
{
    LedgerUnderTest ledger;
    const qint64 id = approved(ledger);
    const auto right = ledger.clock.now();
    ledger.close();
    ledger.clock.setNow(right - 2 * base::kHour);
    ledger.open();
    QCOMPARE(ledger.writer().claim(1, LedgerUnderTest::kLease).error().code, base::ErrorCode::Doubt);
    need(ledger.act(u"resume"_s, {}, {{u"reason"_s, u"the clock was corrected"_s}}), "resume");
    QVERIFY(ledger.writer().head().automatic); // only the clock was in doubt
    QCOMPARE(ledger.claimOne().operation.id, id);
    QVERIFY(ledger.writer().head().at >= right); // never falls
}

QTEST_GUILESS_MAIN(TestContractClaims)
#include "tst_contractclaims.moc"
