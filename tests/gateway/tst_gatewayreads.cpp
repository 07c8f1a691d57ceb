#include "gateway/gatewayundertest.h"

#include <QElapsedTimer>

using namespace obstat;
using namespace obstat::tests;
using namespace Qt::StringLiterals;

/// What orchestrators ask, and withdraw.
class TestGatewayReads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_gateway = std::make_unique<GatewayUnderTest>(); }
    void cleanupTestCase() { m_gateway.reset(); }

    void operation_ofAnotherTenant_is404();
    void operation_strangePath_is404_data();
    void operation_strangePath_is404();
    void byKey_known_listsRevisions();
    void byKey_withoutKey_is400();
    void wait_untilItChanges_answersAtOnce();
    void wait_nothingChanges_answersAsItIs();
    void wait_expires_answersWithTheExpiry();
    void waitOnSubmit_expires_answersWithTheExpiry();
    void waitOnSubmit_withdrawn_answersWithTheWithdrawal();
    void waitOnSubmit_deniedAtTheClaim_answersWithTheWithdrawal();
    void bug_A6_expired_neverSaysPending();
    void expired_byKey_neverSaysPending();
    void withdraw_waiting_endsItAndFreesTheKey();
    void withdraw_settledOrForeign_isRefused();
    void withdraw_unknownMember_is400();
    void method_notThere_is405WithAllow_data();
    void method_notThere_is405WithAllow();
    void tools_registered_tellTheQuestions();
    void health_withoutToken_isOk();
    void openApi_withoutToken_isServed();
    void read_scopes_data();
    void read_scopes();

private:
    qint64 waiting(const QString &record)
    {
        return m_gateway->submit(GatewayUnderTest::payment(record, u"900"_s, false)).id();
    }
    std::unique_ptr<GatewayUnderTest> m_gateway;
};

void TestGatewayReads::operation_ofAnotherTenant_is404()
{
    const qint64 id = waiting(u"T-1"_s);
    const QByteArray path = "/v1/operations/" + QByteArray::number(id);
    QCOMPARE(m_gateway->send("GET", path).status, 200);
    const Answer foreign = m_gateway->send("GET", path, {}, {}, m_gateway->token(1));
    const Answer missing = m_gateway->send("GET", "/v1/operations/999999", {}, {}, m_gateway->token(1));
    QCOMPARE(foreign.status, 404);
    QCOMPARE(foreign.body, missing.body); // nobody learns that it is there
    QCOMPARE(m_gateway->send("POST", path + "/withdraw", {}, {}, m_gateway->token(1)).status, 404);
    const QByteArray key = m_gateway->get(id).operation().value(u"intent_key"_s).toString().toLatin1();
    QCOMPARE(m_gateway->send("GET", "/v1/operations?key=" + key, {}, {}, m_gateway->token(1)).status, 404);
}

void TestGatewayReads::operation_strangePath_is404_data()
{
    QTest::addColumn<QByteArray>("path");
    for (const char *path :
         {"/", "/v1", "/v1/operations/", "/v1/operations/x", "/v1/operations/-1", "/v1/operations/99999999999999999999",
          "/v1/operations/1/claims", "/v1/operations/1/", "/v2/operations", "/v1/operations/%31"})
        QTest::newRow(path) << QByteArray(path);
}

void TestGatewayReads::operation_strangePath_is404()
{
    QFETCH(const QByteArray, path);
    const Answer answer = m_gateway->send("GET", path);
    QCOMPARE(answer.status, 404);
    QCOMPARE(answer.text(u"code"_s), u"not-found"_s);
}

void TestGatewayReads::byKey_known_listsRevisions()
{
    const Answer first = m_gateway->get(waiting(u"K-1"_s));
    QCOMPARE(m_gateway->decide(first.id(), u"reject"_s, u"wrong account"_s).status, 200);
    // Other arguments after a rejection are a new revision under the same key.
    const Answer second = m_gateway->submit(GatewayUnderTest::payment(u"K-1"_s, u"800"_s, false));
    QCOMPARE(second.status, 202);
    QCOMPARE(second.operation().value(u"revision"_s).toInt(), 2);
    const Answer both =
        m_gateway->send("GET", "/v1/operations?key=" + first.operation().value(u"intent_key"_s).toString().toLatin1());
    QCOMPARE(both.status, 200);
    QCOMPARE(both.json().value(u"operations"_s).toArray().size(), 2);
}

void TestGatewayReads::byKey_withoutKey_is400()
{
    QCOMPARE(m_gateway->send("GET", "/v1/operations").status, 400);
    QCOMPARE(m_gateway->send("GET", "/v1/operations?key=").status, 400);
    QCOMPARE(m_gateway->send("GET", "/v1/operations?key=a&more=1").status, 400);
    QCOMPARE(m_gateway->send("GET", "/v1/operations?key=a&key=b").status, 400);
}

void TestGatewayReads::wait_untilItChanges_answersAtOnce()
{
    const qint64 id = waiting(u"L-1"_s);
    Answer held;
    std::thread waiter([&] {
        held = m_gateway->sendAlone("GET", "/v1/operations/" + QByteArray::number(id), {}, {{"Prefer", "wait=50"}});
    });
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(m_gateway->decide(id, u"reject"_s, u"wrong account"_s).status, 200);
    waiter.join();
    QCOMPARE(held.operationStatus(), u"rejected"_s);
    QCOMPARE(held.text(u"reject_reason"_s), u"wrong account"_s);
    QVERIFY(timer.elapsed() < 40'000); // the answer came by the change and not by the wait's end
}

void TestGatewayReads::wait_nothingChanges_answersAsItIs()
{
    const Answer answer = m_gateway->get(waiting(u"L-2"_s), 1);
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.operationStatus(), u"awaiting_approval"_s);
}

void TestGatewayReads::wait_expires_answersWithTheExpiry()
{
    const Answer created = m_gateway->submit(R"({"tool":"brief","run":"r","arguments":{"record":"E-1"}})");
    QElapsedTimer timer;
    timer.start();
    const Answer held = m_gateway->get(created.id(), 50);
    QCOMPARE(held.operationStatus(), u"expired"_s);
    QVERIFY(timer.elapsed() < 40'000);
}

void TestGatewayReads::waitOnSubmit_expires_answersWithTheExpiry()
{
    QElapsedTimer timer;
    timer.start();
    const Answer held = m_gateway->submit(R"({"tool":"brief","run":"r","arguments":{"record":"E-3"}})", 55);
    QCOMPARE(held.status, 201);
    QCOMPARE(held.operationStatus(), u"expired"_s);
    QCOMPARE(held.text(u"advice"_s), u"new-intent"_s);
    QVERIFY(timer.elapsed() < 45'000);
}

void TestGatewayReads::waitOnSubmit_withdrawn_answersWithTheWithdrawal()
{
    const QByteArray body = GatewayUnderTest::payment(u"WW-1"_s, u"900"_s, false);
    const qint64 id = m_gateway->submit(body).id();
    Answer held;
    std::thread waiter([&] { held = m_gateway->sendAlone("POST", "/v1/operations", body, {{"Prefer", "wait=55"}}); });
    const bool there = QTest::qWaitFor([&] { return m_gateway->scratch().daemon().gateway().held() == 1; }, 20'000);
    QElapsedTimer timer;
    timer.start();
    const Answer withdrawn = m_gateway->send("POST", "/v1/operations/" + QByteArray::number(id) + "/withdraw");
    waiter.join();
    QVERIFY(there);
    QCOMPARE(withdrawn.status, 200);
    QCOMPARE(held.status, 200);
    QCOMPARE(held.json().value(u"repeat"_s), QJsonValue(true));
    QCOMPARE(held.operationStatus(), u"withdrawn"_s);
    QVERIFY(timer.elapsed() < 45'000);
}

void TestGatewayReads::waitOnSubmit_deniedAtTheClaim_answersWithTheWithdrawal()
{
    // Contract 6.3: the flow withdraws by rule what is denied by now; whoever waits for it is told.
    GatewayUnderTest gateway;
    const QByteArray body = GatewayUnderTest::payment(u"DC-1"_s, u"900"_s, false);
    const qint64 id = gateway.submit(body).id();
    const QString text = QString::fromUtf8(GatewayUnderTest::policy()).replace(u"BLOCKED"_s, u"DC-1"_s);
    QCOMPARE(gateway.activatePolicy(text.toUtf8()).status, 200);
    Answer held;
    std::thread waiter([&] { held = gateway.sendAlone("POST", "/v1/operations", body, {{"Prefer", "wait=55"}}); });
    const bool there = QTest::qWaitFor([&] { return gateway.scratch().daemon().gateway().held() == 1; }, 20'000);
    QElapsedTimer timer;
    timer.start();
    const Answer approved = gateway.decide(id, u"approve"_s);
    waiter.join();
    QVERIFY(there);
    QCOMPARE(approved.status, 200);
    QCOMPARE(held.operationStatus(), u"withdrawn"_s);
    QVERIFY(timer.elapsed() < 45'000);
    QCOMPARE(gateway.owner().requests(), 0);
}

void TestGatewayReads::bug_A6_expired_neverSaysPending()
{
    // bug_A6
    const QByteArray body = R"({"tool":"brief","run":"r","arguments":{"record":"E-2"}})";
    const Answer created = m_gateway->submit(body);
    QTRY_COMPARE_WITH_TIMEOUT(m_gateway->status(created.id()), u"expired"_s, 20'000);
    const Answer now = m_gateway->get(created.id());
    QVERIFY(now.text(u"message"_s).contains(u"Not executed, plan again"_s));
    QCOMPARE(now.text(u"advice"_s), u"new-intent"_s);
    QVERIFY(!now.body.toLower().contains("pending"));
    QVERIFY(!now.body.toLower().contains("waiting"));
    const Answer late = m_gateway->decide(created.id(), u"approve"_s); // contract 4.8
    QCOMPARE(late.status, 410);
    QCOMPARE(late.text(u"outcome"_s), u"expired"_s);
    // Planned again it is a new revision that waits for a person again.
    const Answer again = m_gateway->submit(body);
    QCOMPARE(again.status, 202);
    QCOMPARE(again.text(u"answer"_s), u"created"_s);
    QCOMPARE(again.operation().value(u"revision"_s).toInt(), 2);
}

void TestGatewayReads::expired_byKey_neverSaysPending()
{
    const Answer created = m_gateway->submit(R"({"tool":"brief","run":"r","arguments":{"record":"E-4"}})");
    const auto row = m_gateway->read<std::optional<ledger::OperationRow>>(
        [&](ledger::LedgerWriter &writer) { return writer.reader().operation(created.id()); });
    QTRY_VERIFY_WITH_TIMEOUT(base::SystemClock().now() > row->expiresAt, 20'000);
    const Answer now = m_gateway->send("GET", "/v1/operations?key=" + row->intentKey.toLatin1());
    const QJsonObject listed = now.json().value(u"operations"_s).toArray().first().toObject();
    QCOMPARE(listed.value(u"status"_s).toString(), u"expired"_s); // also when the sweeper has not come yet
}

void TestGatewayReads::withdraw_waiting_endsItAndFreesTheKey()
{
    const qint64 id = waiting(u"D-1"_s);
    const QByteArray path = "/v1/operations/" + QByteArray::number(id) + "/withdraw";
    const Answer done = m_gateway->send("POST", path, R"({"reason":"not wanted any more"})");
    QCOMPARE(done.status, 200);
    QCOMPARE(done.operationStatus(), u"withdrawn"_s);
    QCOMPARE(m_gateway->status(id), u"withdrawn"_s);
    QCOMPARE(m_gateway->decide(id, u"approve"_s).status, 409);
    QCOMPARE(m_gateway->submit(GatewayUnderTest::payment(u"D-1"_s, u"900"_s, false)).operation().value(u"revision"_s),
             QJsonValue(2));
}

void TestGatewayReads::withdraw_settledOrForeign_isRefused()
{
    const Answer done = m_gateway->submit(GatewayUnderTest::payment(u"D-2"_s, u"10"_s, true), 20);
    QCOMPARE(done.operationStatus(), u"succeeded"_s);
    const QByteArray path = "/v1/operations/" + QByteArray::number(done.id()) + "/withdraw";
    QCOMPARE(m_gateway->send("POST", path).status, 409);
    QCOMPARE(m_gateway->send("POST", "/v1/operations/999999/withdraw").status, 404);
    QCOMPARE(m_gateway->send("POST", path, {}, {}, m_gateway->newToken({u"read"_s})).status, 403);
}

void TestGatewayReads::withdraw_unknownMember_is400()
{
    const qint64 id = waiting(u"D-3"_s);
    const QByteArray path = "/v1/operations/" + QByteArray::number(id) + "/withdraw";
    QCOMPARE(m_gateway->send("POST", path, R"({"why":"typo"})").status, 400);
    QCOMPARE(m_gateway->send("POST", path, R"({"reason":7})").status, 400);
    QCOMPARE(m_gateway->send("POST", path, R"({"reason":null})").status, 400);
    QCOMPARE(m_gateway->send("POST", path, R"({"reason":"a","more":1})").status, 400);
    QCOMPARE(m_gateway->send("POST", path, "reason=a").status, 400);
    QCOMPARE(m_gateway->send("POST", path, R"({"reason":"a"} {})").status, 400);
    QCOMPARE(m_gateway->send("POST", path, R"({"reason":"a","reason":"b"})").status, 422);
    QCOMPARE(m_gateway->send("POST", path, R"({"reason":"\ud800"})").status, 422);
    QCOMPARE(m_gateway->send("POST", path, R"({"reason":")" + QByteArray(16 * 1024, 'x') + R"("})").status, 413);
    QCOMPARE(m_gateway->send("POST", path, "[]").status, 400);
    QCOMPARE(m_gateway->status(id), u"awaiting_approval"_s);
}

void TestGatewayReads::method_notThere_is405WithAllow_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("allow");
    QTest::newRow("delete operations") << QByteArray("DELETE") << QByteArray("/v1/operations")
                                       << QByteArray("GET, POST");
    QTest::newRow("post one") << QByteArray("POST") << QByteArray("/v1/operations/1") << QByteArray("GET");
    QTest::newRow("get withdraw") << QByteArray("GET") << QByteArray("/v1/operations/1/withdraw") << QByteArray("POST");
    QTest::newRow("post tools") << QByteArray("POST") << QByteArray("/v1/tools") << QByteArray("GET");
    QTest::newRow("get decisions") << QByteArray("GET") << QByteArray("/v1/decisions") << QByteArray("POST");
    QTest::newRow("put admin") << QByteArray("PUT") << QByteArray("/v1/admin") << QByteArray("POST");
    QTest::newRow("post health") << QByteArray("POST") << QByteArray("/healthz") << QByteArray("GET");
    QTest::newRow("post openapi") << QByteArray("POST") << QByteArray("/v1/openapi.json") << QByteArray("GET");
}

void TestGatewayReads::method_notThere_is405WithAllow()
{
    QFETCH(const QByteArray, method);
    QFETCH(const QByteArray, path);
    QFETCH(const QByteArray, allow);
    const Answer answer = m_gateway->send(method, path);
    QCOMPARE(answer.status, 405);
    QCOMPARE(answer.headers.value("Allow"), allow);
    QVERIFY(!answer.text(u"advice"_s).isEmpty());
}

void TestGatewayReads::tools_registered_tellTheQuestions()
{
    const Answer answer = m_gateway->send("GET", "/v1/tools");
    QCOMPARE(answer.status, 200);
    QJsonObject byName;
    for (const QJsonValue &tool : answer.json().value(u"tools"_s).toArray())
        byName.insert(tool.toObject().value(u"name"_s).toString(), tool);
    QCOMPARE(byName.size(), 8);
    QCOMPARE(byName.value(u"look"_s)[u"effect"_s].toString(), u"read"_s);
    QCOMPARE(byName.value(u"pay"_s)[u"writable"_s], QJsonValue(true));
    QCOMPARE(byName.value(u"halfway"_s)[u"writable"_s], QJsonValue(false));
    QCOMPARE(byName.value(u"halfway"_s)[u"missing"_s].toArray(), (QJsonArray{u"approver"_s, u"on_repeat"_s}));
}

void TestGatewayReads::health_withoutToken_isOk()
{
    wire::KeepAliveClient client("127.0.0.1", m_gateway->port());
    const auto health = client.send("GET", "/healthz");
    const auto ready = client.send("GET", "/readyz");
    QVERIFY(health && ready);
    QCOMPARE(health->status, 200);
    QCOMPARE(ready->status, 200);
    const QJsonObject body = QJsonDocument::fromJson(ready->body).object();
    QCOMPARE(body.value(u"status"_s).toString(), u"ready"_s);
    QVERIFY(body.value(u"events"_s).toInteger() > 0);
}

void TestGatewayReads::openApi_withoutToken_isServed()
{
    wire::KeepAliveClient client("127.0.0.1", m_gateway->port());
    const auto file = client.send("GET", "/v1/openapi.json");
    QVERIFY(file);
    QCOMPARE(file->status, 200);
    QVERIFY(QJsonDocument::fromJson(file->body).object().value(u"openapi"_s).toString().startsWith(u"3.1."_s));
}

void TestGatewayReads::read_scopes_data()
{
    QTest::addColumn<QStringList>("scopes");
    QTest::addColumn<int>("status");
    QTest::newRow("read") << QStringList{u"read"_s} << 200;
    QTest::newRow("submit") << QStringList{u"submit"_s} << 200;
    QTest::newRow("audit alone") << QStringList{u"audit"_s} << 403;
    QTest::newRow("report alone") << QStringList{u"report"_s} << 403;
}

void TestGatewayReads::read_scopes()
{
    QFETCH(const QStringList, scopes);
    QFETCH(const int, status);
    const qint64 id = waiting(u"RS-"_s + scopes.first());
    const QString token = m_gateway->newToken(scopes);
    QCOMPARE(m_gateway->send("GET", "/v1/operations/" + QByteArray::number(id), {}, {}, token).status, status);
}

QTEST_GUILESS_MAIN(TestGatewayReads)
#include "tst_gatewayreads.moc"
