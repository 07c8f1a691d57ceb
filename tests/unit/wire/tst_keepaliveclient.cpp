#include "echoserver.h"
#include "scriptedowner.h"
#include "wire/keepaliveclient.h"

#include <QTest>

using namespace obstat;
using base::ErrorCode;
using wire::KeepAliveClient;
using Peer = ScriptedOwner::Peer;

class TestKeepAliveClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void send_manyRequests_oneConnection()
    {
        EchoServer server;
        KeepAliveClient client("127.0.0.1", server.port());
        QVERIFY(!client.connected());
        for (int i = 0; i < 20; ++i) {
            const QByteArray body(i * 20'000 / 20 * 16, 'x');
            const auto answer = client.send("POST", "/a", {}, body);
            QVERIFY(answer.has_value());
            QCOMPARE(answer->body, QByteArray("POST /a\n" + body));
            QCOMPARE(server.server.connections(), 1);
        }
        QVERIFY(client.connected());
    }

    void send_serverRestartedOnTheSamePort_connectsAgain_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::newRow("get") << QByteArray("GET");
        QTest::newRow("post, seen before anything is written") << QByteArray("POST");
    }
    void send_serverRestartedOnTheSamePort_connectsAgain()
    {
        QFETCH(QByteArray, method);
        EchoServer server;
        KeepAliveClient client("127.0.0.1", server.port());
        QVERIFY(client.send("GET", "/").has_value());
        wire::ServerConfig config;
        config.port = server.port();
        server.server.stop();
        EchoServer again(config);
        QVERIFY(again.started);
        const auto answer = client.send(method, "/b");
        QVERIFY(answer.has_value());
        QCOMPARE(again.seen().size(), 1);
    }

    /// The kept connection dies exactly when the second request was read.
    void send_keptConnectionDies_onlySafeRequestsAgain_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<bool>("again");
        QTest::newRow("get") << QByteArray("GET") << true;
        QTest::newRow("head") << QByteArray("HEAD") << true;
        QTest::newRow("post") << QByteArray("POST") << false;
        QTest::newRow("put") << QByteArray("PUT") << false;
    }
    void send_keptConnectionDies_onlySafeRequestsAgain()
    {
        QFETCH(QByteArray, method);
        QFETCH(bool, again);
        // Answers the first request of a connection and leaves at the second.
        ScriptedOwner owner([](const Peer &peer) {
            peer.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            peer.readOneByte();
        });
        KeepAliveClient client("127.0.0.1", owner.port());
        QVERIFY(client.send("GET", "/first").has_value());
        const auto answer = client.send(method, "/second");
        QCOMPARE(answer.has_value(), again);
        if (!again)
            QCOMPARE(answer.error().code, ErrorCode::Io);
        QCOMPARE(owner.connections(), again ? 2 : 1);
    }

    void send_freshConnectionDies_ioAndNoRepeat()
    {
        ScriptedOwner owner([](const Peer &) {});
        KeepAliveClient client("127.0.0.1", owner.port());
        const auto answer = client.send("GET", "/");
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::Io);
        QCOMPARE(owner.requests(), 1);
    }

    void send_serverSaysClose_nextOnFreshConnection()
    {
        ScriptedOwner owner([](const Peer &peer) {
            peer.say("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
            peer.waitForClose();
        });
        KeepAliveClient client("127.0.0.1", owner.port());
        QVERIFY(client.send("POST", "/").has_value());
        QVERIFY(!client.connected());
        QVERIFY(client.send("POST", "/").has_value());
        QCOMPARE(owner.requests(), 2);
    }

    void send_noServer_unavailable()
    {
        quint16 port = 0;
        {
            EchoServer server;
            port = server.port();
        }
        KeepAliveClient client("127.0.0.1", port);
        const auto answer = client.send("GET", "/");
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::Unavailable);
    }

    void send_silence_timeoutAndConnectionGivenUp()
    {
        ScriptedOwner owner([](const Peer &peer) { peer.waitForClose(); });
        KeepAliveClient client("127.0.0.1", owner.port());
        const auto answer = client.send("GET", "/", {}, {}, 50 * base::kMillisecond);
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::Timeout);
        QVERIFY(!client.connected());
        QCOMPARE(owner.requests(), 1);
    }

    void send_badAnswers_error_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<ErrorCode>("code");
        QTest::newRow("garbage") << QByteArray("hello\r\n\r\n") << ErrorCode::Malformed;
        QTest::newRow("too large") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n")
                                   << ErrorCode::TooLarge;
        QTest::newRow("cut short") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab") << ErrorCode::Io;
    }
    void send_badAnswers_error()
    {
        QFETCH(QByteArray, said);
        ScriptedOwner owner([&](const Peer &peer) { peer.say(said); });
        KeepAliveClient client("127.0.0.1", owner.port());
        client.setMaxResponseBytes(10);
        const auto answer = client.send("GET", "/");
        QVERIFY(!answer);
        QTEST(answer.error().code, "code");
        QVERIFY(!client.connected());
    }

    void send_badHeader_usage()
    {
        EchoServer server;
        KeepAliveClient client("127.0.0.1", server.port());
        QCOMPARE(client.send("GET", "/", {{"X", "a\r\nb"}}).error().code, ErrorCode::Usage);
        QCOMPARE(client.send("GET", "x").error().code, ErrorCode::Usage);
        QCOMPARE(server.seen(), QByteArrayList());
    }

    void move_connected_goesAlong()
    {
        EchoServer server;
        KeepAliveClient first("127.0.0.1", server.port());
        QVERIFY(first.send("GET", "/").has_value());
        KeepAliveClient second = std::move(first);
        QVERIFY(second.connected());
        QVERIFY(second.send("GET", "/").has_value());
        QCOMPARE(server.server.connections(), 1);
    }
};

QTEST_APPLESS_MAIN(TestKeepAliveClient)
#include "tst_keepaliveclient.moc"
