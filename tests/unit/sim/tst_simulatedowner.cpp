#include "sim/simulatedowner.h"
#include "support/tempfolder.h"
#include "wire/keepaliveclient.h"

#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;

/// How the simulated owner behaves towards whoever calls it, over real HTTP.
class TestSimulatedOwner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sameKeyAgain_honoured_isReplayedByteForByte();
    void sameKeyAgain_notHonoured_happensTwice();
    void sameKey_otherBody_isRefused();
    void lostAnswer_happenedOnce_isReplayedToTheSecondCall();
    void serverError_happenedOnce_isReplayedToTheSecondCall();
    void overTheLimit_isDeclinedWithoutEffect();
    void query_byKey_findsTheEffect();
    void recording_answersEachFirstCallOfItsTenant();
    void recordedLostRequest_leavesNoTrace();
};

namespace {

constexpr const char *kBody = R"({"amount":"10.00"})";

struct Owner
{
    explicit Owner(sim::OwnerConfig config = {}, const QByteArray &recording = {})
    {
        config.book = folder.path(u"book.sqlite"_s);
        owner = std::make_unique<sim::SimulatedOwner>(config);
        if (!recording.isEmpty())
            owner->loadRecording(sim::parseObstat(recording, u"r"_s).value());
        started = owner->start().has_value();
    }

    base::Result<wire::Response> post(const QByteArray &key, const QByteArray &body = kBody,
                                      const QByteArray &tenant = "t")
    {
        wire::KeepAliveClient client("127.0.0.1", owner->port());
        return client.send("POST", "/v1/pay", {{"Idempotency-Key", key}, {"X-Tenant", tenant}}, body);
    }

    tests::TempFolder folder;
    std::unique_ptr<sim::SimulatedOwner> owner;
    bool started = false;
};

} // namespace

void TestSimulatedOwner::sameKeyAgain_honoured_isReplayedByteForByte()
{
    Owner owner;
    QVERIFY(owner.started);
    const auto first = owner.post("k");
    const auto second = owner.post("k");
    QVERIFY(first && second);
    QCOMPARE(first->status, 200);
    QCOMPARE(second->status, 200);
    QCOMPARE(second->body, first->body);
    QVERIFY(first->headers.value("Idempotent-Replayed").isEmpty());
    QCOMPARE(QByteArray(second->headers.value("Idempotent-Replayed")), QByteArray("true"));
    QCOMPARE(owner.owner->effects().value(), 1);
    QCOMPARE(owner.owner->requests(), 2);
}

void TestSimulatedOwner::sameKeyAgain_notHonoured_happensTwice()
{
    sim::OwnerConfig config;
    config.honoursKey = false;
    Owner owner(config);
    QVERIFY(owner.started);
    QVERIFY(owner.post("k"));
    QVERIFY(owner.post("k"));
    QCOMPARE(owner.owner->effects().value(), 2);
}

void TestSimulatedOwner::sameKey_otherBody_isRefused()
{
    Owner owner;
    QVERIFY(owner.started);
    QVERIFY(owner.post("k"));
    const auto second = owner.post("k", R"({"amount":"99.00"})");
    QVERIFY(second);
    QCOMPARE(second->status, 409);
    QCOMPARE(owner.owner->effects().value(), 1);
}

void TestSimulatedOwner::lostAnswer_happenedOnce_isReplayedToTheSecondCall()
{
    sim::OwnerConfig config;
    config.loseAnswers = 1;
    Owner owner(config);
    QVERIFY(owner.started);
    QVERIFY(!owner.post("k"));
    QCOMPARE(owner.owner->effects().value(), 1);
    const auto second = owner.post("k");
    QVERIFY(second);
    QCOMPARE(second->status, 200);
    QCOMPARE(owner.owner->effects().value(), 1);
}

void TestSimulatedOwner::serverError_happenedOnce_isReplayedToTheSecondCall()
{
    sim::OwnerConfig config;
    config.serverErrors = 1;
    Owner owner(config);
    QVERIFY(owner.started);
    QCOMPARE(owner.post("k").value().status, 500);
    QCOMPARE(owner.post("k").value().status, 200);
    QCOMPARE(owner.owner->effects().value(), 1);
}

void TestSimulatedOwner::overTheLimit_isDeclinedWithoutEffect()
{
    sim::OwnerConfig config;
    config.refuseOver = u"500"_s;
    Owner owner(config);
    QVERIFY(owner.started);
    QCOMPARE(owner.post("a", R"({"amount":"500.01"})").value().status, 422);
    QCOMPARE(owner.post("b", R"({"amount":"500.00"})").value().status, 200);
    QCOMPARE(owner.post("c", R"({"amount":501})").value().status, 422);
    QCOMPARE(owner.owner->effects().value(), 1);
}

void TestSimulatedOwner::query_byKey_findsTheEffect()
{
    Owner owner;
    QVERIFY(owner.started);
    QVERIFY(owner.post("k"));
    wire::KeepAliveClient client("127.0.0.1", owner.owner->port());
    const auto found = client.send("GET", "/v1/effects?key=k");
    QVERIFY(found);
    QCOMPARE(QJsonDocument::fromJson(found->body).object().value(u"id"_s).toString(), u"sim_1"_s);
    const auto absent = client.send("GET", "/v1/effects?key=other");
    QVERIFY(absent);
    QCOMPARE(absent->body, QByteArray(R"({"found":false})"));
}

void TestSimulatedOwner::recording_answersEachFirstCallOfItsTenant()
{
    Owner owner({}, R"({"format":"obstat-recording/1","runs":[{"id":"r","actor":"a","calls":[
        {"tool":"pay","arguments":{"amount":"10.00"},"error":"declined"},
        {"tool":"pay","arguments":{"amount":"10.00"},"answer":"paid"}]}]})");
    QVERIFY(owner.started);
    const QByteArray tenant = sim::SimulatedOwner::tenantOf({u"r"_s, {}, {}}).toUtf8();
    QCOMPARE(owner.post("k1", kBody, tenant).value().status, 422);
    QCOMPARE(owner.post("k1", kBody, tenant).value().status, 422);
    const auto paid = owner.post("k2", R"({ "amount" : "10.00" })", tenant);
    QCOMPARE(paid.value().status, 200);
    QCOMPARE(QJsonDocument::fromJson(paid->body).object().value(u"content"_s).toString(), u"paid"_s);
    QCOMPARE(owner.post("k3", kBody, "someone-else").value().status, 200);
    QCOMPARE(owner.owner->effects(QString::fromUtf8(tenant)).value(), 1);
}

void TestSimulatedOwner::recordedLostRequest_leavesNoTrace()
{
    Owner owner({}, R"({"format":"obstat-recording/1","runs":[{"id":"r","actor":"a","calls":[
        {"tool":"pay","arguments":{"amount":"10.00"},"owner":"lose_request"}]}]})");
    QVERIFY(owner.started);
    const QByteArray tenant = sim::SimulatedOwner::tenantOf({u"r"_s, {}, {}}).toUtf8();
    QVERIFY(!owner.post("k", kBody, tenant));
    QCOMPARE(owner.owner->effects().value(), 0);
    const auto second = owner.post("k", kBody, tenant);
    QVERIFY(second);
    QCOMPARE(second->status, 200);
    QVERIFY(second->headers.value("Idempotent-Replayed").isEmpty());
}

QTEST_GUILESS_MAIN(TestSimulatedOwner)
#include "tst_simulatedowner.moc"
