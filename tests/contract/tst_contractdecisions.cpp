#include "contract/ledgerundertest.h"
#include "ledger/ledgerreader.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::AttemptOutcome;
using ledger::Status;
using Outcome = ledger::Admission::Outcome;

/// The decision queue (§4.8, §6.1, §6.2).
class TestContractDecisions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void approve_isAdmittedAndSettlesTheQueue();
    void reject_approvedPlan_isAdmittedUntilItIsClaimed();
    void approve_lostTheRace_isToldWhoWon();
    void reject_afterTheClaim_isLost();
    void nonce_again_givesTheSameAnswer();
    void expiry_atAdmission_expiresThePlan();
    void expiry_oneMomentBefore_isAdmitted();
    void signature_ofNobody_isUnauthorizedAndNotStored();
    void refused_data();
    void refused();
    void actorAndSponsor_mayNotDecide();
    void sponsor_editedInTheRow_isReadFromTheSignedToken();
    void wrongRole_mayNotApproveButMayReject();
    void reject_bindsRevisionAndDigestOnly();
    void clock_isJudgedByWhenItWasSent();
};

void TestContractDecisions::approve_isAdmittedAndSettlesTheQueue()
{
    LedgerUnderTest ledger;
    const auto planned = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    const auto admission = ledger.decide(planned, u"approve"_s);
    QCOMPARE(admission.outcome, Outcome::Admitted);
    QCOMPARE(admission.code, u"admitted"_s);
    QCOMPARE(admission.message, u"keller approved it at 14:00:00Z."_s);
    QCOMPARE(admission.operation.status, Status::Approved);
    QCOMPARE(admission.operation.version, planned.version + 1);
    QCOMPARE(ledger.kinds(planned.id), (QStringList{u"planned"_s, u"approved"_s}));
    const auto decisions = need(ledger.writer().reader().decisions(planned.id), "decisions");
    QCOMPARE(decisions.size(), 1);
    QCOMPARE(decisions.first().state, u"admitted"_s);
    QCOMPARE(ledger.events().last().digests.value(u"decision"_s), base::digestHex(decisions.first().body));
    QCOMPARE(ledger.events().last().seq, decisions.first().event);
}

void TestContractDecisions::reject_approvedPlan_isAdmittedUntilItIsClaimed()
{
    LedgerUnderTest ledger;
    const auto planned = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    static_cast<void>(ledger.decide(planned, u"approve"_s));
    const auto admission = ledger.decide(planned, u"reject"_s, u"mayr"_s);
    QCOMPARE(admission.outcome, Outcome::Admitted);
    QCOMPARE(admission.operation.status, Status::Rejected);
    QVERIFY(ledger.claim().claims.isEmpty());
}

void TestContractDecisions::approve_lostTheRace_isToldWhoWon()
{
    LedgerUnderTest ledger;
    const auto planned = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    static_cast<void>(ledger.decide(planned, u"reject"_s, u"mayr"_s));
    ledger.clock.advance(base::kSecond);
    const auto admission = ledger.decide(planned, u"approve"_s);
    QCOMPARE(admission.outcome, Outcome::Lost);
    QCOMPARE(admission.message, u"mayr rejected it at 14:00:00Z."_s);
    QCOMPARE(ledger.row(planned.id).status, Status::Rejected);
    const auto decisions = need(ledger.writer().reader().decisions(planned.id), "decisions");
    QCOMPARE(decisions.last().state, u"lost"_s); // recorded as such, never dropped
    QCOMPARE(ledger.kinds(planned.id).last(), u"decision_received"_s);
}

void TestContractDecisions::reject_afterTheClaim_isLost()
{
    LedgerUnderTest ledger;
    const auto planned = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    static_cast<void>(ledger.decide(planned, u"approve"_s));
    static_cast<void>(ledger.claimOne());
    const auto admission = ledger.decide(planned, u"reject"_s, u"mayr"_s);
    QCOMPARE(admission.outcome, Outcome::Lost);
    QCOMPARE(admission.message, u"keller approved it at 14:00:00Z and it is running already."_s);
}

void TestContractDecisions::nonce_again_givesTheSameAnswer()
{
    LedgerUnderTest ledger;
    const auto planned = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    const auto envelope = ledger.sign(ledger.decisionBody(planned, u"approve"_s));
    const auto first = need(ledger.writer().admit(envelope), "admit");
    ledger.clock.advance(base::kHour);
    const auto events = ledger.writer().head().size;
    const auto second = need(ledger.writer().admit(envelope), "admit");
    QVERIFY(second.repeated && !first.repeated);
    QCOMPARE(second.outcome, first.outcome);
    QCOMPARE(second.message, first.message);
    QCOMPARE(ledger.writer().head().size, events);
    auto other = ledger.decisionBody(planned, u"reject"_s);
    other.nonce = approval::DecisionBody::parse(envelope.body)->nonce;
    QCOMPARE(ledger.writer().admit(ledger.sign(other)).error().code, base::ErrorCode::Conflict);
}

void TestContractDecisions::expiry_atAdmission_expiresThePlan()
{
    LedgerUnderTest ledger;
    const auto planned = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    ledger.clock.advance(4 * base::kHour);
    const auto admission = ledger.decide(planned, u"approve"_s); // the sweeper never ran
    QCOMPARE(admission.outcome, Outcome::Expired);
    QCOMPARE(admission.operation.status, Status::Expired);
    QCOMPARE(ledger.kinds(planned.id), (QStringList{u"planned"_s, u"expired"_s, u"decision_received"_s}));
    // Also when the sweeper or another decision was first (contract 4.8): nobody won this race.
    const auto later = ledger.decide(planned, u"approve"_s);
    QCOMPARE(later.outcome, Outcome::Expired);
    QCOMPARE(later.message, admission.message);
    QCOMPARE(need(ledger.writer().reader().decisions(planned.id), "decisions").last().state, u"expired"_s);
    QCOMPARE(ledger.kinds(planned.id).count(u"expired"_s), 1);
    ledger.clock.setNow(planned.createdAt); // C14: a clock set back revives nothing
    QCOMPARE(ledger.decide(planned, u"approve"_s).code, u"clock"_s);
    QCOMPARE(ledger.row(planned.id).status, Status::Expired);
}

void TestContractDecisions::expiry_oneMomentBefore_isAdmitted()
{
    LedgerUnderTest ledger;
    const auto planned = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    ledger.clock.advance(4 * base::kHour - 1);
    QCOMPARE(ledger.decide(planned, u"approve"_s).outcome, Outcome::Admitted);
    ledger.clock.advance(1); // and at the claim it is over (C14)
    const auto report = ledger.claim();
    QCOMPARE(report.expired, 1);
    QVERIFY(report.claims.isEmpty());
    QCOMPARE(ledger.row(planned.id).status, Status::Expired);
}

void TestContractDecisions::signature_ofNobody_isUnauthorizedAndNotStored()
{
    LedgerUnderTest ledger;
    const auto planned = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    const auto events = ledger.writer().head().size;
    auto envelope = ledger.sign(ledger.decisionBody(planned, u"approve"_s));
    envelope.signature[5] = static_cast<char>(envelope.signature[5] ^ 1);
    QCOMPARE(ledger.writer().admit(envelope).error().code, base::ErrorCode::Unauthorized);
    auto unknown = ledger.decisionBody(planned, u"approve"_s);
    unknown.approver = u"stranger"_s;
    QCOMPARE(ledger.writer().admit(ledger.sign(unknown)).error().code, base::ErrorCode::Unauthorized);
    auto borrowed = ledger.decisionBody(planned, u"approve"_s);
    borrowed.approver = u"mayr"_s; // keller's key id, mayr's name
    QCOMPARE(ledger.writer().admit(ledger.sign(borrowed)).error().code, base::ErrorCode::Unauthorized);
    QCOMPARE(ledger.writer().admit({"{}", envelope.signature, 0}).error().code, base::ErrorCode::Malformed);
    QCOMPARE(ledger.writer().head().size, events);
    QCOMPARE(ledger.sql(u"SELECT count(*) FROM decision"_s).toInt(), 0);
}

void TestContractDecisions::refused_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("code");
    const QString zeros(64, u'0');
    QTest::newRow("another ledger") << u"origin"_s << u"wrong_origin"_s;
    QTest::newRow("another tenant") << u"tenant"_s << u"wrong_operation"_s;
    QTest::newRow("another intent") << u"intentKey"_s << u"wrong_operation"_s;
    QTest::newRow("another revision") << u"revision"_s << u"wrong_operation"_s;
    QTest::newRow("another version") << u"version"_s << u"wrong_version"_s;
    QTest::newRow("another tool") << u"tool"_s << u"wrong_digest"_s;
    QTest::newRow("another entry") << u"registryDigest"_s << u"wrong_digest"_s;
    QTest::newRow("another payload") << u"payloadDigest"_s << u"wrong_digest"_s;
    QTest::newRow("other facts") << u"factsDigest"_s << u"wrong_digest"_s;
    QTest::newRow("another policy") << u"policyDigest"_s << u"wrong_digest"_s;
    QTest::newRow("another expiry") << u"expiresAt"_s << u"wrong_digest"_s;
    QTest::newRow("something else on the screen") << u"shownDigest"_s << u"wrong_shown"_s;
    QTest::newRow("not all on the screen") << u"allShown"_s << u"not_shown"_s;
    QTest::newRow("a second payload") << u"replacementDigest"_s << u"stray_member"_s;
    QTest::newRow("a conflict") << u"conflictEvent"_s << u"stray_member"_s;
    QTest::newRow("kind of a later version") << u"kind"_s << u"unsupported"_s;
}

void TestContractDecisions::refused()
{
    QFETCH(QString, field);
    LedgerUnderTest ledger;
    const auto planned = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    auto body = ledger.decisionBody(planned, u"approve"_s);
    const QString other(64, u'1');
    const QHash<QString, std::function<void()>> change{
        {u"origin"_s, [&] { body.origin = u"obstat.local/other"_s; }},
        {u"tenant"_s, [&] { body.tenant = u"globex"_s; }},
        {u"intentKey"_s, [&] { body.intentKey = other.first(32); }},
        {u"revision"_s, [&] { ++body.revision; }},
        {u"version"_s, [&] { ++body.version; }},
        {u"tool"_s, [&] { body.tool = u"daily"_s; }},
        {u"registryDigest"_s, [&] { body.registryDigest = other; }},
        {u"payloadDigest"_s, [&] { body.payloadDigest = other; }},
        {u"factsDigest"_s, [&] { body.factsDigest = other; }},
        {u"policyDigest"_s, [&] { body.policyDigest = other; }},
        {u"expiresAt"_s, [&] { ++body.expiresAt; }},
        {u"shownDigest"_s, [&] { body.shownDigest = other; }},
        {u"replacementDigest"_s, [&] { body.replacementDigest = other; }},
        {u"conflictEvent"_s, [&] { body.conflictEvent = 1; }},
        {u"allShown"_s, [&] { body.allShown = false; }},
        {u"kind"_s,
         [&] {
             body.kind = u"legal_hold"_s;
             body.verdict.clear();
         }},
    };
    change.value(field)();
    const auto admission = need(ledger.writer().admit(ledger.sign(body)), "admit");
    QCOMPARE(admission.outcome, Outcome::Refused);
    QTEST(admission.code, "code");
    QVERIFY(!admission.message.isEmpty());
    QCOMPARE(ledger.row(planned.id).status, Status::AwaitingApproval);
    QCOMPARE(ledger.row(planned.id).version, planned.version);
    QCOMPARE(ledger.kinds(planned.id).last(), u"decision_refused"_s); // recorded: the signature is a known person's
}

void TestContractDecisions::actorAndSponsor_mayNotDecide()
{
    LedgerUnderTest ledger; // C11
    auto own = LedgerUnderTest::payment(u"WD-1"_s);
    own.actor = u"keller"_s;
    auto sponsored = LedgerUnderTest::payment(u"WD-2"_s);
    sponsored.sponsor = u"keller"_s;
    for (const auto &submission : {own, sponsored}) {
        const auto planned = ledger.row(ledger.submit(submission));
        for (const QString &kind : {u"approve"_s, u"reject"_s}) {
            QCOMPARE(ledger.decide(planned, kind).code, u"not_eligible"_s);
        }
        QCOMPARE(ledger.decide(planned, u"approve"_s, u"mayr"_s).outcome, Outcome::Admitted);
    }
}

void TestContractDecisions::sponsor_editedInTheRow_isReadFromTheSignedToken()
{
    LedgerUnderTest ledger; // C11, C17
    auto sponsored = LedgerUnderTest::payment(u"WD-1"_s);
    sponsored.tokenId = u"0123456789ab"_s;
    sponsored.sponsor = u"keller"_s;
    need(ledger.act(u"token"_s, sponsored.tokenId,
                    {{u"hash"_s, base::digestHex("secret")},
                     {u"tenant"_s, sponsored.tenant},
                     {u"actor"_s, sponsored.actor},
                     {u"sponsor"_s, sponsored.sponsor},
                     {u"scopes"_s, QJsonArray{u"submit"_s}}}),
         "token");
    const auto planned = ledger.row(ledger.submit(sponsored));
    ledger.tamper({u"UPDATE operation SET sponsor='somebody'"_s});
    QCOMPARE(ledger.decide(ledger.row(planned.id), u"approve"_s).code, u"not_eligible"_s);
    QCOMPARE(ledger.decide(ledger.row(planned.id), u"approve"_s, u"mayr"_s).outcome, Outcome::Admitted);
}

void TestContractDecisions::wrongRole_mayNotApproveButMayReject()
{
    LedgerUnderTest ledger;
    ledger.enrol(u"schmidt"_s, {u"support"_s});
    const auto planned = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    QCOMPARE(ledger.decide(planned, u"approve"_s, u"schmidt"_s).code, u"not_eligible"_s);
    QCOMPARE(ledger.decide(planned, u"reject"_s, u"schmidt"_s).outcome, Outcome::Admitted);
}

void TestContractDecisions::reject_bindsRevisionAndDigestOnly()
{
    LedgerUnderTest ledger;
    const auto planned = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    auto body = ledger.decisionBody(planned, u"reject"_s);
    body.version = 77;
    body.policyDigest = QString(64, u'1');
    body.factsDigest = QString(64, u'1');
    body.allShown = false;
    QCOMPARE(need(ledger.writer().admit(ledger.sign(body)), "admit").outcome, Outcome::Admitted);
    const auto second = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-2"_s)));
    auto empty = ledger.decisionBody(second, u"reject"_s);
    empty.reason = u"  "_s;
    QCOMPARE(need(ledger.writer().admit(ledger.sign(empty)), "admit").code, u"no_reason"_s);
}

void TestContractDecisions::clock_isJudgedByWhenItWasSent()
{
    LedgerUnderTest ledger; // C16
    const auto planned = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    auto body = ledger.decisionBody(planned, u"approve"_s);
    auto envelope = ledger.sign(body);
    envelope.sentAt = ledger.clock.now() - 5 * base::kMinute;
    const auto admission = need(ledger.writer().admit(envelope), "admit");
    QCOMPARE(admission.code, u"clock"_s);
    QCOMPARE(admission.message, u"Your clock is wrong by -300 seconds."_s);
    // An hour in the outbox is declared and not counted.
    auto waited = ledger.decisionBody(planned, u"approve"_s);
    waited.decidedAt = ledger.clock.now() - base::kHour;
    QCOMPARE(need(ledger.writer().admit(ledger.sign(waited)), "admit").outcome, Outcome::Admitted);
}

QTEST_GUILESS_MAIN(TestContractDecisions)
#include "tst_contractdecisions.moc"
