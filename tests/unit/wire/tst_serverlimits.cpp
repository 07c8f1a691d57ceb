#include "echoserver.h"
#include "rawsocket.h"

#include <QTest>

#include <thread>

using namespace obstat;
using wire::Request;
using wire::Responder;
using wire::Response;
using wire::ServerConfig;

/// Contract 8.2: bounded headers, bodies, connections, time; slow clients are cut.
class TestServerLimits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void header_size_431_data()
    {
        QTest::addColumn<QByteArray>("request"); // HOST stands for a good Host field
        QTest::addColumn<int>("status");
        const QByteArray start = "GET / HTTP/1.1\r\nHOST\r\n";
        QByteArray many = start;
        for (int i = 0; i < 101; ++i)
            many += "a: b\r\n";
        QTest::newRow("one long field") << start + "X: " + QByteArray(17'000, 'x') + "\r\n\r\n" << 431;
        QTest::newRow("a line that never ends") << start + "X: " + QByteArray(40'000, 'x') << 431;
        QTest::newRow("long target") << "GET /" + QByteArray(17'000, 'x') + " HTTP/1.1\r\nHOST\r\n\r\n" << 431;
        QTest::newRow("too many fields") << many + "\r\n" << 431;
        QTest::newRow("just below") << start + "X: " + QByteArray(16'000, 'x') + "\r\n\r\n" << 200;
    }
    void header_size_431()
    {
        QFETCH(QByteArray, request);
        EchoServer server;
        RawSocket client(server.port());
        request.replace("HOST\r\n", server.host());
        QVERIFY(client.send(request));
        QTEST(RawSocket::statusOf(client.readAnswer()), "status");
    }

    void body_size_413_data()
    {
        QTest::addColumn<QByteArray>("rest");
        QTest::addColumn<int>("status");
        QTest::newRow("announced") << QByteArray("Content-Length: 327681\r\n\r\n") << 413;
        QTest::newRow("announced and sent") << "Content-Length: 400000\r\n\r\n" + QByteArray(400'000, 'x') << 413;
        QTest::newRow("one chunk") << QByteArray("Transfer-Encoding: chunked\r\n\r\n50001\r\n") << 413;
        QTest::newRow("two chunks") << "Transfer-Encoding: chunked\r\n\r\n50000\r\n" + QByteArray(0x50000, 'x') +
                                           "\r\n1\r\nx\r\n0\r\n\r\n"
                                    << 413;
        QTest::newRow("exactly") << "Content-Length: 327680\r\n\r\n" + QByteArray(327'680, 'x') << 200;
        QTest::newRow("exactly, chunked")
            << "Transfer-Encoding: chunked\r\n\r\n50000\r\n" + QByteArray(0x50000, 'x') + "\r\n0\r\n\r\n"
            << 200;
    }
    void body_size_413()
    {
        QFETCH(QByteArray, rest);
        QFETCH(int, status);
        EchoServer server;
        RawSocket client(server.port());
        QVERIFY(client.send("POST / HTTP/1.1\r\n" + server.host() + rest));
        QCOMPARE(RawSocket::statusOf(client.readAnswer()), status);
        QCOMPARE(server.seen().size(), status == 200 ? 1 : 0);
    }

    void slowClient_cut_data()
    {
        QTest::addColumn<QByteArray>("start"); // HOST stands for a good Host field
        QTest::addColumn<QByteArray>("drip");
        QTest::addColumn<int>("status"); // 0: closed without a word
        QTest::newRow("says nothing") << QByteArray() << QByteArray() << 0;
        QTest::newRow("header never ends") << QByteArray("GET / HTTP/1.1\r\nHOST\r\n") << QByteArray() << 408;
        QTest::newRow("header drips") << QByteArray("GET / HTTP/1.1\r\nHOST\r\nX: ") << QByteArray("x") << 408;
        QTest::newRow("body never comes")
            << QByteArray("POST / HTTP/1.1\r\nHOST\r\nContent-Length: 5\r\n\r\n") << QByteArray() << 408;
        QTest::newRow("body drips") << QByteArray("POST / HTTP/1.1\r\nHOST\r\nContent-Length: 300000\r\n\r\n")
                                    << QByteArray("x") << 408;
        QTest::newRow("chunks drip") << QByteArray("POST / HTTP/1.1\r\nHOST\r\nTransfer-Encoding: chunked\r\n\r\n")
                                     << QByteArray("1\r\nx\r\n") << 408;
    }
    void slowClient_cut()
    {
        QFETCH(QByteArray, start);
        QFETCH(QByteArray, drip);
        QFETCH(int, status);
        EchoServer server(hasty());
        RawSocket client(server.port());
        start.replace("HOST\r\n", server.host());
        QVERIFY(client.send(start));
        QByteArray answer;
        // Each drip is faster than any limit; only the whole may run out.
        for (int i = 0; i < 10'000 && !client.closed() && answer.isEmpty(); ++i) {
            client.send(drip);
            answer = client.readAll(drip.isEmpty() ? 10'000 : 5);
        }
        answer += client.readAll();
        QVERIFY(client.closed());
        QCOMPARE(RawSocket::statusOf(answer), status);
        QCOMPARE(server.seen(), QByteArrayList());
        QTRY_COMPARE(server.server.connections(), 0);
    }

    void idleConnection_closedSilently()
    {
        EchoServer server(hasty());
        RawSocket client(server.port());
        QVERIFY(client.send(server.get("/")));
        QCOMPARE(RawSocket::statusOf(client.readAnswer()), 200);
        QCOMPARE(client.readAll(), QByteArray());
        QVERIFY(client.closed());
    }

    void slowReader_cut()
    {
        EchoServer server(hasty(), [](const Request &, const Responder &responder) {
            responder.answer(Response::text(200, QByteArray(64 * 1024 * 1024, 'x')));
        });
        RawSocket client(server.port());
        client.shrinkReceiveBuffer();
        QVERIFY(client.send(server.get("/")));
        QTRY_COMPARE(server.seen().size(), 1);
        QTRY_COMPARE_WITH_TIMEOUT(server.server.connections(), 0, 60'000);
    }

    /// The limit may run out just between two pieces of an answer; it holds all the same.
    void slowReader_sipping_cut()
    {
        const QByteArray answer(64 * 1024 * 1024, 'x');
        EchoServer server(hasty(), [&answer](const Request &, const Responder &responder) {
            responder.answer(Response::text(200, answer));
        });
        std::vector<std::unique_ptr<RawSocket>> clients;
        for (int i = 0; i < 32; ++i) {
            clients.push_back(std::make_unique<RawSocket>(server.port()));
            QVERIFY(clients.back()->send(server.get("/")));
        }
        std::size_t open = clients.size();
        while (open > 0)
            open = static_cast<std::size_t>(
                std::ranges::count_if(clients, [](const auto &client) { return client->sip(); }));
        for (const auto &client : clients)
            QVERIFY2(client->sipped() < answer.size(), "A slow reader got the whole answer long after the limit.");
    }

    void slowHandler_notCut()
    {
        std::mutex mutex;
        std::optional<Responder> held;
        EchoServer server(hasty(), [&](const Request &, Responder responder) {
            const std::lock_guard lock(mutex);
            held = std::move(responder);
        });
        RawSocket client(server.port());
        QVERIFY(client.send(server.get("/")));
        QCOMPARE(client.readAll(1000), QByteArray()); // five times every limit
        QVERIFY(!client.closed());
        {
            const std::lock_guard lock(mutex);
            held->answer(Response::text(200, "late but right"));
        }
        QVERIFY(client.readAnswer().endsWith("late but right"));
    }

    void connections_overLimit_503()
    {
        ServerConfig config;
        config.maxConnections = 3;
        config.retryAfterSeconds = 7;
        EchoServer server(config);
        std::vector<std::unique_ptr<RawSocket>> open;
        for (int i = 0; i < 3; ++i) {
            open.push_back(std::make_unique<RawSocket>(server.port()));
            QVERIFY(open.back()->send(server.get("/")));
            QCOMPARE(RawSocket::statusOf(open.back()->readAnswer()), 200);
        }
        RawSocket more(server.port());
        QVERIFY(more.connected());
        const QByteArray answer = more.readAll();
        QCOMPARE(RawSocket::statusOf(answer), 503);
        QVERIFY(answer.contains("Retry-After: 7\r\n"));
        QVERIFY(more.closed());
        // The others still work, and a free place is given again.
        QVERIFY(open.front()->send(server.get("/again")));
        QCOMPARE(RawSocket::statusOf(open.front()->readAnswer()), 200);
        open.pop_back();
        QTRY_COMPARE(server.server.connections(), 2);
        RawSocket next(server.port());
        QVERIFY(next.send(server.get("/")));
        QCOMPARE(RawSocket::statusOf(next.readAnswer()), 200);
    }

    void disconnects_anywhere_survived()
    {
        EchoServer server;
        const QByteArray request = server.post("/", QByteArray(100, 'x'));
        for (int i = 0; i < 300; ++i) {
            RawSocket client(server.port());
            client.send(request.first(i * request.size() / 300));
            if (i % 2)
                client.reset();
        }
        RawSocket client(server.port());
        QVERIFY(client.send(request));
        QCOMPARE(RawSocket::statusOf(client.readAnswer()), 200);
        client.close();
        QTRY_COMPARE(server.server.connections(), 0);
    }

private:
    static ServerConfig hasty()
    {
        ServerConfig config;
        config.headerTimeout = 200 * base::kMillisecond;
        config.bodyTimeout = 200 * base::kMillisecond;
        config.idleTimeout = 200 * base::kMillisecond;
        config.writeTimeout = 200 * base::kMillisecond;
        return config;
    }
};

QTEST_APPLESS_MAIN(TestServerLimits)
#include "tst_serverlimits.moc"
