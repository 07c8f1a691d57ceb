#include "gateway/gatewayundertest.h"

#include <QElapsedTimer>

using namespace obstat;
using namespace obstat::tests;
using namespace Qt::StringLiterals;

/// Limits, and what a stop does to callers.
class TestGatewayLimits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void newWork_overTheLimit_is429WhileARepeatPasses();
    void newWork_manyAtOnce_staysWithinTheBurst();
    void stop_heldRequest_isAnsweredAtOnce();
    void noFlow_isWarnedOf();
    void ready_manyTimes_answersOnce();
    void log_neverHoldsPayloadsOrTokens();
};

void TestGatewayLimits::newWork_overTheLimit_is429WhileARepeatPasses()
{
    sim::ScratchConfig config;
    config.submitsPerSecond = 1;
    GatewayUnderTest gateway(std::move(config));
    const QByteArray first = GatewayUnderTest::payment(u"R-0"_s, u"900"_s, false);
    QCOMPARE(gateway.submit(first).status, 202);
    Answer over;
    for (int i = 1; i < 200 && over.status != 429; ++i)
        over = gateway.submit(GatewayUnderTest::payment(u"R-%1"_s.arg(i), u"900"_s, false));
    QCOMPARE(over.status, 429);
    QCOMPARE(over.text(u"advice"_s), u"keep-key"_s);
    QVERIFY(over.headers.value("Retry-After").toInt() >= 1);
    const auto count = [&gateway] {
        return gateway.read<qint64>([](ledger::LedgerWriter &writer) { return writer.reader().countOperations({}); });
    };
    const qint64 before = count();
    for (int i = 0; i < 20; ++i) {
        const Answer repeat = gateway.submit(first);
        QCOMPARE(repeat.status, 202);
        QCOMPARE(repeat.json().value(u"repeat"_s), QJsonValue(true));
    }
    QCOMPARE(count(), before);
    // Other tokens have their own.
    QCOMPARE(gateway.submit(first, 0, gateway.token(1)).status, 202);
}

void TestGatewayLimits::newWork_manyAtOnce_staysWithinTheBurst()
{
    sim::ScratchConfig config;
    config.submitsPerSecond = 1;
    config.drains = false;
    GatewayUnderTest gateway(std::move(config));
    QElapsedTimer timer;
    timer.start();
    std::atomic<int> created = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 32; ++i)
        threads.emplace_back([&gateway, &created, i] {
            const Answer answer = gateway.sendAlone("POST", "/v1/operations",
                                                    GatewayUnderTest::payment(u"M-%1"_s.arg(i), u"900"_s, false));
            created += answer.status == 202 ? 1 : 0;
        });
    for (std::thread &thread : threads)
        thread.join();
    // Two at once and one more for each second that this took.
    const auto allowed = 2 + timer.elapsed() / 1000 + 1;
    QVERIFY2(created >= 1 && created <= allowed, qPrintable(QString::number(created)));
}

void TestGatewayLimits::stop_heldRequest_isAnsweredAtOnce()
{
    GatewayUnderTest gateway;
    const Answer planned = gateway.submit(GatewayUnderTest::payment(u"H-1"_s, u"900"_s, false));
    const quint16 port = gateway.port();
    const QString token = gateway.token();
    base::Result<wire::Response> held;
    std::thread waiter([&] {
        wire::KeepAliveClient client("127.0.0.1", port);
        held = client.send("GET", "/v1/operations/" + QByteArray::number(planned.id()),
                           {{"Authorization", "Bearer " + token.toLatin1()}, {"Prefer", "wait=60"}}, {},
                           90 * base::kSecond);
    });
    // The held request must have come before the stop: its connection is the second one.
    (void)gateway.send("GET", "/healthz");
    QElapsedTimer timer;
    timer.start();
    gateway.scratch().stop();
    waiter.join();
    QVERIFY(timer.elapsed() < 15'000); // far below both the wait and the grace of 20 s
    if (held)
        QVERIFY(held->status == 200 || held->status == 503);
}

void TestGatewayLimits::noFlow_isWarnedOf()
{
    sim::ScratchConfig config;
    config.drains = false;
    GatewayUnderTest gateway(std::move(config));
    const Answer answer = gateway.submit(GatewayUnderTest::payment(u"N-1"_s, u"10"_s, true));
    QCOMPARE(answer.status, 202);
    QCOMPARE(answer.operationStatus(), u"approved"_s);
    QVERIFY2(answer.json().value(u"warnings"_s).toArray().contains(u"no_flow"_s), answer.body.constData());
}

void TestGatewayLimits::ready_manyTimes_answersOnce()
{
    GatewayUnderTest gateway;
    for (int i = 0; i < 50; ++i)
        QCOMPARE(gateway.send("GET", "/readyz").status, 200);
}

void TestGatewayLimits::log_neverHoldsPayloadsOrTokens()
{
    // Contract 7.7, 8.2.
    GatewayUnderTest gateway;
    const QByteArray body = GatewayUnderTest::payment(u"LOG-1"_s, u"123.45"_s, true);
    QCOMPARE(gateway.submit(body, 20).status, 201);
    QCOMPARE(gateway.submit(body).status, 200);
    const QByteArray all = gateway.logLines().join('\n');
    QVERIFY(all.contains(R"("event":"replayed")"));
    QVERIFY(!all.contains("123.45"));
    QVERIFY(!all.contains(gateway.token().mid(17).toLatin1()));
}

QTEST_GUILESS_MAIN(TestGatewayLimits)
#include "tst_gatewaylimits.moc"
