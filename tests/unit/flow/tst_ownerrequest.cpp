#include "base/canonicaljson.h"
#include "flow/ownerrequest.h"
#include "flowtool.h"
#include "support/tempfolder.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;

namespace {

const QByteArray kAnswers = "success = { status = 200 }\nno_effect = { status = 422 }\n";

ledger::Claim claim(const QByteArray &commit, const QByteArray &arguments, const QByteArray &owner = {})
{
    ledger::Claim claim;
    claim.entry = payTool(owner, "commit = " + commit + "\n" + kAnswers);
    claim.operation.id = 17;
    claim.operation.tenant = u"acme & co"_s;
    claim.operation.wireKey = u"0123456789abcdef0123456789abcdef"_s;
    const auto parsed = base::parseCanonical(arguments);
    if (!parsed)
        qFatal("arguments: %s", qPrintable(parsed.error().message));
    claim.arguments = *parsed;
    return claim;
}

wire::Exchange rendered(const ledger::Claim &claim)
{
    const auto request = flow::renderCommit(claim);
    if (!request)
        qFatal("render: %s", qPrintable(request.error().message));
    return request->exchange;
}

} // namespace

/// Contract 6.3 and 7.3: the request is rendered by the registry entry from the canonical bytes, values in place.
class TestOwnerRequest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void body_notGiven_isTheCanonicalBytes_data();
    void body_notGiven_isTheCanonicalBytes();
    void body_template_takesValues_data();
    void body_template_takesValues();
    void target_escapesValues_data();
    void target_escapesValues();
    void header_templates_takeValues();
    void refused_data();
    void refused();
    void wireKey_goesOnlyWhereItIsHonoured_data();
    void wireKey_goesOnlyWhereItIsHonoured();
    void secret_isSentAndNotRecorded();
    void secret_missing_isNamedAndNeverShown();
    void exchange_takesAddressAndTimeout();
};

void TestOwnerRequest::body_notGiven_isTheCanonicalBytes_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<bool>("carries");
    for (const char *method : {"POST", "PUT", "PATCH"})
        QTest::newRow(method) << QByteArray(method) << true;
    for (const char *method : {"GET", "DELETE"})
        QTest::newRow(method) << QByteArray(method) << false;
}

void TestOwnerRequest::body_notGiven_isTheCanonicalBytes()
{
    QFETCH(const QByteArray, method);
    QFETCH(const bool, carries);
    const auto one = claim("{ method = \"" + method + "\", path = \"/pay\" }",
                           R"({ "record":"R-1", "amount":1.50, "a":[1,{"b":null}] })");
    const wire::Exchange exchange = rendered(one);
    QCOMPARE(exchange.method, method);
    QCOMPARE(exchange.body, carries ? QByteArray(R"({"a":[1,{"b":null}],"amount":1.5,"record":"R-1"})") : QByteArray());
    QCOMPARE(exchange.headers.contains("Content-Type"), carries);
}

void TestOwnerRequest::body_template_takesValues_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *name, const char *body, const char *expected) {
        QTest::newRow(name) << QByteArray(body) << QByteArray(expected);
    };
    row("a text", R"({ v = "{args.record}" })", R"({"v":"R-\"1\""})");
    row("a number stays one", R"({ v = "{args.amount}" })", R"({"v":12.5})");
    row("true stays true", R"({ v = "{args.fast}" })", R"({"v":true})");
    row("null stays null", R"({ v = "{args.none}" })", R"({"v":null})");
    row("a list", R"({ v = "{args.items}" })", R"({"v":[{"id":"a","n":1},{"id":"b","n":2}]})");
    row("an empty list", R"({ v = "{args.empty}" })", R"({"v":[]})");
    row("an object", R"({ v = "{args.payee}" })", R"({"v":{"iban":"DE1","name":"K"}})");
    row("collected from a list", R"({ v = "{args.items[].id}" })", R"({"v":["a","b"]})");
    row("one of a list", R"({ v = "{args.items[1].id}" })", R"({"v":"b"})");
    row("within an object", R"({ v = { w = ["{args.payee.iban}", 1] } })", R"({"v":{"w":["DE1",1]}})");
    row("within text", R"({ v = "pay {args.amount} to {args.payee.name}!" })", R"({"v":"pay 12.5 to K!"})");
    row("a list within text", R"({ v = "items: {args.items[].id}" })", R"({"v":"items: [\"a\",\"b\"]"})");
    row("an object within text", R"({ v = "to {args.payee}" })", R"({"v":"to {\"iban\":\"DE1\",\"name\":\"K\"}"})");
    row("key, tenant and operation", R"({ v = "{key}/{tenant}/{operation}" })",
        R"({"v":"0123456789abcdef0123456789abcdef/acme & co/17"})");
    row("a value that looks like a template is a value", R"({ v = "{args.sly}" })", R"({"v":"{args.record}"})");
}

void TestOwnerRequest::body_template_takesValues()
{
    QFETCH(const QByteArray, body);
    const auto one =
        claim("{ method = \"POST\", path = \"/pay\", body = " + body + " }",
              R"({"record":"R-\"1\"","amount":12.5,"fast":true,"none":null,"empty":[],"sly":"{args.record}",)"
              R"("items":[{"n":1,"id":"a"},{"n":2,"id":"b"}],"payee":{"name":"K","iban":"DE1"}})");
    const QByteArray sent = rendered(one).body;
    QTEST(sent, "expected");
    QVERIFY(QJsonDocument::fromJson(sent).isObject());
}

void TestOwnerRequest::target_escapesValues_data()
{
    QTest::addColumn<QByteArray>("record");
    QTest::addColumn<QByteArray>("target");
    const QByteArray base = "/base/pay/";
    QTest::newRow("plain") << QByteArray("WD-1_.~") << QByteArray(base + "WD-1_.~?t=acme%20%26%20co&x=WD-1_.~");
    QTest::newRow("a path of its own") << QByteArray("../admin?a=1#b")
                                       << QByteArray(base + "..%2Fadmin%3Fa%3D1%23b?t=acme%20%26%20co&x="
                                                            "..%2Fadmin%3Fa%3D1%23b");
    QTest::newRow("a further parameter") << QByteArray("1&x=2")
                                         << QByteArray(base + "1%26x%3D2?t=acme%20%26%20co&x=1%26x%3D2");
    QTest::newRow("controls and a line end")
        << QByteArray("a\\r\\n\\u0000") << QByteArray(base + "a%0D%0A%00?t=acme%20%26%20co&x=a%0D%0A%00");
    QTest::newRow("beyond ASCII") << QByteArray("\u00e9") << QByteArray(base + "%C3%A9?t=acme%20%26%20co&x=%C3%A9");
    QTest::newRow("percent") << QByteArray("%2e") << QByteArray(base + "%252e?t=acme%20%26%20co&x=%252e");
}

void TestOwnerRequest::target_escapesValues()
{
    QFETCH(const QByteArray, record);
    const auto one =
        claim(R"({ method = "POST", path = "/pay/{args.record}", query = { x = "{args.record}", t = "{tenant}" } })",
              R"({"record":")" + record + R"("})");
    const wire::Exchange exchange = rendered(one);
    QTEST(exchange.url.target, "target");
    QCOMPARE(exchange.url.host, QByteArray("bank.example"));
    QCOMPARE(exchange.url.port, quint16(8080));
}

void TestOwnerRequest::header_templates_takeValues()
{
    const auto one = claim(R"({ method = "POST", path = "/pay", headers = { "X-Tenant" = "t {tenant}", )"
                           R"("X-Amount" = "{args.amount}", "X-Op" = "{operation}" } })",
                           R"({"record":"1","amount":7})");
    const wire::Headers headers = rendered(one).headers;
    QCOMPARE(headers.value("X-Tenant"), QByteArray("t acme & co"));
    QCOMPARE(headers.value("X-Amount"), QByteArray("7"));
    QCOMPARE(headers.value("X-Op"), QByteArray("17"));
}

void TestOwnerRequest::refused_data()
{
    QTest::addColumn<QByteArray>("commit");
    QTest::addColumn<QByteArray>("arguments");
    const auto row = [](const char *name, const char *commit, const char *arguments) {
        QTest::newRow(name) << QByteArray(commit) << QByteArray(arguments);
    };
    row("a missing argument in the path", R"({ method = "POST", path = "/pay/{args.no}" })", R"({"record":"1"})");
    row("a missing argument in the body", R"({ method = "POST", path = "/pay", body = { v = "{args.no}" } })",
        R"({"record":"1"})");
    row("a list in the path", R"({ method = "POST", path = "/pay/{args.record}" })", R"({"record":["1"]})");
    row("an object in the query", R"({ method = "POST", path = "/pay", query = { r = "{args.record}" } })",
        R"({"record":{"a":"1"}})");
    row("null in a header", R"({ method = "POST", path = "/pay", headers = { "X-R" = "{args.record}" } })",
        R"({"record":null})");
    row("null within a text of the body", R"({ method = "POST", path = "/pay", body = { v = "a {args.record}" } })",
        R"({"record":null})");
    row("a line end in a header", R"({ method = "POST", path = "/pay", headers = { "X-R" = "{args.record}" } })",
        R"({"record":"1\r\nX-Evil: 1"})");
}

void TestOwnerRequest::refused()
{
    QFETCH(const QByteArray, commit);
    QFETCH(const QByteArray, arguments);
    const auto request = flow::renderCommit(claim(commit, arguments));
    QVERIFY(!request);
    QCOMPARE(request.error().code, base::ErrorCode::Malformed);
    QVERIFY(!request.error().message.isEmpty());
}

void TestOwnerRequest::wireKey_goesOnlyWhereItIsHonoured_data()
{
    QTest::addColumn<QByteArray>("owner");
    QTest::addColumn<QByteArray>("header");
    QTest::newRow("honoured") << QByteArray("honours_key = true") << QByteArray("Idempotency-Key");
    QTest::newRow("under another name") << QByteArray("honours_key = true\nkey_header = \"X-Request-Key\"")
                                        << QByteArray("X-Request-Key");
    QTest::newRow("not honoured") << QByteArray() << QByteArray();
}

void TestOwnerRequest::wireKey_goesOnlyWhereItIsHonoured()
{
    QFETCH(const QByteArray, owner);
    QFETCH(const QByteArray, header);
    const auto one = claim(R"({ method = "POST", path = "/pay" })", R"({"record":"1"})", owner);
    const wire::Headers headers = rendered(one).headers;
    qsizetype carrying = 0;
    for (const auto &[name, value] : headers.fields())
        carrying += value == one.operation.wireKey.toLatin1() ? 1 : 0;
    QCOMPARE(carrying, header.isEmpty() ? 0 : 1);
    if (!header.isEmpty())
        QCOMPARE(headers.value(header), one.operation.wireKey.toLatin1());
    // Rendered again, the resend is the same to the last byte (contract 3.5, 7.4).
    QCOMPARE(flow::renderCommit(one)->recorded, flow::renderCommit(one)->recorded);
}

void TestOwnerRequest::secret_isSentAndNotRecorded()
{
    TempFolder folder;
    const QString file = folder.write(u"secret"_s, "Bearer s3cr3t\n");
    const auto one = claim(R"({ method = "POST", path = "/pay" })", R"({"record":"1"})",
                           "authorization = \"file:" + file.toUtf8() + "\"");
    const auto request = flow::renderCommit(one);
    QVERIFY(request.has_value());
    QCOMPARE(request->exchange.headers.value("Authorization"), QByteArray("Bearer s3cr3t"));
    QVERIFY(!request->recorded.contains("s3cr3t"));
    QVERIFY(!request->recorded.toLower().contains("authorization"));
    QVERIFY(request->recorded.startsWith("POST /base/pay HTTP/1.1\r\nHost: bank.example:8080\r\n"));
    QVERIFY(request->recorded.endsWith("\r\n\r\n{\"record\":\"1\"}"));
    qputenv("OBSTAT_TEST_SECRET", "Basic eA==");
    QCOMPARE(*flow::readSecret(u"env:OBSTAT_TEST_SECRET"_s), QByteArray("Basic eA=="));
    QCOMPARE(*flow::readSecret({}), QByteArray());
}

void TestOwnerRequest::secret_missing_isNamedAndNeverShown()
{
    for (const QString &reference : {u"env:OBSTAT_TEST_NOT_THERE"_s, u"file:/nowhere/secret"_s}) {
        const auto one = claim(R"({ method = "POST", path = "/pay" })", R"({"record":"1"})",
                               "authorization = \"" + reference.toUtf8() + "\"");
        const auto request = flow::renderCommit(one);
        QVERIFY(!request);
        QCOMPARE(request.error().code, base::ErrorCode::NotFound);
        QVERIFY(request.error().message.contains(reference));
    }
    QCOMPARE(flow::readSecret(u"Bearer s3cr3t"_s).error().code, base::ErrorCode::Malformed);
    QVERIFY(!flow::readSecret(u"Bearer s3cr3t"_s).error().message.contains(u"s3cr3t"_s));
}

void TestOwnerRequest::exchange_takesAddressAndTimeout()
{
    auto one = claim(R"({ method = "POST", path = "/pay" })", R"({"record":"1"})");
    one.entry.timeout = 7 * base::kSecond;
    QCOMPARE(rendered(one).timeout, 7 * base::kSecond);
    QCOMPARE(rendered(one).listenOn, 0); // twice the timeout (contract 7.1)
    one.entry.owner.url = u"http://[::1]:9/"_s;
    QCOMPARE(rendered(one).url.target, QByteArray("/pay"));
    QCOMPARE(rendered(one).url.authority(), QByteArray("[::1]:9"));
}

QTEST_GUILESS_MAIN(TestOwnerRequest)
#include "tst_ownerrequest.moc"
