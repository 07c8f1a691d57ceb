#include "echoserver.h"
#include "rawsocket.h"
#include "wire/keepaliveclient.h"

#include <QElapsedTimer>
#include <QTest>

#include <future>
#include <thread>

using namespace obstat;
using namespace Qt::StringLiterals;
using wire::KeepAliveClient;
using wire::Request;
using wire::Responder;
using wire::Response;
using wire::Server;
using wire::ServerConfig;

class TestServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void start_notLoopback_usage_data()
    {
        QTest::addColumn<QString>("address");
        for (const char *address : {"0.0.0.0", "::", "192.168.0.1", "127.0.0.2", "localhost", ""})
            QTest::newRow(address[0] ? address : "empty") << QString::fromLatin1(address);
    }
    void start_notLoopback_usage()
    {
        QFETCH(QString, address);
        Server server;
        ServerConfig config;
        config.address = address;
        const auto started = server.start(config, [](Request, Responder) {});
        QVERIFY(!started);
        QCOMPARE(started.error().code, base::ErrorCode::Usage);
        QCOMPARE(server.port(), quint16(0));
    }

    void start_tls_unsupported()
    {
        Server server;
        ServerConfig config;
        config.tls = wire::TlsConfig{u"a.pem"_s, u"a.key"_s};
        QCOMPARE(server.start(config, [](Request, Responder) {}).error().code, base::ErrorCode::Unsupported);
    }

    void start_portTaken_io()
    {
        EchoServer first;
        Server second;
        ServerConfig config;
        config.port = first.port();
        const auto started = second.start(config, [](Request, Responder) {});
        QVERIFY(!started);
        QCOMPARE(started.error().code, base::ErrorCode::Io);
    }

    void start_ipv6_answers()
    {
        ServerConfig config;
        config.address = u"::1"_s;
        EchoServer server(config);
        if (!server.started)
            QSKIP("This machine has no IPv6 loopback.");
        KeepAliveClient client("::1", server.port());
        QCOMPARE(client.send("GET", "/six")->body, QByteArray("GET /six\n"));
    }

    void host_rule_status_data()
    {
        QTest::addColumn<QByteArray>("fields"); // PORT stands for the server's port
        QTest::addColumn<int>("status");
        const auto row = [](const char *name, QByteArray fields, int status) {
            QTest::newRow(name) << fields << status;
        };
        row("localhost", "Host: localhost:PORT\r\n", 200);
        row("another case", "hOST: LocalHost:PORT\r\n", 200);
        row("ipv4", "Host: 127.0.0.1:PORT\r\n", 200);
        row("ipv6", "Host: [::1]:PORT\r\n", 200);
        row("none", "", 400);
        row("two", "Host: localhost:PORT\r\nHost: localhost:PORT\r\n", 400);
        row("empty", "Host: \r\n", 400);
        row("without port", "Host: localhost\r\n", 421);
        row("another port", "Host: localhost:1\r\n", 421);
        row("another name", "Host: evil.example:PORT\r\n", 421);
        row("name as prefix", "Host: localhost.evil.example:PORT\r\n", 421);
        row("name as suffix", "Host: evil-localhost:PORT\r\n", 421);
        row("trailing dot", "Host: localhost.:PORT\r\n", 421);
        row("another loopback", "Host: 127.0.0.2:PORT\r\n", 421);
        row("user information", "Host: localhost@evil.example:PORT\r\n", 400);
        row("with path", "Host: localhost:PORT/x\r\n", 400);
        row("with slash", "Host: localhost:PORT/\r\n", 400);
        row("with query", "Host: localhost:PORT?\r\n", 400);
        row("bad port", "Host: localhost:PORTx\r\n", 400);
        row("list", "Host: localhost:PORT, evil.example\r\n", 400);
        row("ipv6 without brackets", "Host: ::1\r\n", 400);
    }
    void host_rule_status()
    {
        QFETCH(QByteArray, fields);
        QFETCH(int, status);
        EchoServer server;
        fields.replace("PORT", QByteArray::number(server.port()));
        RawSocket client(server.port());
        QVERIFY(client.send("GET / HTTP/1.1\r\n" + fields + "\r\n"));
        QCOMPARE(RawSocket::statusOf(client.readAnswer()), status);
        QCOMPARE(server.seen().size(), status == 200 ? 1 : 0);
    }

    void origin_rule_status_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<int>("status");
        QTest::newRow("none") << QByteArray() << 200;
        QTest::newRow("allowed") << QByteArray("Origin: http://good.example\r\n") << 200;
        QTest::newRow("another") << QByteArray("Origin: http://evil.example\r\n") << 403;
        QTest::newRow("allowed as prefix") << QByteArray("Origin: http://good.example.evil.example\r\n") << 403;
        QTest::newRow("null") << QByteArray("Origin: null\r\n") << 403;
        QTest::newRow("empty") << QByteArray("Origin:\r\n") << 403;
        QTest::newRow("two") << QByteArray("Origin: http://good.example\r\nOrigin: http://evil.example\r\n") << 403;
    }
    void origin_rule_status()
    {
        QFETCH(QByteArray, fields);
        QFETCH(int, status);
        ServerConfig config;
        config.origins = {"http://good.example"};
        EchoServer server(config);
        RawSocket client(server.port());
        QVERIFY(client.send("POST / HTTP/1.1\r\n" + server.host() + fields + "\r\n"));
        QCOMPARE(RawSocket::statusOf(client.readAnswer()), status);
        QCOMPARE(server.seen().size(), status == 200 ? 1 : 0);
    }

    void refusal_problem_stableType()
    {
        EchoServer server;
        RawSocket client(server.port());
        QVERIFY(client.send("GET / HTTP/1.1\r\nHost: evil\r\n\r\n"));
        const QByteArray answer = client.readAll();
        QVERIFY(answer.contains("Content-Type: application/problem+json\r\n"));
        QVERIFY(answer.contains("\"urn:obstat:problem:misdirected\""));
    }

    void request_parts_readForTheHandler()
    {
        Request seen;
        EchoServer server({}, [&seen](Request request, const Responder &responder) {
            seen = std::move(request);
            responder.answer(Response::json(201, "{}"));
        });
        KeepAliveClient client("127.0.0.1", server.port());
        const auto answer =
            client.send("POST", "/v1/a%2Fb?key=x%20y&wait", {{"X-Trace", "7"}, {"Accept", "a"}}, "body");
        QVERIFY(answer.has_value());
        QCOMPARE(answer->status, 201);
        QCOMPARE(answer->headers.value("content-type"), QByteArray("application/json"));
        QVERIFY(answer->headers.contains("Date"));
        QCOMPARE(seen.method, QByteArray("POST"));
        QCOMPARE(seen.path, QByteArray("/v1/a%2Fb"));
        QCOMPARE(seen.target, QByteArray("/v1/a%2Fb?key=x%20y&wait"));
        QCOMPARE(seen.query.value(u"key"_s), u"x y"_s);
        QVERIFY(seen.query.contains(u"wait"_s));
        QCOMPARE(seen.headers.value("x-trace"), QByteArray("7"));
        QCOMPARE(seen.body, QByteArray("body"));
        QCOMPARE(seen.peer, u"127.0.0.1"_s);
        QVERIFY(seen.peerPort != 0);
    }

    void target_forms_status_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("seen");
        QTest::newRow("absolute") << QByteArray("GET http://localhost:PORT/a?b=c") << 200 << QByteArray("GET /a?b=c");
        QTest::newRow("absolute, another host") << QByteArray("GET http://evil:PORT/a") << 421 << QByteArray();
        QTest::newRow("absolute https") << QByteArray("GET https://localhost:PORT/a") << 400 << QByteArray();
        QTest::newRow("asterisk") << QByteArray("OPTIONS *") << 200 << QByteArray("OPTIONS *");
        QTest::newRow("asterisk of another method") << QByteArray("GET *") << 400 << QByteArray();
        QTest::newRow("parameter twice") << QByteArray("GET /a?b=1&b=2") << 400 << QByteArray();
        QTest::newRow("parameter not UTF-8") << QByteArray("GET /a?b=%ff") << 400 << QByteArray();
        QTest::newRow("unknown method") << QByteArray("BREW /pot") << 200 << QByteArray("BREW /pot");
    }
    void target_forms_status()
    {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, seen);
        EchoServer server;
        line.replace("PORT", QByteArray::number(server.port()));
        RawSocket client(server.port());
        QVERIFY(client.send(line + " HTTP/1.1\r\n" + server.host() + "\r\n"));
        QTEST(RawSocket::statusOf(client.readAnswer()), "status");
        QCOMPARE(server.seen(), seen.isEmpty() ? QByteArrayList() : QByteArrayList{seen});
    }

    void head_answer_lengthWithoutBody()
    {
        EchoServer server;
        RawSocket client(server.port());
        QVERIFY(client.send("HEAD /x HTTP/1.1\r\n" + server.host() + "\r\n" + server.get("/y")));
        const QByteArray head = client.readUntil("\r\n\r\n");
        QVERIFY(head.contains("Content-Length: 8\r\n"));
        QVERIFY(client.readAnswer().endsWith("GET /y\n"));
    }

    void noContent_answer_withoutLength()
    {
        EchoServer server({}, [](const Request &, const Responder &responder) {
            responder.answer(Response{204, {}, "not to be sent"});
        });
        RawSocket client(server.port());
        QVERIFY(client.send(server.get("/") + server.get("/")));
        QVERIFY(!client.readUntil("\r\n\r\n").contains("Content-Length"));
        QVERIFY(client.readUntil("\r\n\r\n").startsWith("HTTP/1.1 204 No Content\r\n"));
    }

    void connection_keepAliveRules_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<bool>("kept");
        QTest::newRow("1.1") << QByteArray("1.1") << QByteArray() << true;
        QTest::newRow("1.1 close") << QByteArray("1.1") << QByteArray("Connection: close\r\n") << false;
        QTest::newRow("1.0") << QByteArray("1.0") << QByteArray() << false;
        QTest::newRow("1.0 keep-alive") << QByteArray("1.0") << QByteArray("Connection: keep-alive\r\n") << true;
    }
    void connection_keepAliveRules()
    {
        QFETCH(QByteArray, version);
        QFETCH(QByteArray, field);
        QFETCH(bool, kept);
        EchoServer server;
        RawSocket client(server.port());
        QVERIFY(client.send("GET / HTTP/" + version + "\r\n" + server.host() + field + "\r\n" + server.get("/next")));
        QCOMPARE(RawSocket::statusOf(client.readAnswer()), 200);
        QCOMPARE(client.readAnswer().isEmpty(), !kept);
        QCOMPARE(client.closed(), !kept);
        QCOMPARE(server.seen().size(), kept ? 2 : 1);
    }

    void expect_continue_saidBeforeTheBody()
    {
        EchoServer server;
        RawSocket client(server.port());
        QVERIFY(
            client.send("POST / HTTP/1.1\r\n" + server.host() + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n"));
        QCOMPARE(client.readUntil("\r\n\r\n"), QByteArray("HTTP/1.1 100 Continue\r\n\r\n"));
        QVERIFY(client.send("hello"));
        QVERIFY(client.readAnswer().endsWith("hello"));
    }

    void expect_other_417()
    {
        EchoServer server;
        RawSocket client(server.port());
        QVERIFY(client.send("POST / HTTP/1.1\r\n" + server.host() + "Expect: magic\r\nContent-Length: 5\r\n\r\n"));
        QCOMPARE(RawSocket::statusOf(client.readAll()), 417);
    }

    void expect_continueForTooLarge_413Only()
    {
        EchoServer server;
        RawSocket client(server.port());
        QVERIFY(client.send("POST / HTTP/1.1\r\n" + server.host() +
                            "Expect: 100-continue\r\nContent-Length: 99999999\r\n\r\n"));
        const QByteArray answer = client.readAll();
        QCOMPARE(RawSocket::statusOf(answer), 413);
        QVERIFY(!answer.contains("100 Continue"));
    }

    void manyConnections_manyRequests_everyAnswerItsOwn_data()
    {
        QTest::addColumn<int>("threads");
        QTest::newRow("one server thread") << 1;
        QTest::newRow("three server threads") << 3;
    }
    void manyConnections_manyRequests_everyAnswerItsOwn()
    {
        QFETCH(int, threads);
        ServerConfig config;
        config.threads = threads;
        EchoServer server(config);
        std::atomic<int> right = 0;
        std::vector<std::thread> clients;
        for (int c = 0; c < 64; ++c)
            clients.emplace_back([&, c] {
                KeepAliveClient client("127.0.0.1", server.port());
                for (int i = 0; i < 200; ++i) {
                    const QByteArray target = "/" + QByteArray::number(c) + "/" + QByteArray::number(i);
                    const auto answer = client.send("POST", target, {}, QByteArray(i, 'x'));
                    if (answer && answer->body == "POST " + target + "\n" + QByteArray(i, 'x'))
                        ++right;
                }
            });
        for (std::thread &client : clients)
            client.join();
        QCOMPARE(right.load(), 64 * 200);
        QTRY_COMPARE(server.server.connections(), 0);
    }

    void after_delay_firesOnce()
    {
        EchoServer server;
        std::atomic<int> fired = 0;
        QVERIFY(server.server.after(0, [&] { ++fired; }) != 0);
        server.server.after(20 * base::kMillisecond, [&] { ++fired; });
        QTRY_COMPARE(fired.load(), 2);
        server.server.stop();
        QCOMPARE(fired.load(), 2);
    }

    void after_cancelled_neverFires()
    {
        EchoServer server;
        std::atomic<bool> cancelledFired = false;
        std::atomic<bool> laterFired = false;
        const auto timer = server.server.after(30 * base::kMillisecond, [&] { cancelledFired = true; });
        server.server.after(60 * base::kMillisecond, [&] { laterFired = true; });
        server.server.cancel(timer);
        QTRY_VERIFY(laterFired.load());
        QVERIFY(!cancelledFired.load());
    }

    void after_onTheServersThread_cancelledByAnother_neverFires()
    {
        // Asio keeps what its own thread posts apart, where what others post later overtakes it.
        EchoServer *inside = nullptr;
        std::atomic<bool> fired = false;
        EchoServer server({}, [&](const Request &, const Responder &responder) {
            const auto timer = inside->server.after(base::kHour, [&] { fired = true; });
            std::thread([&] { inside->server.cancel(timer); }).join();
            responder.answer(Response{});
        });
        inside = &server;
        KeepAliveClient client("127.0.0.1", server.port());
        QCOMPARE(client.send("GET", "/")->status, 200);
        QTRY_COMPARE(server.server.timers(), 0);
        const auto kept = server.server.after(base::kHour, [&] { fired = true; });
        QTRY_COMPARE(server.server.timers(), 1);
        server.server.cancel(kept);
        QTRY_COMPARE(server.server.timers(), 0);
        QVERIFY(!fired);
    }

    void stop_duringAWrite_closesOnceItIsWritten()
    {
        // The answer has promised to keep the connection; nobody may wait out the grace for its next request.
        constexpr qsizetype kMuch = 32 * 1024 * 1024;
        EchoServer server({}, [](const Request &, const Responder &responder) {
            responder.answer(Response::text(200, QByteArray(kMuch, 'x')));
        });
        RawSocket client(server.port());
        QVERIFY(client.send(server.get("/")));
        const QByteArray head = client.readUntil("\r\n\r\n"); // the rest fills the socket's buffers and waits
        QVERIFY(head.contains("200"));
        QElapsedTimer timer;
        timer.start();
        std::thread stopper([&] { server.server.stop(base::kMinute); });
        const bool stopping = QTest::qWaitFor([&] { return server.port() == 0; }, 20'000);
        const QByteArray body = client.readAll(50'000);
        stopper.join();
        QVERIFY(stopping);
        QCOMPARE(body.size(), kMuch);
        QVERIFY(client.closed());
        QVERIFY(timer.elapsed() < 45'000); // not the whole grace
    }

    void stop_whenTheSweepIsDue_ends()
    {
        // A stop that meets the sweep of the idle connections at the very moment: it comes every 5 ms here.
        ServerConfig config;
        config.idleTimeout = 20 * base::kMillisecond;
        for (int i = 0; i < 400; ++i) {
            Server server;
            QVERIFY(server.start(config, [](Request, Responder) {}).has_value());
            QElapsedTimer up;
            up.start();
            while (up.nsecsElapsed() < 4'900'000 + i * 1000)
                std::this_thread::yield();
            auto stopped = std::async(std::launch::async, [&server] { server.stop(); });
            if (stopped.wait_for(std::chrono::seconds(20)) != std::future_status::ready)
                qFatal("stop %d never ended", i);
        }
    }

    void after_stopped_nothing()
    {
        EchoServer server;
        server.server.stop();
        QCOMPARE(server.server.after(0, [] {}), Server::TimerId(0));
    }

    void start_afterStop_worksAgain()
    {
        EchoServer server;
        server.server.stop();
        QVERIFY(
            server.server.start({}, [](const Request &, const Responder &responder) { responder.answer(Response{}); })
                .has_value());
        KeepAliveClient client("127.0.0.1", server.port());
        QCOMPARE(client.send("GET", "/")->status, 200);
    }
};

QTEST_APPLESS_MAIN(TestServer)
#include "tst_server.moc"
