#include "approval/frozenplan.h"
#include "gateway/gatewayundertest.h"
#include "sim/ledgeradmin.h"
#include "support/tempfolder.h"

#include <QFile>

#include <latch>

using namespace obstat;
using namespace obstat::tests;
using namespace Qt::StringLiterals;
using ledger::LedgerWriter;

namespace {

/// The first run's ledger without what Scratch adds: no policy is active.
class Bare
{
public:
    Bare() : m_log(m_clock, [](const QByteArray &) {})
    {
        sim::LedgerSetup setup;
        setup.database = m_folder.path(u"bare.obstat"_s);
        setup.simulated = true;
        setup.registry = need(sim::sampleText(u"tools.toml"_s), "tools");
        setup.policy = need(sim::sampleText(u"policy.toml"_s), "policy");
        setup.passphrase = "p";
        made = need(sim::makeLedger(setup, m_clock, m_random), "ledger");
        made->config.flow = false;
    }
    ~Bare() { stop(); }

    void start()
    {
        m_daemon = std::make_unique<gateway::Daemon>(made->config, m_clock, m_random, m_log);
        need(m_daemon->start(), "daemon");
    }
    void stop()
    {
        if (m_daemon)
            m_daemon->stop(0);
        m_daemon.reset();
    }
    wire::Response ready()
    {
        wire::KeepAliveClient client("127.0.0.1", m_daemon->port());
        return need(client.send("GET", "/readyz"), "readyz");
    }
    void activatePolicy()
    {
        (void)need(m_daemon->ledger().call<bool>([this](LedgerWriter &writer) -> base::Result<bool> {
            sim::LedgerAdmin admin(writer, u"admin"_s, made->adminKey, m_clock, m_random);
            if (auto done = admin.activatePolicy(need(sim::sampleText(u"policy.toml"_s), "policy")); !done)
                return tl::unexpected(done.error());
            return true;
        }),
                   "policy");
    }

    std::optional<sim::MadeLedger> made;

private:
    TempFolder m_folder;
    base::SystemClock m_clock;
    base::SystemRandom m_random;
    base::JsonLog m_log;
    std::unique_ptr<gateway::Daemon> m_daemon;
};

QJsonObject problemIn(const wire::Response &response)
{
    return QJsonDocument::fromJson(response.body).object();
}

QString reasons(const wire::Response &response)
{
    QStringList texts;
    for (const QJsonValue &reason : problemIn(response).value(u"reasons"_s).toArray())
        texts.append(reason.toString());
    return texts.join(u'|');
}

} // namespace

/// /readyz says 503 with the reason in each state in which work had better not be sent here.
class TestGatewayReady : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noPolicy_is503UntilOneIsActive();
    void noTool_is503();
    void doubtedLog_is503AndNewWorkToo();
    void stuckLedger_is503();
    void fullQueue_is503AndSubmitsToo();
};

void TestGatewayReady::noPolicy_is503UntilOneIsActive()
{
    Bare bare;
    bare.start();
    const wire::Response none = bare.ready();
    QCOMPARE(none.status, 503);
    QCOMPARE(none.headers.value("Content-Type"), QByteArray("application/problem+json"));
    QVERIFY(none.headers.value("Retry-After").toInt() >= 1);
    QCOMPARE(problemIn(none).value(u"type"_s).toString(), u"urn:obstat:problem:not-ready"_s);
    QCOMPARE(problemIn(none).value(u"advice"_s).toString(), u"keep-key"_s);
    QVERIFY2(reasons(none).startsWith(u"No policy is active"_s), none.body.constData());
    bare.activatePolicy();
    const wire::Response ready = bare.ready();
    QCOMPARE(ready.status, 200);
    QCOMPARE(problemIn(ready).value(u"status"_s).toString(), u"ready"_s);
}

void TestGatewayReady::noTool_is503()
{
    Bare bare;
    QFile tools(bare.made->config.registry);
    QVERIFY(tools.open(QIODevice::WriteOnly));
    tools.close();
    bare.start();
    const wire::Response none = bare.ready();
    QCOMPARE(none.status, 503);
    QVERIFY2(reasons(none).contains(u"No tool is registered."_s), none.body.constData());
}

void TestGatewayReady::doubtedLog_is503AndNewWorkToo()
{
    GatewayUnderTest gateway;
    const QByteArray known = GatewayUnderTest::payment(u"DB-1"_s, u"900"_s, false);
    QCOMPARE(gateway.submit(known).status, 202);
    QCOMPARE(gateway.send("GET", "/readyz").status, 200);
    // The state file goes: nobody can say any more whether the log went back (evidence.md 4).
    const auto files = ledger::LedgerFiles::beside(gateway.scratch().config().ledger);
    QVERIFY(QFile::remove(files.state));
    const auto afterMoreEvents = [&gateway, &known] {
        (void)gateway.submit(known);
        return gateway.send("GET", "/readyz").status;
    };
    QTRY_COMPARE_WITH_TIMEOUT(afterMoreEvents(), 503, 30'000);
    const Answer doubted = gateway.send("GET", "/readyz");
    QVERIFY(!doubted.json().value(u"reasons"_s).toArray().isEmpty());
    const Answer refused = gateway.submit(GatewayUnderTest::payment(u"DB-2"_s, u"900"_s, false));
    QCOMPARE(refused.status, 503);
    QCOMPARE(refused.text(u"code"_s), u"doubt"_s);
    QCOMPARE(refused.text(u"advice"_s), u"keep-key"_s);
    QVERIFY(refused.headers.value("Retry-After").toInt() >= 1);
    QCOMPARE(gateway.submit(known).status, 202); // what is known is still told
}

void TestGatewayReady::stuckLedger_is503()
{
    GatewayUnderTest gateway;
    const auto free = std::make_shared<std::latch>(1);
    QVERIFY(gateway.scratch().daemon().ledger().post([free](LedgerWriter &) { free->wait(); }));
    const Answer stuck = gateway.send("GET", "/readyz");
    free->count_down();
    QCOMPARE(stuck.status, 503);
    QCOMPARE(stuck.json().value(u"reasons"_s).toArray(), QJsonArray{u"The ledger does not answer."_s});
    QCOMPARE(gateway.send("GET", "/healthz").status, 200);
    QCOMPARE(gateway.send("GET", "/readyz").status, 200);
}

void TestGatewayReady::fullQueue_is503AndSubmitsToo()
{
    // Contract 8.2: a full queue is 503 with Retry-After, with nothing half-done.
    GatewayUnderTest gateway;
    flow::LedgerThread &ledger = gateway.scratch().daemon().ledger();
    const auto free = std::make_shared<std::latch>(1);
    const auto inside = std::make_shared<std::latch>(1);
    QVERIFY(ledger.post([free, inside](LedgerWriter &) {
        inside->count_down();
        free->wait();
    }));
    inside->wait();
    for (int i = 0; i < flow::LedgerThread::kQueue; ++i)
        ledger.submit({}, [](const auto &) {});
    const Answer ready = gateway.send("GET", "/readyz");
    const Answer over = gateway.submit(GatewayUnderTest::payment(u"FQ-1"_s, u"900"_s, false));
    free->count_down();
    QCOMPARE(ready.status, 503);
    QCOMPARE(ready.json().value(u"reasons"_s).toArray(), QJsonArray{u"The queue of the ledger is full."_s});
    QCOMPARE(over.status, 503);
    QCOMPARE(over.text(u"code"_s), u"busy"_s);
    QCOMPARE(over.text(u"advice"_s), u"keep-key"_s);
    QVERIFY(over.headers.value("Retry-After").toInt() >= 1);
    QTRY_COMPARE_WITH_TIMEOUT(ledger.queued(), 0, 60'000);
    QCOMPARE(gateway.read<qint64>([](LedgerWriter &writer) { return writer.reader().countOperations({}); }), 0);
    QCOMPARE(gateway.submit(GatewayUnderTest::payment(u"FQ-1"_s, u"900"_s, false)).text(u"answer"_s), u"created"_s);
}

QTEST_GUILESS_MAIN(TestGatewayReady)
#include "tst_gatewayready.moc"
