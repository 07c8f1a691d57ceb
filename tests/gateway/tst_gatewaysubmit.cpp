#include "gateway/gatewayundertest.h"

using namespace obstat;
using namespace obstat::tests;
using namespace Qt::StringLiterals;

/// POST /v1/operations: every row of the table in contract 8.1.
class TestGatewaySubmit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();

    void newPlan_waiting_is202WithLocation();
    void newPlan_automaticAndWaited_is201WithTheOwnersBytes();
    void repeat_settled_is200WithTheFirstBytes();
    void repeat_waiting_is202AndCounted();
    void repeat_otherSpelling_isTheSameWork();
    void conflict_otherArguments_names_PathsButNoEarlierValues();
    void conflict_tokenWithoutRead_getsNoDigests();
    void denied_byRule_is403WithItsReason();
    void ownersRefusal_isSettledAsFailedWithAdvice();
    void deniedFailedAndUnmatched_areThreeOutcomes();
    void facts_withoutScope_are403();
    void submit_withoutScope_is403();
    void refused_data();
    void refused();
    void withoutToken_is401_data();
    void withoutToken_is401();
    void body_tooLarge_is413();
    void actor_inBody_isNoMember();

private:
    std::unique_ptr<GatewayUnderTest> m_gateway;
};

void TestGatewaySubmit::initTestCase()
{
    sim::ScratchConfig config;
    config.owner.refuseOver = u"400"_s;
    m_gateway = std::make_unique<GatewayUnderTest>(std::move(config));
}

void TestGatewaySubmit::cleanupTestCase()
{
    m_gateway.reset();
}

void TestGatewaySubmit::newPlan_waiting_is202WithLocation()
{
    const Answer answer = m_gateway->submit(GatewayUnderTest::payment(u"W-1"_s, u"900"_s, false));
    QCOMPARE(answer.status, 202);
    QCOMPARE(answer.headers.value("Content-Type"), QByteArray("application/json"));
    QCOMPARE(answer.headers.value("Location"), "/v1/operations/" + QByteArray::number(answer.id()));
    QCOMPARE(answer.text(u"answer"_s), u"created"_s);
    QCOMPARE(answer.text(u"advice"_s), u"keep-key"_s);
    QCOMPARE(answer.json().value(u"repeat"_s), QJsonValue(false));
    QCOMPARE(answer.operationStatus(), u"awaiting_approval"_s);
    QCOMPARE(answer.operation().value(u"natural_key"_s).toString(), u"pay|W-1"_s);
    QCOMPARE(answer.resultBytes(), QByteArray("null"));
    QVERIFY(!answer.headers.contains("Idempotent-Replayed"));
}

void TestGatewaySubmit::newPlan_automaticAndWaited_is201WithTheOwnersBytes()
{
    const Answer answer = m_gateway->submit(GatewayUnderTest::payment(u"A-1"_s, u"100"_s, true), 20);
    QCOMPARE(answer.status, 201);
    QCOMPARE(answer.operationStatus(), u"succeeded"_s);
    QCOMPARE(answer.operation().value(u"rule"_s).toString(), u"small_and_known"_s);
    QCOMPARE(answer.operation().value(u"attempts"_s).toInt(), 1);
    const QString reference = answer.operation().value(u"reference"_s).toString();
    QVERIFY(reference.startsWith(u"sim_"_s));
    QVERIFY2(answer.resultBytes().contains(reference.toLatin1()), answer.body.constData());
}

void TestGatewaySubmit::repeat_settled_is200WithTheFirstBytes()
{
    // inv_5, bug_I1: the retry whose first answer was lost gets the first answer, marked.
    const QByteArray body = GatewayUnderTest::payment(u"I-1"_s, u"120"_s, true);
    const Answer first = m_gateway->submit(body, 20);
    const qint64 sent = m_gateway->owner().requests();
    const Answer second = m_gateway->submit(body);
    QCOMPARE(first.status, 201);
    QCOMPARE(second.status, 200);
    QCOMPARE(second.headers.value("Idempotent-Replayed"), QByteArray("true"));
    QCOMPARE(second.json().value(u"repeat"_s), QJsonValue(true));
    QCOMPARE(second.id(), first.id());
    QCOMPARE(second.resultBytes(), first.resultBytes());
    QCOMPARE(second.operation().value(u"reference"_s), first.operation().value(u"reference"_s));
    QCOMPARE(second.operation().value(u"hits"_s).toInt(), 1);
    QCOMPARE(m_gateway->owner().requests(), sent);
}

void TestGatewaySubmit::repeat_waiting_is202AndCounted()
{
    const QByteArray body = GatewayUnderTest::payment(u"W-2"_s, u"900"_s, false);
    const Answer first = m_gateway->submit(body);
    const Answer second = m_gateway->submit(body);
    const Answer third = m_gateway->submit(body);
    QCOMPARE(second.status, 202);
    QCOMPARE(second.json().value(u"repeat"_s), QJsonValue(true));
    QVERIFY(!second.headers.contains("Idempotent-Replayed"));
    QCOMPARE(second.id(), first.id());
    QCOMPARE(third.operation().value(u"hits"_s).toInt(), 2);
}

void TestGatewaySubmit::repeat_otherSpelling_isTheSameWork()
{
    // bug_I4: order of members, white space, the way a number is written and a key field of the model change nothing.
    const Answer first = m_gateway->submit(R"({"tool":"pay","run":"r-1","arguments":{"record":"S-1","amount":900}})");
    const Answer second = m_gateway->submit(
        R"({ "run" : "r-2", "arguments":{"amount":9.00e2, "record":"S-1", "idempotency_key":"x"}, "tool":"pay"})");
    QCOMPARE(first.status, 202);
    QCOMPARE(second.id(), first.id());
    QCOMPARE(second.text(u"answer"_s), u"repeated"_s);
    // A member that is null is there, one that is missing is not: another payload (contract 3.3).
    const Answer null =
        m_gateway->submit(R"({"tool":"pay","run":"r-1","arguments":{"record":"S-1","amount":900,"note":null}})");
    QCOMPARE(null.status, 409);
    QCOMPARE(null.json().value(u"differing"_s).toArray(), QJsonArray{u"/note"_s});
}

void TestGatewaySubmit::conflict_otherArguments_names_PathsButNoEarlierValues()
{
    const Answer first = m_gateway->submit(GatewayUnderTest::payment(u"C-1"_s, u"917.25"_s, false));
    const Answer second = m_gateway->submit(GatewayUnderTest::payment(u"C-1"_s, u"918"_s, false));
    QCOMPARE(second.status, 409);
    QCOMPARE(second.headers.value("Content-Type"), QByteArray("application/problem+json"));
    QCOMPARE(second.text(u"type"_s), u"urn:obstat:problem:conflict"_s);
    QCOMPARE(second.text(u"advice"_s), u"stop"_s);
    QCOMPARE(second.json().value(u"differing"_s).toArray(), QJsonArray{u"/amount"_s});
    QCOMPARE(second.id(), first.id());
    QCOMPARE(second.text(u"first_digest"_s).size(), 64);
    QVERIFY(second.text(u"first_digest"_s) != second.text(u"second_digest"_s));
    QVERIFY2(!second.body.contains("917.25"), second.body.constData());
}

void TestGatewaySubmit::conflict_tokenWithoutRead_getsNoDigests()
{
    const QString token = m_gateway->newToken({u"submit"_s});
    (void)m_gateway->submit(GatewayUnderTest::payment(u"C-2"_s, u"900"_s, false));
    const Answer second = m_gateway->submit(GatewayUnderTest::payment(u"C-2"_s, u"901"_s, false), 0, token);
    QCOMPARE(second.status, 409);
    QVERIFY(!second.json().contains(u"first_digest"_s));
    QVERIFY(!second.json().contains(u"second_digest"_s));
}

void TestGatewaySubmit::denied_byRule_is403WithItsReason()
{
    const Answer answer = m_gateway->submit(GatewayUnderTest::payment(u"BLOCKED"_s, u"10"_s, true));
    QCOMPARE(answer.status, 403);
    QCOMPARE(answer.text(u"code"_s), u"denied"_s);
    QCOMPARE(answer.text(u"advice"_s), u"stop"_s);
    QVERIFY(answer.text(u"detail"_s).contains(u"This record is blocked."_s));
    QVERIFY(!answer.json().contains(u"operation"_s));
}

void TestGatewaySubmit::ownersRefusal_isSettledAsFailedWithAdvice()
{
    const Answer answer = m_gateway->submit(GatewayUnderTest::payment(u"F-1"_s, u"450"_s, true), 20);
    QCOMPARE(answer.status, 201);
    QCOMPARE(answer.operationStatus(), u"failed"_s);
    QCOMPARE(answer.text(u"advice"_s), u"new-intent"_s);
    QVERIFY(answer.resultBytes().contains("declined"));
}

void TestGatewaySubmit::deniedFailedAndUnmatched_areThreeOutcomes()
{
    // bug_U1: a refusal is no success, neither to the caller nor in the log, and what no rule declares is neither.
    sim::ScratchConfig config;
    config.owner.refuseOver = u"400"_s;
    config.owner.serverErrors = 1; // the first commit answers 500
    config.owner.honoursKey = false;
    GatewayUnderTest gateway(std::move(config));
    const Answer denied = gateway.submit(GatewayUnderTest::payment(u"BLOCKED"_s, u"11"_s, true));
    const Answer failed = gateway.submit(GatewayUnderTest::payment(u"U-1"_s, u"460"_s, true), 20);
    const Answer unmatched = gateway.submit(R"({"tool":"plain","run":"r","arguments":{"record":"U-3"}})", 3);
    const Answer done = gateway.submit(GatewayUnderTest::payment(u"U-2"_s, u"20"_s, true), 20);
    QCOMPARE(denied.status, 403);
    QCOMPARE(failed.operationStatus(), u"failed"_s);
    QCOMPARE(unmatched.operationStatus(), u"unknown"_s);
    QCOMPARE(done.operationStatus(), u"succeeded"_s);
    QCOMPARE(gateway.attempts(unmatched.id()).first().outcome, ledger::outcomeText(ledger::AttemptOutcome::Unmatched));
    const QList<std::pair<Answer, QString>> ends{
        {failed, u"failed"_s}, {unmatched, u"unknown"_s}, {done, u"succeeded"_s}};
    for (const auto &[answer, kind] : ends)
        for (const QString &other : {u"failed"_s, u"unknown"_s, u"succeeded"_s})
            QCOMPARE(gateway.eventKinds(answer.id()).contains(other), kind == other);
    const auto refused = gateway.read<qint64>([](ledger::LedgerWriter &writer) {
        ledger::EventFilter filter;
        filter.kind = u"refused"_s;
        return writer.reader().countEvents(filter);
    });
    QCOMPARE(refused, 1);
}

void TestGatewaySubmit::facts_withoutScope_are403()
{
    const QString token = m_gateway->newToken({u"submit"_s});
    const Answer answer = m_gateway->submit(GatewayUnderTest::payment(u"X-1"_s, u"10"_s, true), 0, token);
    QCOMPARE(answer.status, 403);
    QCOMPARE(answer.text(u"code"_s), u"forbidden"_s);
    QVERIFY(answer.text(u"detail"_s).contains(u"'facts'"_s));
}

void TestGatewaySubmit::submit_withoutScope_is403()
{
    const QString token = m_gateway->newToken({u"read"_s});
    QCOMPARE(m_gateway->submit(GatewayUnderTest::payment(u"X-2"_s, u"10"_s, false), 0, token).status, 403);
}

void TestGatewaySubmit::refused_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("code");
    const auto row = [](const char *name, const QByteArray &body, int status, const QString &code) {
        QTest::newRow(name) << body << status << code;
    };
    row("unknown tool", R"({"tool":"nobody","run":"r","arguments":{}})", 422, u"unknown_tool"_s);
    row("read-only tool", R"({"tool":"look","run":"r","arguments":{}})", 422, u"read_only"_s);
    row("unanswered questions", R"({"tool":"halfway","run":"r","arguments":{"record":"1"}})", 422,
        u"unanswered_questions"_s);
    row("natural key missing", R"({"tool":"pay","run":"r","arguments":{"amount":"1"}})", 422, u"not_canonical"_s);
    row("named tool without a name", R"({"tool":"reboot","run":"r","arguments":{}})", 422, u"no_natural_key"_s);
    row("name for a tool with a natural key",
        R"({"tool":"pay","run":"r","intent_key":"mine","arguments":{"record":"1","amount":"1"}})", 422,
        u"named_key_refused"_s);
    row("a member twice", R"({"tool":"pay","run":"r","arguments":{"record":"1","record":"2"}})", 422,
        u"not-canonical"_s);
    row("a number that no double holds",
        R"({"tool":"pay","run":"r","arguments":{"record":"1","amount":9007199254740993}})", 422, u"not-canonical"_s);
    row("a lone surrogate", R"({"tool":"pay","run":"r","arguments":{"record":"\ud800"}})", 422, u"not-canonical"_s);
    row("no JSON", "tool=pay", 400, u"malformed"_s);
    row("nothing", "", 400, u"malformed"_s);
    row("a list", "[]", 400, u"malformed"_s);
    row("an unknown member", R"({"tool":"pay","run":"r","arguments":{},"argumets":{}})", 400, u"malformed"_s);
    row("no tool", R"({"run":"r","arguments":{}})", 400, u"malformed"_s);
    row("no run", R"({"tool":"pay","arguments":{"record":"1"}})", 400, u"malformed"_s);
    row("no arguments", R"({"tool":"pay","run":"r"})", 400, u"malformed"_s);
    row("arguments as text", R"({"tool":"pay","run":"r","arguments":"{}"})", 400, u"malformed"_s);
    row("tool as number", R"({"tool":1,"run":"r","arguments":{}})", 400, u"malformed"_s);
    row("facts as list", R"({"tool":"pay","run":"r","arguments":{"record":"1"},"facts":[]})", 400, u"malformed"_s);
}

void TestGatewaySubmit::refused()
{
    QFETCH(const QByteArray, body);
    QFETCH(const int, status);
    QFETCH(const QString, code);
    const Answer answer = m_gateway->submit(body);
    QVERIFY2(answer.status == status, answer.body.constData());
    QCOMPARE(answer.text(u"code"_s), code);
    QCOMPARE(answer.text(u"type"_s), u"urn:obstat:problem:"_s + code);
    QCOMPARE(answer.headers.value("Content-Type"), QByteArray("application/problem+json"));
    QVERIFY(!answer.text(u"detail"_s).isEmpty());
    QVERIFY(QStringList({u"keep-key"_s, u"new-intent"_s, u"stop"_s}).contains(answer.text(u"advice"_s)));
    if (code == u"unanswered_questions"_s)
        QCOMPARE(answer.json().value(u"missing"_s).toArray(), (QJsonArray{u"approver"_s, u"on_repeat"_s}));
}

void TestGatewaySubmit::withoutToken_is401_data()
{
    QTest::addColumn<QByteArray>("header");
    const QByteArray good = "Bearer " + m_gateway->token().toLatin1();
    QByteArray otherSecret = good;
    otherSecret.back() = otherSecret.back() == 'A' ? 'B' : 'A';
    QTest::newRow("a wrong secret") << otherSecret;
    QTest::newRow("an unknown id") << QByteArray("Bearer obs_0123456789ab_" + QByteArray(43, 'x'));
    QTest::newRow("no secret") << good.left(good.size() - 44);
    QTest::newRow("another scheme") << QByteArray("Basic ") + good.mid(7);
    QTest::newRow("not ours") << QByteArray("Bearer letmein");
    QTest::newRow("two tokens in one") << good + ", " + good;
}

void TestGatewaySubmit::withoutToken_is401()
{
    QFETCH(const QByteArray, header);
    const Answer answer = m_gateway->send("POST", "/v1/operations", GatewayUnderTest::payment(u"T"_s, u"1"_s, true),
                                          {{"Authorization", header}});
    QCOMPARE(answer.status, 401);
    QCOMPARE(answer.headers.value("WWW-Authenticate"), QByteArray("Bearer"));
    QCOMPARE(answer.text(u"code"_s), u"unauthorized"_s);
}

void TestGatewaySubmit::body_tooLarge_is413()
{
    const QByteArray note(260 * 1024, 'x');
    const Answer arguments =
        m_gateway->submit(R"({"tool":"pay","run":"r","arguments":{"record":"B-1","note":")" + note + R"("}})");
    QCOMPARE(arguments.status, 413);
    wire::KeepAliveClient client("127.0.0.1", m_gateway->port());
    const auto whole =
        client.send("POST", "/v1/operations", {{"Authorization", "Bearer " + m_gateway->token().toLatin1()}},
                    QByteArray(400 * 1024, ' '));
    // The server answers before it has read everything, so the answer may be lost to a reset; then nothing was done.
    if (whole)
        QCOMPARE(whole->status, 413);
}

void TestGatewaySubmit::actor_inBody_isNoMember()
{
    const Answer answer = m_gateway->submit(R"({"tool":"pay","run":"r","arguments":{"record":"1"},"actor":"boss"})");
    QCOMPARE(answer.status, 400);
    QVERIFY(answer.text(u"detail"_s).contains(u"'actor'"_s));
}

QTEST_GUILESS_MAIN(TestGatewaySubmit)
#include "tst_gatewaysubmit.moc"
