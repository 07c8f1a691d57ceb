#include "echoserver.h"
#include "rawsocket.h"

#include <QTest>

#include <map>
#include <thread>

using namespace obstat;
using wire::Request;
using wire::Responder;
using wire::Response;
using wire::ServerConfig;

/// Keeps the responders of a server until the test answers them.
class Held
{
public:
    EchoServer::Handler handler()
    {
        return [this](const Request &request, Responder responder) {
            const std::lock_guard lock(m_mutex);
            m_held.emplace(request.target, std::move(responder));
        };
    }
    bool has(const QByteArray &target) const
    {
        const std::lock_guard lock(m_mutex);
        return m_held.contains(target);
    }
    Responder take(const QByteArray &target)
    {
        const std::lock_guard lock(m_mutex);
        return std::move(m_held.extract(target).mapped());
    }

private:
    mutable std::mutex m_mutex;
    std::map<QByteArray, Responder> m_held;
};

class TestResponder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answer_fromAnotherThread_sent()
    {
        Held held;
        EchoServer server({}, held.handler());
        RawSocket client(server.port());
        QVERIFY(client.send(server.get("/a")));
        QTRY_VERIFY(held.has("/a"));
        std::thread([&] { held.take("/a").answer(Response::text(200, "from a thread")); }).join();
        QVERIFY(client.readAnswer().endsWith("from a thread"));
    }

    void answer_pipelined_oneAfterTheOther()
    {
        Held held;
        EchoServer server({}, held.handler());
        RawSocket client(server.port());
        QVERIFY(client.send(server.get("/1") + server.post("/2", "two") + server.get("/3")));
        for (const char *target : {"/1", "/2", "/3"}) {
            QTRY_VERIFY(held.has(target));
            QCOMPARE(server.seen().size(), QByteArray(target).mid(1).toInt()); // the next one is not begun
            held.take(target).answer(Response::text(200, target));
            QVERIFY(client.readAnswer().endsWith(target));
        }
    }

    void answer_twice_firstWins()
    {
        EchoServer server({}, [](const Request &, const Responder &responder) {
            responder.answer(Response::text(200, "first"));
            responder.answer(Response::text(200, "second"));
        });
        RawSocket client(server.port());
        QVERIFY(client.send(server.get("/") + server.get("/")));
        QVERIFY(client.readAnswer().endsWith("first"));
        QVERIFY(client.readAnswer().endsWith("first"));
    }

    void answer_raceOfThreads_exactlyOne()
    {
        Held held;
        EchoServer server({}, held.handler());
        RawSocket client(server.port());
        for (int i = 0; i < 50; ++i) {
            const QByteArray target = "/" + QByteArray::number(i);
            QVERIFY(client.send(server.get(target)));
            QTRY_VERIFY(held.has(target));
            {
                const Responder responder = held.take(target);
                std::thread one([responder, target] { responder.answer(Response::text(200, target)); });
                std::thread two([responder, target] { responder.answer(Response::text(200, target)); });
                one.join();
                two.join();
            }
            QVERIFY(client.readAnswer().endsWith(target));
        }
    }

    void dropped_withoutAnswer_500()
    {
        EchoServer server({}, [](const Request &, const Responder &) {});
        RawSocket client(server.port());
        QVERIFY(client.send(server.get("/")));
        const QByteArray answer = client.readAnswer();
        QCOMPARE(RawSocket::statusOf(answer), 500);
        QVERIFY(answer.contains("urn:obstat:problem:internal"));
        QVERIFY(client.send(server.get("/"))); // the connection lives on
        QCOMPARE(RawSocket::statusOf(client.readAnswer()), 500);
    }

    void dropped_lateOnAnotherThread_500()
    {
        Held held;
        EchoServer server({}, held.handler());
        RawSocket client(server.port());
        QVERIFY(client.send(server.get("/a")));
        QTRY_VERIFY(held.has("/a"));
        std::thread([&] {
            const Responder original = held.take("/a");
            const Responder copy = original;
        }).join();
        QCOMPARE(RawSocket::statusOf(client.readAnswer()), 500);
    }

    void handler_throws_500()
    {
        EchoServer server({}, [](const Request &, const Responder &) { throw std::runtime_error("defect"); });
        RawSocket client(server.port());
        QVERIFY(client.send(server.get("/")));
        QCOMPARE(RawSocket::statusOf(client.readAnswer()), 500);
    }

    void answer_thatCouldSplit_500_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("line feed in a value") << 200 << QByteArray("X-A") << QByteArray("b\r\n\r\nHTTP/1.1 200 OK");
        QTest::newRow("bad name") << 200 << QByteArray("X A") << QByteArray("b");
        QTest::newRow("interim status") << 100 << QByteArray("X-A") << QByteArray("b");
        QTest::newRow("no status") << 0 << QByteArray("X-A") << QByteArray("b");
    }
    void answer_thatCouldSplit_500()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        EchoServer server({}, [&](const Request &, const Responder &responder) {
            responder.answer(Response{status, {{name, value}}, "x"});
        });
        RawSocket client(server.port());
        QVERIFY(client.send(server.get("/")));
        QCOMPARE(RawSocket::statusOf(client.readAnswer()), 500);
    }

    void answer_ownFramingFields_leftOut()
    {
        EchoServer server({}, [](const Request &, const Responder &responder) {
            responder.answer(Response{200, {{"content-length", "1"}, {"Transfer-Encoding", "chunked"}}, "abc"});
        });
        RawSocket client(server.port());
        QVERIFY(client.send(server.get("/")));
        const QByteArray answer = client.readAnswer();
        QVERIFY(answer.contains("Content-Length: 3\r\n"));
        QVERIFY(!answer.contains("content-length: 1"));
        QVERIFY(!answer.contains("chunked"));
    }

    void answer_lost_connectionCloses()
    {
        EchoServer server({}, [](const Request &, const Responder &responder) { responder.answer(Response::lost()); });
        RawSocket client(server.port());
        QVERIFY(client.send(server.get("/")));
        QCOMPARE(client.readAll(), QByteArray());
        QVERIFY(client.closed());
        QTRY_COMPARE(server.server.connections(), 0);
    }

    void clientGone_whileHeld_told_data()
    {
        QTest::addColumn<bool>("reset");
        QTest::newRow("closed") << false;
        QTest::newRow("reset") << true;
    }
    void clientGone_whileHeld_told()
    {
        QFETCH(bool, reset);
        Held held;
        EchoServer server({}, held.handler());
        RawSocket client(server.port());
        QVERIFY(client.send(server.get("/a")));
        QTRY_VERIFY(held.has("/a"));
        const Responder responder = held.take("/a");
        std::atomic<int> told = 0;
        responder.onClientGone([&] { ++told; });
        QVERIFY(!responder.clientGone());
        if (reset)
            client.reset();
        else
            client.close();
        QTRY_COMPARE(told.load(), 1);
        QVERIFY(responder.clientGone());
        responder.answer(Response{}); // harmless
        QTRY_COMPARE(server.server.connections(), 0);
        QCOMPARE(told.load(), 1);
    }

    void clientGone_halfClosed_answerStillSent()
    {
        Held held;
        EchoServer server({}, held.handler());
        RawSocket client(server.port());
        QVERIFY(client.send(server.get("/a")));
        QTRY_VERIFY(held.has("/a"));
        const Responder responder = held.take("/a");
        std::atomic<bool> told = false;
        responder.onClientGone([&] { told = true; });
        client.endSending();
        QTRY_VERIFY(told.load());
        responder.answer(Response::text(200, "still here"));
        QVERIFY(client.readAnswer().endsWith("still here"));
    }

    void clientGone_answeredBefore_notTold()
    {
        Held held;
        EchoServer server({}, held.handler());
        RawSocket client(server.port());
        QVERIFY(client.send(server.get("/a")));
        QTRY_VERIFY(held.has("/a"));
        std::atomic<bool> told = false;
        {
            const Responder responder = held.take("/a");
            responder.onClientGone([&] { told = true; });
            responder.answer(Response::text(200, "x"));
        }
        QCOMPARE(RawSocket::statusOf(client.readAnswer()), 200);
        QVERIFY(client.send(server.get("/b"))); // reading goes on after the watch
        QTRY_VERIFY(held.has("/b"));
        held.take("/b").answer(Response::text(200, "y"));
        QCOMPARE(RawSocket::statusOf(client.readAnswer()), 200);
        client.close();
        QTRY_COMPARE(server.server.connections(), 0);
        QVERIFY(!told.load());
    }

    void stop_runningRequest_finishes()
    {
        Held held;
        EchoServer server({}, held.handler());
        RawSocket running(server.port());
        RawSocket idle(server.port());
        RawSocket halfway(server.port());
        QVERIFY(running.send(server.get("/a") + server.get("/never")));
        QVERIFY(halfway.send("GET /half HTTP/1.1\r\n"));
        QTRY_VERIFY(held.has("/a"));
        QTRY_COMPARE(server.server.connections(), 3);
        const quint16 port = server.port();
        std::thread stopper([&] { server.server.stop(60 * base::kSecond); });
        // These two are closed at once, the running one is not.
        QCOMPARE(idle.readAll(), QByteArray());
        QVERIFY(idle.closed());
        QCOMPARE(halfway.readAll(), QByteArray());
        QVERIFY(halfway.closed());
        QVERIFY(!RawSocket(port).connected());
        held.take("/a").answer(Response::text(200, "done"));
        const QByteArray answer = running.readAll();
        QVERIFY(answer.contains("Connection: close\r\n"));
        QVERIFY(answer.endsWith("done"));
        running.close();
        stopper.join();
        QVERIFY(!server.seen().contains("GET /never"));
    }

    void stop_graceOver_cutAndLaterAnswerDropped()
    {
        Held held;
        EchoServer server({}, held.handler());
        RawSocket client(server.port());
        QVERIFY(client.send(server.get("/a")));
        QTRY_VERIFY(held.has("/a"));
        const Responder responder = held.take("/a");
        responder.onClientGone([] {});
        server.server.stop(10 * base::kMillisecond);
        QCOMPARE(client.readAll(), QByteArray());
        QVERIFY(client.closed());
        QVERIFY(responder.answered());
        responder.answer(Response::text(200, "too late"));
        responder.onClientGone([] {});
    }
};

QTEST_APPLESS_MAIN(TestResponder)
#include "tst_responder.moc"
