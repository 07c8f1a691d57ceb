#include "gateway/gatewayundertest.h"

using namespace obstat;
using namespace obstat::tests;
using namespace Qt::StringLiterals;

/// POST /v1/decisions and POST /v1/admin: the signature is the credential.
class TestGatewayDecisions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_gateway = std::make_unique<GatewayUnderTest>(); }
    void cleanupTestCase() { m_gateway.reset(); }

    void approve_admitted_isExecutedOnce();
    void approve_sentTwice_isToldAgain();
    void second_verdict_lostRaceIsTold();
    void reject_admitted_isRepeatedWithItsReason();
    void signature_ofAnotherKey_isRefused();
    void body_changed_isRefused();
    void stranger_isRefused();
    void envelope_malformed_is400();
    void bug_A10_parallelCalls_onlyTheApprovedOneRuns();
    void approvedCall_fetchedThreeTimes_isOneResult();
    void bug_A8_approveAndReject_atTheSameMoment_oneWins();
    void act_withWrongData_isRefused();
    void token_revoked_isOutAtOnce();
    void noScope_canDecide();

private:
    qint64 waiting(const QString &record)
    {
        return m_gateway->submit(GatewayUnderTest::payment(record, u"900"_s, false)).id();
    }
    std::unique_ptr<GatewayUnderTest> m_gateway;
};

void TestGatewayDecisions::approve_admitted_isExecutedOnce()
{
    const qint64 id = waiting(u"A-1"_s);
    const qint64 sent = m_gateway->owner().requests();
    const Answer answer = m_gateway->decide(id, u"approve"_s);
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.text(u"outcome"_s), u"admitted"_s);
    QCOMPARE(answer.json().value(u"repeated"_s), QJsonValue(false));
    QTRY_COMPARE_WITH_TIMEOUT(m_gateway->status(id), u"succeeded"_s, 20'000);
    QCOMPARE(m_gateway->owner().requests(), sent + 1);
}

void TestGatewayDecisions::approve_sentTwice_isToldAgain()
{
    const qint64 id = waiting(u"A-2"_s);
    const approval::DecisionBody body = m_gateway->decision(id, u"approve"_s);
    QCOMPARE(m_gateway->decide(body).status, 200);
    const Answer again = m_gateway->decide(body);
    QCOMPARE(again.status, 200);
    QCOMPARE(again.text(u"outcome"_s), u"admitted"_s);
    QCOMPARE(again.json().value(u"repeated"_s), QJsonValue(true));
}

void TestGatewayDecisions::second_verdict_lostRaceIsTold()
{
    const qint64 id = waiting(u"A-3"_s);
    const approval::DecisionBody late = m_gateway->decision(id, u"approve"_s);
    QCOMPARE(m_gateway->decide(id, u"reject"_s, u"wrong account"_s).status, 200);
    const Answer lost = m_gateway->decide(late);
    QCOMPARE(lost.status, 409);
    QCOMPARE(lost.text(u"outcome"_s), u"lost"_s);
    QVERIFY2(lost.text(u"message"_s).contains(u"m.keller rejected it"_s), lost.body.constData());
    QCOMPARE(m_gateway->status(id), u"rejected"_s);
}

void TestGatewayDecisions::reject_admitted_isRepeatedWithItsReason()
{
    const QByteArray body = GatewayUnderTest::payment(u"A-4"_s, u"900"_s, false);
    const qint64 id = m_gateway->submit(body).id();
    QCOMPARE(m_gateway->decide(id, u"reject"_s, u"wrong account"_s).status, 200);
    const Answer again = m_gateway->submit(body);
    QCOMPARE(again.status, 200);
    QCOMPARE(again.text(u"code"_s), u"repeated_rejection"_s);
    QCOMPARE(again.text(u"advice"_s), u"stop"_s);
    QCOMPARE(again.text(u"reject_reason"_s), u"wrong account"_s);
}

void TestGatewayDecisions::signature_ofAnotherKey_isRefused()
{
    const qint64 id = waiting(u"S-1"_s);
    const auto stranger = approval::SigningKey::generate();
    const auto envelope = approval::signDecision(m_gateway->decision(id, u"approve"_s), stranger, 0);
    const Answer answer = m_gateway->send("POST", "/v1/decisions", envelope.toJson());
    QCOMPARE(answer.status, 401);
    QCOMPARE(m_gateway->status(id), u"awaiting_approval"_s);
}

void TestGatewayDecisions::body_changed_isRefused()
{
    const qint64 one = waiting(u"S-2"_s);
    const qint64 other = waiting(u"S-3"_s);
    auto envelope =
        approval::signDecision(m_gateway->decision(one, u"approve"_s), m_gateway->scratch().approverKey(), 0);
    envelope.body = m_gateway->decision(other, u"approve"_s).canonical();
    QCOMPARE(m_gateway->send("POST", "/v1/decisions", envelope.toJson()).status, 401);
    QCOMPARE(m_gateway->status(one), u"awaiting_approval"_s);
    QCOMPARE(m_gateway->status(other), u"awaiting_approval"_s);
}

void TestGatewayDecisions::stranger_isRefused()
{
    const qint64 id = waiting(u"S-4"_s);
    approval::DecisionBody body = m_gateway->decision(id, u"approve"_s);
    const auto stranger = approval::SigningKey::generate();
    body.approver = u"nobody"_s;
    body.keyId = stranger.publicKey().id();
    const Answer answer = m_gateway->send("POST", "/v1/decisions", approval::signDecision(body, stranger, 0).toJson());
    QVERIFY2(answer.status == 401 || answer.status == 403, answer.body.constData());
    QCOMPARE(m_gateway->status(id), u"awaiting_approval"_s);
}

void TestGatewayDecisions::envelope_malformed_is400()
{
    QCOMPARE(m_gateway->send("POST", "/v1/decisions", "{}").status, 400);
    QCOMPARE(m_gateway->send("POST", "/v1/decisions", "approve 7").status, 400);
    QCOMPARE(m_gateway->send("POST", "/v1/admin", "{}").status, 400);
}

void TestGatewayDecisions::bug_A10_parallelCalls_onlyTheApprovedOneRuns()
{
    // bug_A10: a decision is tied to operation and digest, never to "the latest call".
    const qint64 a = waiting(u"P-a"_s);
    const qint64 b = waiting(u"P-b"_s);
    const qint64 c = waiting(u"P-c"_s);
    const qint64 effects = need(m_gateway->owner().effects(), "effects");
    const auto forB = m_gateway->decision(b, u"approve"_s);
    QCOMPARE(m_gateway->decide(a, u"reject"_s, u"no"_s).status, 200);
    QCOMPARE(m_gateway->decide(c, u"reject"_s, u"no"_s).status, 200);
    QCOMPARE(m_gateway->decide(forB).status, 200);
    QTRY_COMPARE_WITH_TIMEOUT(m_gateway->status(b), u"succeeded"_s, 20'000);
    QCOMPARE(m_gateway->status(a), u"rejected"_s);
    QCOMPARE(m_gateway->status(c), u"rejected"_s);
    QCOMPARE(need(m_gateway->owner().effects(), "effects"), effects + 1);
    QVERIFY(need(m_gateway->owner().allEffects(), "effects").last().arguments.contains("P-b"));
    // A decision with the digest of another call is refused.
    const qint64 d = waiting(u"P-d"_s);
    auto mixed = m_gateway->decision(d, u"approve"_s);
    mixed.payloadDigest = forB.payloadDigest;
    const Answer refused = m_gateway->decide(mixed);
    QVERIFY2(refused.status == 403 || refused.status == 409, refused.body.constData());
    QCOMPARE(m_gateway->status(d), u"awaiting_approval"_s);
}

void TestGatewayDecisions::approvedCall_fetchedThreeTimes_isOneResult()
{
    // bug_D7
    const QByteArray body = GatewayUnderTest::payment(u"D7"_s, u"900"_s, false);
    const qint64 sent = m_gateway->owner().requests();
    const Answer planned = m_gateway->submit(body);
    QCOMPARE(m_gateway->submit(body).id(), planned.id()); // the flow is re-entered
    QCOMPARE(m_gateway->decide(planned.id(), u"approve"_s).status, 200);
    const Answer first = m_gateway->submit(body, 20); // and once more
    const Answer second = m_gateway->get(planned.id());
    const Answer third = m_gateway->submit(body);
    QCOMPARE(first.operationStatus(), u"succeeded"_s);
    for (const Answer &answer : {first, second, third}) {
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.id(), planned.id());
        QCOMPARE(answer.resultBytes(), first.resultBytes());
    }
    QCOMPARE(m_gateway->owner().requests(), sent + 1);
    QCOMPARE(m_gateway->attempts(planned.id()).size(), 1);
}

void TestGatewayDecisions::bug_A8_approveAndReject_atTheSameMoment_oneWins()
{
    // bug_A8: executed only if nobody rejected, and whoever lost is told.
    const qint64 effects = need(m_gateway->owner().effects(), "effects");
    qint64 executed = 0;
    for (int round = 0; round < 40; ++round) {
        const qint64 id = waiting(u"A8-%1"_s.arg(round));
        const auto envelope = [&](const QString &kind, const QString &reason) {
            return approval::signDecision(m_gateway->decision(id, kind, reason), m_gateway->scratch().approverKey(),
                                          base::SystemClock().now())
                .toJson();
        };
        const QByteArray yes = envelope(u"approve"_s, {});
        const QByteArray no = envelope(u"reject"_s, u"wrong account"_s);
        Answer approved;
        std::thread other([&] { approved = m_gateway->sendAlone("POST", "/v1/decisions", yes); });
        const Answer rejected = m_gateway->sendAlone("POST", "/v1/decisions", no);
        other.join();
        const Answer end = m_gateway->submit(GatewayUnderTest::payment(u"A8-%1"_s.arg(round), u"900"_s, false), 20);
        if (end.operationStatus() == u"succeeded"_s) {
            ++executed;
            QCOMPARE(approved.status, 200);
            QCOMPARE(rejected.status, 409);
            QVERIFY2(rejected.text(u"message"_s).contains(u"m.keller approved it"_s), rejected.body.constData());
        } else {
            QCOMPARE(end.operationStatus(), u"rejected"_s);
            QCOMPARE(rejected.status, 200);
            QVERIFY(approved.status == 200 || approved.text(u"outcome"_s) == u"lost"_s);
            QVERIFY(m_gateway->attempts(id).isEmpty());
        }
    }
    QCOMPARE(need(m_gateway->owner().effects(), "effects"), effects + executed);
}

void TestGatewayDecisions::act_withWrongData_isRefused()
{
    const Answer answer = m_gateway->act(u"token"_s, u"0123456789ab"_s, {{u"scopes"_s, u"everything"_s}});
    QVERIFY2(answer.status >= 400 && answer.status < 500, answer.body.constData());
}

void TestGatewayDecisions::token_revoked_isOutAtOnce()
{
    const QString token = m_gateway->newToken({u"submit"_s});
    QCOMPARE(m_gateway->send("GET", "/v1/tools", {}, {}, token).status, 200);
    QCOMPARE(m_gateway->act(u"token"_s, token.mid(4, 12), {{u"revoked"_s, true}}).status, 200);
    QCOMPARE(m_gateway->send("GET", "/v1/tools", {}, {}, token).status, 401);
}

void TestGatewayDecisions::noScope_canDecide()
{
    // Contract 8.2: a token with every scope is worth nothing at /v1/decisions; only the signature counts.
    const qint64 id = waiting(u"N-1"_s);
    const QString token = m_gateway->newToken({u"submit"_s, u"facts"_s, u"report"_s, u"read"_s, u"audit"_s});
    const auto unsignedOne =
        approval::DecisionEnvelope{m_gateway->decision(id, u"approve"_s).canonical(), QByteArray(64, '\0'), 0};
    const Answer answer = m_gateway->send("POST", "/v1/decisions", unsignedOne.toJson(), {}, token);
    QCOMPARE(answer.status, 401);
    QCOMPARE(m_gateway->status(id), u"awaiting_approval"_s);
}

QTEST_GUILESS_MAIN(TestGatewayDecisions)
#include "tst_gatewaydecisions.moc"
