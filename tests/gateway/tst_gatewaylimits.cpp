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
    void newWork_refused_isNotCharged();
    void stop_heldRequests_areAnsweredAtOnce();
    void held_answered_leavesNoTimer();
    void held_clientGone_leavesNothing();
    void noFlow_isWarnedOf();
    void ready_manyTimes_leavesNoTimer();
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

void TestGatewayLimits::newWork_refused_isNotCharged()
{
    sim::ScratchConfig config;
    config.submitsPerSecond = 1; // two at once
    GatewayUnderTest gateway(std::move(config));
    for (int i = 0; i < 10; ++i)
        QCOMPARE(gateway.submit(GatewayUnderTest::payment(u"BLOCKED"_s, QString::number(i + 1), true)).status, 403);
    QCOMPARE(gateway.submit(GatewayUnderTest::payment(u"G-1"_s, u"900"_s, false)).status, 202);
    QCOMPARE(gateway.submit(GatewayUnderTest::payment(u"G-2"_s, u"900"_s, false)).status, 202);
}

void TestGatewayLimits::stop_heldRequests_areAnsweredAtOnce()
{
    GatewayUnderTest gateway;
    const QByteArray body = GatewayUnderTest::payment(u"H-1"_s, u"900"_s, false);
    const Answer planned = gateway.submit(body);
    const QByteArray path = "/v1/operations/" + QByteArray::number(planned.id());
    Answer read;
    Answer repeated;
    std::thread reader([&] { read = gateway.sendAlone("GET", path, {}, {{"Prefer", "wait=60"}}); });
    std::thread submitter(
        [&] { repeated = gateway.sendAlone("POST", "/v1/operations", body, {{"Prefer", "wait=60"}}); });
    const bool both = QTest::qWaitFor([&] { return gateway.scratch().daemon().gateway().held() == 2; }, 20'000);
    QElapsedTimer timer;
    timer.start();
    gateway.scratch().stop();
    reader.join();
    submitter.join();
    QVERIFY(both);
    QVERIFY(timer.elapsed() < 15'000); // far below both the wait and the grace of 20 s
    QCOMPARE(read.status, 200);
    QCOMPARE(read.operationStatus(), u"awaiting_approval"_s);
    QCOMPARE(repeated.status, 202);
    QCOMPARE(repeated.text(u"advice"_s), u"keep-key"_s);
}

void TestGatewayLimits::held_answered_leavesNoTimer()
{
    GatewayUnderTest gateway;
    const auto &inside = gateway.scratch().daemon().gateway();
    const Answer planned = gateway.submit(GatewayUnderTest::payment(u"H-2"_s, u"900"_s, false));
    Answer held;
    std::thread waiter([&] {
        held =
            gateway.sendAlone("GET", "/v1/operations/" + QByteArray::number(planned.id()), {}, {{"Prefer", "wait=55"}});
    });
    const bool there = QTest::qWaitFor([&] { return inside.held() == 1 && inside.timers() == 1; }, 20'000);
    QCOMPARE(gateway.decide(planned.id(), u"reject"_s, u"no"_s).status, 200);
    waiter.join();
    QVERIFY(there);
    QCOMPARE(held.operationStatus(), u"rejected"_s);
    QCOMPARE(inside.held(), std::size_t(0));
    QTRY_COMPARE_WITH_TIMEOUT(inside.timers(), 0, 20'000);
}

void TestGatewayLimits::held_clientGone_leavesNothing()
{
    GatewayUnderTest gateway;
    const auto &inside = gateway.scratch().daemon().gateway();
    const Answer planned = gateway.submit(GatewayUnderTest::payment(u"H-3"_s, u"900"_s, false));
    {
        wire::KeepAliveClient client("127.0.0.1", gateway.port());
        const auto answer = client.send(
            "GET", "/v1/operations/" + QByteArray::number(planned.id()),
            {{"Authorization", "Bearer " + gateway.token().toLatin1()}, {"Prefer", "wait=55"}}, {}, base::kSecond);
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, base::ErrorCode::Timeout);
    }
    QTRY_COMPARE_WITH_TIMEOUT(inside.held(), std::size_t(0), 20'000);
    QTRY_COMPARE_WITH_TIMEOUT(inside.timers(), 0, 20'000);
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

void TestGatewayLimits::ready_manyTimes_leavesNoTimer()
{
    GatewayUnderTest gateway;
    for (int i = 0; i < 50; ++i)
        QCOMPARE(gateway.send("GET", "/readyz").status, 200);
    // Each would stay for five seconds.
    QTRY_COMPARE_WITH_TIMEOUT(gateway.scratch().daemon().gateway().timers(), 0, 4'000);
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
