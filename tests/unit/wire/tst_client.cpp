#include "scriptedowner.h"
#include "wire/boottime.h"
#include "wire/client.h"

#include <QElapsedTimer>
#include <QTest>

using namespace obstat;
using wire::Client;
using wire::Exchange;
using wire::Outcome;
using Kind = wire::Outcome::Kind;
using Peer = ScriptedOwner::Peer;

/// What the client said about one exchange.
class Told
{
public:
    Client::Callback callback()
    {
        return [this](const Outcome &outcome) {
            const std::lock_guard lock(m_mutex);
            m_outcomes.append(outcome);
        };
    }
    QList<Outcome> all() const
    {
        const std::lock_guard lock(m_mutex);
        return m_outcomes;
    }
    bool ended() const
    {
        const QList<Outcome> outcomes = all();
        return !outcomes.isEmpty() && outcomes.last().final();
    }

private:
    mutable std::mutex m_mutex;
    QList<Outcome> m_outcomes;
};

/// Contract 7.1 and 7.2: one attempt is one request on the wire, and what is known about it is said exactly.
class TestClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void exchange_answered_everythingOnce()
    {
        ScriptedOwner owner([](const Peer &peer) {
            peer.say("HTTP/1.1 201 Created\r\nContent-Length: 2\r\nX-Ref: inv_91\r\n\r\n{}");
            peer.waitForClose();
        });
        Told told;
        Client client;
        Exchange exchange = to(owner);
        exchange.headers = {{"Idempotency-Key", "abc"}, {"Content-Type", "application/json"}};
        exchange.body = "{\"a\":1}";
        client.exchange(exchange, told.callback());
        QTRY_VERIFY(told.ended());
        QCOMPARE(told.all().size(), 1);
        const Outcome outcome = told.all().first();
        QCOMPARE(outcome.kind, Kind::Answered);
        QCOMPARE(outcome.status, 201);
        QCOMPARE(outcome.headers.value("x-ref"), QByteArray("inv_91"));
        QCOMPARE(outcome.body, QByteArray("{}"));
        QVERIFY(outcome.sent);
        QVERIFY(!outcome.late);
        QVERIFY(outcome.duration > 0);
        QCOMPARE(owner.lastRequest(),
                 "POST /v1/pay?x=1 HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(owner.port()) +
                     "\r\nIdempotency-Key: abc\r\nContent-Type: application/json\r\n"
                     "Content-Length: 7\r\nConnection: close\r\n\r\n{\"a\":1}");
    }

    void exchange_many_eachItsOwnConnection()
    {
        ScriptedOwner owner([](const Peer &peer) { peer.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"); });
        Told told;
        Client client;
        for (int i = 0; i < 40; ++i)
            client.exchange(to(owner), told.callback());
        QTRY_COMPARE(told.all().size(), 40);
        for (const Outcome &outcome : told.all())
            QCOMPARE(outcome.kind, Kind::Answered);
        QCOMPARE(owner.connections(), 40);
        QCOMPARE(owner.requests(), 40);
    }

    /// The measured defect of other libraries (C2): the request is read, the connection goes, they send it again.
    void exchange_ownerGoesWithoutAnswer_exactlyOneRequest_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<bool>("reset");
        QTest::addColumn<Kind>("kind");
        QTest::newRow("closes") << QByteArray() << false << Kind::Closed;
        QTest::newRow("resets") << QByteArray() << true << Kind::Reset;
        QTest::newRow("closes inside the header")
            << QByteArray("HTTP/1.1 200 OK\r\nContent-Le") << false << Kind::Unreadable;
        QTest::newRow("closes inside the body")
            << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc") << false << Kind::Unreadable;
        QTest::newRow("closes inside a chunk")
            << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc") << false << Kind::Unreadable;
        QTest::newRow("only an interim answer")
            << QByteArray("HTTP/1.1 100 Continue\r\n\r\n") << false << Kind::Unreadable;
    }
    void exchange_ownerGoesWithoutAnswer_exactlyOneRequest()
    {
        QFETCH(QByteArray, said);
        QFETCH(bool, reset);
        QFETCH(Kind, kind);
        ScriptedOwner owner([&](const Peer &peer) {
            peer.say(said);
            if (reset)
                peer.reset();
        });
        Told told;
        {
            Client client;
            client.exchange(to(owner), told.callback());
            QTRY_VERIFY(told.ended());
            client.exchange(to(owner), told.callback());
            QTRY_COMPARE(told.all().size(), 2);
        }
        QCOMPARE(told.all().first().kind, kind);
        QVERIFY(told.all().first().sent);
        QVERIFY(!told.all().first().detail.isEmpty());
        QCOMPARE(owner.requests(), 2); // two exchanges, two requests
        QCOMPARE(owner.connections(), 2);
    }

    void exchange_notReachable_notSent_data()
    {
        QTest::addColumn<QByteArray>("host");
        QTest::newRow("connection refused") << QByteArray("127.0.0.1");
        QTest::newRow("name does not resolve") << QByteArray("no-such-owner.invalid");
    }
    void exchange_notReachable_notSent()
    {
        QFETCH(QByteArray, host);
        Told told;
        Client client;
        Exchange exchange;
        exchange.url.host = host;
        exchange.url.port = closedPort();
        client.exchange(exchange, told.callback());
        QTRY_VERIFY_WITH_TIMEOUT(told.ended(), 60'000);
        QCOMPARE(told.all().size(), 1);
        QCOMPARE(told.all().first().kind, Kind::NotSent);
        QVERIFY(!told.all().first().sent);
        QVERIFY(!told.all().first().detail.isEmpty());
    }

    /// A listener whose queue is full takes no connection: the time limit ends the attempt, and nothing was sent.
    void exchange_connectHangs_notSentAtTheTimeout()
    {
        const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const quint16 port = bindAny(listener);
        ::listen(listener, 0);
        std::vector<int> fillers;
        for (int i = 0; i < 8; ++i) {
            fillers.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
            sockaddr_in where = loopback(port);
            ::connect(fillers.back(), reinterpret_cast<const sockaddr *>(&where), sizeof where);
        }
        Told told;
        Client client;
        Exchange exchange;
        exchange.url.host = "127.0.0.1";
        exchange.url.port = port;
        exchange.timeout = 100 * base::kMillisecond;
        client.exchange(exchange, told.callback());
        QTRY_VERIFY(told.ended());
        QCOMPARE(told.all().size(), 1);
        QCOMPARE(told.all().first().kind, Kind::NotSent);
        QVERIFY(told.all().first().duration >= exchange.timeout);
        for (const int filler : fillers)
            ::close(filler);
        ::close(listener);
    }

    void exchange_badRequest_notSent_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char *what, QByteArray method, QByteArray target, QByteArray name, QByteArray value) {
            QTest::newRow(what) << method << target << name << value;
        };
        row("method with a space", "PO ST", "/", "X", "y");
        row("target without slash", "POST", "x", "X", "y");
        row("target with a line feed", "POST", "/\n", "X", "y");
        row("value with a line feed", "POST", "/", "X", "y\r\nHost: z");
        row("own host", "POST", "/", "host", "z");
        row("own length", "POST", "/", "Content-Length", "1");
        row("own encoding", "POST", "/", "Transfer-Encoding", "chunked");
    }
    void exchange_badRequest_notSent()
    {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, target);
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        ScriptedOwner owner([](const Peer &) {});
        Told told;
        Client client;
        Exchange exchange = to(owner);
        exchange.method = method;
        exchange.url.target = target;
        exchange.headers.add(name, value);
        client.exchange(exchange, told.callback());
        QTRY_VERIFY(told.ended());
        QCOMPARE(told.all().first().kind, Kind::NotSent);
        QCOMPARE(owner.connections(), 0);
    }

    /// The process slept between recording the attempt and sending it.
    void exchange_olderThanItsTimeout_isNotSent()
    {
        ScriptedOwner owner([](const Peer &) {});
        Told told;
        Client client;
        Exchange exchange = to(owner);
        exchange.timeout = 5 * base::kSecond;
        exchange.bornAt = wire::bootTime() - 6 * base::kSecond;
        client.exchange(exchange, told.callback());
        QTRY_VERIFY(told.ended());
        QCOMPARE(told.all().first().kind, Kind::NotSent);
        QVERIFY(!told.all().first().sent);
        QCOMPARE(owner.requests(), 0);
    }

    /// §7.1: 31 s against a limit of 30 s is measured and settles it.
    void exchange_lateAnswer_timedOutThenAnsweredLate()
    {
        ScriptedOwner owner([](const Peer &peer) {
            peer.waitForRelease();
            peer.say("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlate");
            peer.waitForClose();
        });
        Told told;
        Client client;
        Exchange exchange = to(owner);
        exchange.timeout = 50 * base::kMillisecond;
        exchange.listenOn = 60 * base::kSecond;
        client.exchange(exchange, told.callback());
        QTRY_COMPARE(told.all().size(), 1);
        QCOMPARE(told.all().first().kind, Kind::TimedOut);
        QVERIFY(!told.all().first().final());
        QVERIFY(told.all().first().sent);
        QVERIFY(told.all().first().duration >= exchange.timeout);
        owner.release();
        QTRY_VERIFY(told.ended());
        QCOMPARE(told.all().size(), 2);
        const Outcome late = told.all().last();
        QCOMPARE(late.kind, Kind::Answered);
        QVERIFY(late.late);
        QCOMPARE(late.body, QByteArray("late"));
        QVERIFY(late.duration > told.all().first().duration);
        QCOMPARE(owner.requests(), 1);
    }

    void exchange_neverAnswered_timedOutThenGone_data()
    {
        QTest::addColumn<qint64>("listenOn");
        QTest::newRow("twice the timeout") << qint64(0);
        QTest::newRow("as told") << qint64(90 * base::kMillisecond);
        QTest::newRow("less than the timeout") << qint64(1);
    }
    void exchange_neverAnswered_timedOutThenGone()
    {
        QFETCH(qint64, listenOn);
        ScriptedOwner owner([](const Peer &peer) { peer.waitForClose(); });
        Told told;
        Client client;
        Exchange exchange = to(owner);
        exchange.timeout = 50 * base::kMillisecond;
        exchange.listenOn = listenOn;
        client.exchange(exchange, told.callback());
        QTRY_VERIFY(told.ended());
        QCOMPARE(told.all().size(), 2);
        QCOMPARE(told.all().first().kind, Kind::TimedOut);
        QCOMPARE(told.all().last().kind, Kind::Gone);
        QVERIFY(told.all().last().late);
        const qint64 end = listenOn == 0 ? 2 * exchange.timeout : std::max(listenOn, exchange.timeout);
        QVERIFY(told.all().last().duration >= end);
        QTRY_COMPARE(owner.requests(), 1);
    }

    void exchange_closedAfterTheTimeout_lateClosed()
    {
        ScriptedOwner owner([](const Peer &peer) { peer.waitForRelease(); });
        Told told;
        Client client;
        Exchange exchange = to(owner);
        exchange.timeout = 50 * base::kMillisecond;
        exchange.listenOn = 60 * base::kSecond;
        client.exchange(exchange, told.callback());
        QTRY_COMPARE(told.all().size(), 1);
        owner.release();
        QTRY_VERIFY(told.ended());
        QCOMPARE(told.all().last().kind, Kind::Closed);
        QVERIFY(told.all().last().late);
    }

    void exchange_answerForms_kind_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        const auto row = [](const char *name, QByteArray said, Kind kind, int status = 0, QByteArray body = {}) {
            QTest::newRow(name) << said << kind << status << body;
        };
        row("until the end", "HTTP/1.1 200 OK\r\n\r\nabc", Kind::Answered, 200, "abc");
        row("chunked with extension and trailer",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\nX: y\r\n\r\n", Kind::Answered,
            200, "abc");
        row("interim answers first",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nX: y\r\n\r\nHTTP/1.1 204 None\r\n\r\n", Kind::Answered,
            204);
        row("folded field", "HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 0\r\n\r\n", Kind::Answered, 200);
        row("HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx", Kind::Answered, 200, "x");
        row("server error", "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n", Kind::Answered, 503);
        row("garbage", "SSH-2.0-OpenSSH_9.2\r\n\r\n", Kind::Unreadable);
        row("binary garbage", QByteArray("\0\1\2\3\4\5\6\7", 8), Kind::Unreadable);
        row("bad status", "HTTP/1.1 abc OK\r\n\r\n", Kind::Unreadable);
        row("switching protocols", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n", Kind::Unreadable);
        row("length and chunked", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            Kind::Unreadable);
        row("two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", Kind::Unreadable);
        row("bad chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", Kind::Unreadable);
        row("announced too large", "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n", Kind::TooLarge);
        row("too large until the end", "HTTP/1.1 200 OK\r\n\r\n" + QByteArray(1001, 'x'), Kind::TooLarge);
        row("too large in chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3E9\r\n", Kind::TooLarge);
        row("header too large", "HTTP/1.1 200 OK\r\nX: " + QByteArray(70'000, 'x'), Kind::TooLarge);
    }
    void exchange_answerForms_kind()
    {
        QFETCH(QByteArray, said);
        QFETCH(Kind, kind);
        ScriptedOwner owner([&](const Peer &peer) { peer.say(said); });
        Told told;
        Client client;
        Exchange exchange = to(owner);
        exchange.maxResponseBytes = 1000;
        client.exchange(exchange, told.callback());
        QTRY_VERIFY(told.ended());
        QCOMPARE(told.all().size(), 1);
        QCOMPARE(told.all().first().kind, kind);
        QVERIFY(told.all().first().sent);
        QTEST(told.all().first().status, "status");
        QTEST(told.all().first().body, "body");
    }

    void exchange_redirect_notFollowed()
    {
        ScriptedOwner other([](const Peer &peer) { peer.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"); });
        ScriptedOwner owner([&](const Peer &peer) {
            peer.say("HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:" +
                     QByteArray::number(other.port()) + "/\r\nContent-Length: 0\r\n\r\n");
        });
        Told told;
        {
            Client client;
            client.exchange(to(owner), told.callback());
            QTRY_VERIFY(told.ended());
        }
        QCOMPARE(told.all().first().kind, Kind::Answered);
        QCOMPARE(told.all().first().status, 307);
        QCOMPARE(owner.requests(), 1);
        QCOMPARE(other.connections(), 0);
    }

    void exchange_head_noBodyAwaited()
    {
        ScriptedOwner owner([](const Peer &peer) {
            peer.say("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n");
            peer.waitForClose();
        });
        Told told;
        Client client;
        Exchange exchange = to(owner);
        exchange.method = "HEAD";
        client.exchange(exchange, told.callback());
        QTRY_VERIFY(told.ended());
        QCOMPARE(told.all().first().kind, Kind::Answered);
    }

    void exchange_ownerRefusesWhileWeSend_itsAnswer()
    {
        // The owner answers at once and does not read the rest of a large body.
        const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const quint16 port = bindAny(listener);
        ::listen(listener, 8);
        Told told;
        Client client;
        Exchange exchange;
        exchange.url.host = "127.0.0.1";
        exchange.url.port = port;
        exchange.body = QByteArray(100'000, 'x');
        client.exchange(exchange, told.callback());
        const int connection = ::accept(listener, nullptr, nullptr);
        const QByteArray answer = "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n";
        ::send(connection, answer.constData(), static_cast<std::size_t>(answer.size()), MSG_NOSIGNAL);
        QTRY_VERIFY(told.ended());
        QCOMPARE(told.all().first().kind, Kind::Answered);
        QCOMPARE(told.all().first().status, 413);
        ::close(connection);
        ::close(listener);
    }

    void stop_openExchange_stoppedOnce()
    {
        ScriptedOwner owner([](const Peer &peer) { peer.waitForClose(); });
        Told told;
        Client client;
        client.exchange(to(owner), told.callback());
        QTRY_COMPARE(owner.requests(), 1);
        client.stop();
        QCOMPARE(told.all().size(), 1);
        QCOMPARE(told.all().first().kind, Kind::Stopped);
        QVERIFY(told.all().first().sent);
        client.exchange(to(owner), told.callback());
        QCOMPARE(told.all().size(), 2);
        QCOMPARE(told.all().last().kind, Kind::NotSent);
        QCOMPARE(owner.requests(), 1);
    }

private:
    static sockaddr_in loopback(quint16 port)
    {
        sockaddr_in where{};
        where.sin_family = AF_INET;
        where.sin_port = htons(port);
        where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return where;
    }
    static quint16 bindAny(int listener)
    {
        sockaddr_in where = loopback(0);
        socklen_t size = sizeof where;
        ::bind(listener, reinterpret_cast<const sockaddr *>(&where), size);
        ::getsockname(listener, reinterpret_cast<sockaddr *>(&where), &size);
        return ntohs(where.sin_port);
    }
    /// Bound and never listened to: connecting is refused, and nobody else gets it meanwhile.
    quint16 closedPort()
    {
        static const int reserved = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        static const quint16 port = bindAny(reserved);
        return port;
    }
    static Exchange to(const ScriptedOwner &owner)
    {
        Exchange exchange;
        exchange.url.host = "127.0.0.1";
        exchange.url.port = owner.port();
        exchange.url.target = "/v1/pay?x=1";
        return exchange;
    }
};

QTEST_APPLESS_MAIN(TestClient)
#include "tst_client.moc"
