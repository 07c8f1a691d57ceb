#include "gateway/gatewayundertest.h"

#include <barrier>
#include <thread>

using namespace obstat;
using namespace obstat::tests;
using namespace Qt::StringLiterals;

namespace {

const QByteArray kCallers = R"(
[owner.desk]
kind = "caller"
lease = "1m"

[owner.hasty]
kind = "caller"
lease = "1s"
honours_key = true

[tool.wire]
effect = "write"
undo = "no"
approver = "policy"
on_repeat = "doubles"
natural_key = ["record"]
owner = "desk"

[tool.dash]
effect = "write"
undo = "no"
approver = "policy"
on_repeat = "returns_first"
natural_key = ["record"]
owner = "hasty"
)";

const QByteArray kRules = R"(
[[rule]]
name = "wires"
tool = "wire"
then = "automatic"

[[rule]]
name = "dashes"
tool = "dash"
then = "automatic"
)";

sim::ScratchConfig withCallers()
{
    sim::ScratchConfig config;
    config.registry = kCallers;
    config.policy = kRules;
    return config;
}

QByteArray work(const QString &tool, const QString &record)
{
    return QJsonDocument(
               QJsonObject{{u"tool"_s, tool},
                           {u"run"_s, u"r-1"_s},
                           {u"arguments"_s, QJsonObject{{u"record"_s, record}, {u"iban"_s, u"DE02 \"x\""_s}}}})
        .toJson(QJsonDocument::Compact);
}

QByteArray nonce(int number)
{
    return R"({"nonce":"replica-)" + QByteArray::number(number).rightJustified(16, '0') + R"("})";
}

QByteArray outcome(qint64 fence, const QByteArray &rest)
{
    return R"({"fence":)" + QByteArray::number(fence) + "," + rest + "}";
}

/// Operations whose owner is a caller, over HTTP.
struct Desk
{
    explicit Desk(const QString &tool = u"wire"_s) : gateway(withCallers()), token(gateway.newToken({u"report"_s}))
    {
        // Nothing is claimed before the ledger is verified once.
        const bool verified = QTest::qWaitFor(
            [this] {
                return gateway.read<bool>(
                    [](ledger::LedgerWriter &writer) -> base::Result<bool> { return !writer.verificationDue(); });
            },
            60'000);
        if (!verified)
            qFatal("not verified");
        id = gateway.submit(work(tool, u"A"_s)).id();
    }
    [[nodiscard]] QByteArray path(const QByteArray &call) const
    {
        return "/v1/operations/" + QByteArray::number(id) + call;
    }
    Answer claim(int number) { return gateway.send("POST", path("/claim"), nonce(number), {}, token); }
    Answer say(qint64 fence, const QByteArray &rest, const QString &by = {})
    {
        return gateway.send("POST", path("/outcome"), outcome(fence, rest), {}, by.isEmpty() ? token : by);
    }

    GatewayUnderTest gateway;
    QString token;
    qint64 id = 0;
};

const QByteArray kDone = R"("outcome":"succeeded","reference":"desk_1","result":{"id":"desk_1","total":1.10})";

} // namespace

/// POST …/claim and …/outcome over HTTP (contract 7.3, 8.1).
class TestGatewayCallers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void claimAndOutcome_settleTheOperation();
    void eightReplicas_oneGetsIt();
    void eightTokens_oneGetsIt();
    void whoWaits_isToldOfClaimAndOutcome();
    void claim_refusals_haveTheirCodes();
    void claim_bodies_data();
    void claim_bodies();
    void outcome_refusals_haveTheirCodes();
    void outcome_bodies_data();
    void outcome_bodies();
    void outcome_strangeNumbers_areKept();
    void lease_runsOut_isSaidAndClaimedAgain();
    void tools_sayWhoExecutes();
    void log_namesTheKeyAndNoPayload();
};

void TestGatewayCallers::claimAndOutcome_settleTheOperation()
{
    Desk desk;
    const Answer claimed = desk.claim(1);
    QCOMPARE(claimed.status, 200);
    QCOMPARE(claimed.text(u"code"_s), u"claimed"_s);
    QCOMPARE(claimed.operationStatus(), u"running"_s);
    QCOMPARE(claimed.json().value(u"arguments"_s),
             QJsonValue(QJsonObject{{u"record"_s, u"A"_s}, {u"iban"_s, u"DE02 \"x\""_s}}));
    QCOMPARE(claimed.text(u"wire_key"_s).size(), 32);
    QCOMPARE(claimed.json().value(u"resend"_s), QJsonValue(false));
    QVERIFY(QDateTime::fromString(claimed.text(u"lease_until"_s), Qt::ISODateWithMs) > QDateTime::currentDateTimeUtc());
    const qint64 fence = claimed.json().value(u"fence"_s).toInteger();
    // A lost answer costs nothing.
    const Answer again = desk.claim(1);
    QCOMPARE(again.status, 200);
    QCOMPARE(again.text(u"code"_s), u"repeated"_s);
    QCOMPARE(again.json().value(u"repeat"_s), QJsonValue(true));
    QCOMPARE(again.json().value(u"fence"_s).toInteger(), fence);
    QCOMPARE(again.text(u"lease_until"_s), claimed.text(u"lease_until"_s));
    const Answer settled = desk.say(fence, kDone);
    QCOMPARE(settled.status, 200);
    QCOMPARE(settled.text(u"code"_s), u"settled"_s);
    QCOMPARE(settled.operationStatus(), u"succeeded"_s);
    QCOMPARE(settled.operation().value(u"reference"_s).toString(), u"desk_1"_s);
    QCOMPARE(settled.resultBytes(), QByteArray(R"({"id":"desk_1","total":1.10})"));
    const Answer repeated = desk.say(fence, kDone);
    QCOMPARE(repeated.status, 200);
    QCOMPARE(repeated.text(u"code"_s), u"repeated"_s);
    QCOMPARE(repeated.resultBytes(), settled.resultBytes());
    // The agent's repeat gets the caller's result.
    const Answer submitted = desk.gateway.submit(work(u"wire"_s, u"A"_s));
    QCOMPARE(submitted.status, 200);
    QCOMPARE(submitted.resultBytes(), settled.resultBytes());
    QCOMPARE(desk.gateway.attempts(desk.id).size(), 1);
    QCOMPARE(need(desk.gateway.owner().effects(), "effects"), 0); // nothing was sent by the flow
}

void TestGatewayCallers::eightReplicas_oneGetsIt()
{
    Desk desk;
    for (int round = 0; round < 5; ++round) {
        desk.id = desk.gateway.submit(work(u"wire"_s, u"R-%1"_s.arg(round))).id();
        std::array<Answer, 8> answers;
        std::barrier start(8);
        std::vector<std::thread> replicas;
        for (int i = 0; i < 8; ++i)
            replicas.emplace_back([&, i] {
                start.arrive_and_wait();
                answers[i] =
                    desk.gateway.sendAlone("POST", desk.path("/claim"), nonce(100 * round + i), {}, desk.token);
            });
        for (std::thread &replica : replicas)
            replica.join();
        int given = 0;
        for (const Answer &answer : answers) {
            given += answer.status == 200 ? 1 : 0;
            if (answer.status == 200)
                continue;
            QCOMPARE(answer.status, 409);
            QCOMPARE(answer.text(u"code"_s), u"claimed_by_another"_s);
            QVERIFY(!answer.body.contains("fence"));
        }
        QCOMPARE(given, 1);
        QCOMPARE(desk.gateway.attempts(desk.id).size(), 1);
    }
}

void TestGatewayCallers::eightTokens_oneGetsIt()
{
    Desk desk;
    QStringList tokens;
    for (int i = 0; i < 8; ++i)
        tokens.append(desk.gateway.newToken({u"report"_s}));
    std::atomic<int> given = 0;
    std::vector<std::thread> replicas;
    for (const QString &token : tokens)
        replicas.emplace_back([&desk, &given, token] { // all with the same nonce
            given += desk.gateway.sendAlone("POST", desk.path("/claim"), nonce(1), {}, token).status == 200 ? 1 : 0;
        });
    for (std::thread &replica : replicas)
        replica.join();
    QCOMPARE(given.load(), 1);
}

void TestGatewayCallers::whoWaits_isToldOfClaimAndOutcome()
{
    Desk desk;
    Answer seen;
    const auto waitFor = [&](const std::function<void()> &act) {
        std::thread waiter([&] { seen = desk.gateway.sendAlone("GET", desk.path(""), {}, {{"Prefer", "wait=50"}}); });
        const bool held =
            QTest::qWaitFor([&] { return desk.gateway.scratch().daemon().gateway().held() == 1; }, 20'000);
        act();
        waiter.join();
        QVERIFY(held);
    };
    qint64 fence = 0;
    waitFor([&] { fence = desk.claim(1).json().value(u"fence"_s).toInteger(); });
    QCOMPARE(seen.operationStatus(), u"running"_s);
    waitFor([&] { desk.say(fence, kDone); });
    QCOMPARE(seen.operationStatus(), u"succeeded"_s);
}

void TestGatewayCallers::claim_refusals_haveTheirCodes()
{
    Desk desk;
    const QByteArray path = desk.path("/claim");
    const auto refused = [&](const QString &token) { return desk.gateway.send("POST", path, nonce(1), {}, token); };
    QCOMPARE(refused(desk.gateway.token()).status, 403); // submit, facts, read
    QCOMPARE(refused(desk.gateway.newToken({u"report"_s}, 1)).status, 404);
    QCOMPARE(refused(u"obs_000000000000_x"_s).status, 401);
    QCOMPARE(desk.gateway.send("GET", path, {}, {}, desk.token).status, 405);
    QCOMPARE(desk.gateway.send("POST", "/v1/operations/999999/claim", nonce(1), {}, desk.token).status, 404);
    QCOMPARE(desk.claim(1).status, 200);
    const Answer other = desk.claim(2);
    QCOMPARE(other.status, 409);
    QCOMPARE(other.text(u"code"_s), u"claimed_by_another"_s);
    QCOMPARE(other.text(u"advice"_s), u"keep-key"_s);
    QCOMPARE(other.text(u"holder"_s), u"agent-1"_s);
    QVERIFY(!other.text(u"lease_until"_s).isEmpty());
    desk.id = desk.gateway.submit(GatewayUnderTest::payment(u"P-1"_s, u"900"_s, false)).id();
    const Answer flows = desk.claim(3);
    QCOMPARE(flows.status, 409);
    QCOMPARE(flows.text(u"code"_s), u"not_a_caller"_s);
}

void TestGatewayCallers::claim_bodies_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("status");
    QTest::newRow("none") << QByteArray() << 400;
    QTest::newRow("no JSON") << QByteArray("x") << 400;
    QTest::newRow("a list") << QByteArray("[]") << 400;
    QTest::newRow("no nonce") << QByteArray("{}") << 400;
    QTest::newRow("short nonce") << QByteArray(R"({"nonce":"123456789012345"})") << 400;
    QTest::newRow("long nonce") << R"({"nonce":")" + QByteArray(129, 'a') + R"("})" << 400;
    QTest::newRow("nonce with a space") << QByteArray(R"({"nonce":"1234567890 123456"})") << 400;
    QTest::newRow("nonce as number") << QByteArray(R"({"nonce":1234567890123456})") << 400;
    QTest::newRow("more") << QByteArray(R"({"nonce":"1234567890123456","lease":"1h"})") << 400;
    QTest::newRow("twice") << QByteArray(R"({"nonce":"1234567890123456","nonce":"1234567890123457"})") << 422;
    QTest::newRow("large") << R"({"nonce":")" + QByteArray(5000, 'a') + R"("})" << 413;
}

void TestGatewayCallers::claim_bodies()
{
    QFETCH(QByteArray, body);
    static Desk desk;
    QTEST(desk.gateway.send("POST", desk.path("/claim"), body, {}, desk.token).status, "status");
    QCOMPARE(desk.gateway.status(desk.id), u"approved"_s);
}

void TestGatewayCallers::outcome_refusals_haveTheirCodes()
{
    Desk desk;
    QCOMPARE(desk.say(1, kDone).text(u"code"_s), u"wrong_fence"_s);
    const qint64 fence = desk.claim(1).json().value(u"fence"_s).toInteger();
    const Answer wrongFence = desk.say(fence + 1, kDone);
    QCOMPARE(wrongFence.status, 409);
    QCOMPARE(wrongFence.text(u"code"_s), u"wrong_fence"_s);
    const Answer wrongToken = desk.say(fence, kDone, desk.gateway.newToken({u"report"_s}));
    QCOMPARE(wrongToken.status, 403);
    QCOMPARE(wrongToken.text(u"code"_s), u"wrong_token"_s);
    QCOMPARE(desk.say(fence, kDone, desk.gateway.token()).text(u"code"_s), u"forbidden"_s);
    QCOMPARE(desk.say(fence, kDone, desk.gateway.newToken({u"report"_s}, 1)).status, 404);
    QCOMPARE(desk.gateway.send("GET", desk.path("/outcome"), {}, {}, desk.token).status, 405);
    QCOMPARE(desk.gateway.status(desk.id), u"running"_s);
}

void TestGatewayCallers::outcome_bodies_data()
{
    QTest::addColumn<QByteArray>("rest");
    QTest::addColumn<int>("status");
    const auto row = [](const char *name, const QByteArray &rest, int status) {
        QTest::newRow(name) << rest << status;
    };
    row("no outcome", R"("reason":"x")", 400);
    row("another word", R"("outcome":"done")", 400);
    row("a number", R"("outcome":1)", 400);
    row("more", R"("outcome":"failed","actor":"me")", 400);
    row("result of a failure", R"("outcome":"failed","result":{})", 400);
    row("reference of a failure", R"("outcome":"unknown","reference":"a")", 400);
    row("reference as number", R"("outcome":"succeeded","reference":7)", 400);
    row("long reference", R"("outcome":"succeeded","reference":")" + QByteArray(257, 'r') + '"', 413);
    row("long reason", R"("outcome":"failed","reason":")" + QByteArray(5000, 'r') + '"', 413);
    row("response as text", R"("outcome":"failed","response":"500")", 400);
    row("large response", R"("outcome":"failed","response":{"body":")" + QByteArray(70'000, 'r') + R"("})", 413);
    row("outcome twice", R"("outcome":"failed","outcome":"succeeded")", 400);
    row("twice inside", R"("outcome":"succeeded","result":{"a":1,"a":2})", 400);
    row("no JSON", R"("outcome":)", 400);
}

void TestGatewayCallers::outcome_bodies()
{
    QFETCH(QByteArray, rest);
    static Desk desk;
    static const qint64 fence = desk.claim(1).json().value(u"fence"_s).toInteger();
    QTEST(desk.say(fence, rest).status, "status");
    QCOMPARE(desk.gateway.status(desk.id), u"running"_s);
    for (const QByteArray &wrong : {QByteArray(R"("1")"), QByteArray("0"), QByteArray("1.5"), QByteArray("null")})
        QCOMPARE(
            desk.gateway
                .send("POST", desk.path("/outcome"), R"({"outcome":"failed","fence":)" + wrong + "}", {}, desk.token)
                .status,
            400);
}

/// Intake refuses such numbers; what an owner answered must not be lost for them.
void TestGatewayCallers::outcome_strangeNumbers_areKept()
{
    Desk desk;
    const qint64 fence = desk.claim(1).json().value(u"fence"_s).toInteger();
    const Answer settled = desk.say(
        fence, R"("outcome":"succeeded","result":{"id":9007199254740993,"rate":333333333.33333329,"t":"\ud800"},)"
               R"("response":{"status":201,"headers":[["A","b"]]},"reason":"fine")");
    QCOMPARE(settled.status, 200);
    QCOMPARE(settled.operationStatus(), u"succeeded"_s);
    // As it was sent: a number written anew would be another one.
    QCOMPARE(settled.resultBytes(), QByteArray(R"({"id":9007199254740993,"rate":333333333.33333329,"t":"\ud800"})"));
    QCOMPARE(desk.gateway.attempts(desk.id).first().httpStatus, 201);
    // Without a result it is null.
    desk.id = desk.gateway.submit(work(u"wire"_s, u"B"_s)).id();
    const qint64 second = desk.claim(2).json().value(u"fence"_s).toInteger();
    const Answer bare = desk.say(second, R"("outcome":"succeeded")");
    QCOMPARE(bare.operationStatus(), u"succeeded"_s);
    QCOMPARE(bare.resultBytes(), QByteArray("null"));
    // A text is a text, and a list of two is one value.
    for (const QByteArray &result :
         {QByteArray(R"("booked")"), QByteArray("true"), QByteArray("7"), QByteArray("[1,2]")}) {
        desk.id = desk.gateway.submit(work(u"wire"_s, QString::fromLatin1(result))).id();
        const qint64 given = desk.claim(3).json().value(u"fence"_s).toInteger();
        QCOMPARE(desk.say(given, R"("outcome":"succeeded","result":)" + result).resultBytes(), result);
    }
}

void TestGatewayCallers::lease_runsOut_isSaidAndClaimedAgain()
{
    Desk desk(u"dash"_s);
    const Answer first = desk.claim(1);
    QCOMPARE(first.status, 200);
    QTRY_COMPARE_WITH_TIMEOUT(desk.gateway.status(desk.id), u"unknown"_s, 20'000);
    QCOMPARE(desk.claim(1).text(u"code"_s), u"claim_over"_s);
    const Answer second = desk.claim(2);
    QCOMPARE(second.status, 200);
    QCOMPARE(second.json().value(u"resend"_s), QJsonValue(true));
    QCOMPARE(second.text(u"wire_key"_s), first.text(u"wire_key"_s));
    const Answer late = desk.say(first.json().value(u"fence"_s).toInteger(), R"("outcome":"no_effect")");
    QCOMPARE(late.status, 200);
    QCOMPARE(late.text(u"code"_s), u"recorded"_s);
    QCOMPARE(late.json().value(u"late"_s), QJsonValue(true));
    QVERIFY(late.operationStatus() != u"failed"_s);
    QCOMPARE(desk.say(first.json().value(u"fence"_s).toInteger(), kDone).text(u"code"_s), u"settled"_s);
    QCOMPARE(desk.gateway.status(desk.id), u"succeeded"_s);
}

void TestGatewayCallers::tools_sayWhoExecutes()
{
    Desk desk;
    QHash<QString, QString> by;
    for (const QJsonValue &tool : desk.gateway.send("GET", "/v1/tools").json().value(u"tools"_s).toArray())
        by.insert(tool[u"name"_s].toString(), tool[u"executed_by"_s].toString());
    QCOMPARE(by.value(u"wire"_s), u"caller"_s);
    QCOMPARE(by.value(u"pay"_s), u"obstat"_s);
    QCOMPARE(by.value(u"look"_s), QString());
}

void TestGatewayCallers::log_namesTheKeyAndNoPayload()
{
    Desk desk;
    const qint64 fence = desk.claim(7).json().value(u"fence"_s).toInteger();
    desk.say(fence, R"("outcome":"succeeded","result":{"secret":"of-the-owner"},"reason":"prose-of-the-caller")");
    bool claimed = false;
    bool settled = false;
    const QByteArray key = desk.gateway.get(desk.id).operation().value(u"intent_key"_s).toString().toLatin1();
    for (const QByteArray &line : desk.gateway.logLines()) {
        QVERIFY(!line.contains("of-the-owner") && !line.contains("prose-of-the-caller") && !line.contains("DE02"));
        QVERIFY(!line.contains("replica-"));
        claimed = claimed || (line.contains("claim_by_caller") && line.contains(key));
        settled = settled || (line.contains("outcome_by_caller") && line.contains(key) && line.contains("settled"));
    }
    QVERIFY(claimed && settled);
}

QTEST_GUILESS_MAIN(TestGatewayCallers)
#include "tst_gatewaycallers.moc"
