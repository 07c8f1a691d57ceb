#include "tlsowner.h"
#include "wire/client.h"

#include <QTest>

#include <csignal>
#include <future>

using namespace obstat;
using namespace obstat::tests;
using wire::Client;
using wire::Exchange;
using wire::Outcome;
using Kind = wire::Outcome::Kind;

namespace {

const QByteArray kDone = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
const QByteArray kUntilClose = "HTTP/1.1 200 OK\r\n\r\n{\"id\":\"a-1\"";

} // namespace

/// Contract 7.1, 7.3 at https: what is not sent to the owner that its certificate proves is not sent at all.
class TestTlsClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { std::signal(SIGPIPE, SIG_IGN); } // the owner may write to a closed connection
    void owner_trusted_answers();
    void owner_untrusted_isNotSentAByte_data();
    void owner_untrusted_isNotSentAByte();
    void owner_closing_isNoProofOfAbsence_data();
    void owner_closing_isNoProofOfAbsence();

private:
    static Outcome send(quint16 port, const QByteArray &host, const QString &authorities)
    {
        std::promise<Outcome> told;
        Client client;
        Exchange exchange;
        exchange.url.tls = true;
        exchange.url.host = host;
        exchange.url.port = port;
        exchange.url.target = "/v1/pay";
        exchange.body = "{}";
        exchange.timeout = 20 * base::kSecond;
        exchange.caFile = authorities;
        client.exchange(exchange, [&told](const Outcome &outcome) { told.set_value(outcome); });
        return told.get_future().get();
    }

    TempFolder m_folder;
};

void TestTlsClient::owner_trusted_answers()
{
    const Certificate authority("ours", {}, nullptr);
    authority.save(m_folder.path(QStringLiteral("ours.pem")));
    TlsOwner owner(Certificate("bank", "IP:127.0.0.1,DNS:localhost", &authority), kDone);
    for (const char *host : {"127.0.0.1", "localhost"}) {
        const Outcome outcome = send(owner.port(), host, m_folder.path(QStringLiteral("ours.pem")));
        QVERIFY2(outcome.kind == Kind::Answered, qPrintable(outcome.detail));
        QCOMPARE(outcome.status, 200);
        QCOMPARE(outcome.body, QByteArray("{}"));
    }
    QCOMPARE(owner.requests(), 2);
}

void TestTlsClient::owner_untrusted_isNotSentAByte_data()
{
    QTest::addColumn<QByteArray>("names");
    QTest::addColumn<QString>("trusted");
    QTest::addColumn<int>("newest");
    QTest::newRow("another authority") << QByteArray("IP:127.0.0.1") << QStringLiteral("theirs.pem") << 0;
    QTest::newRow("the system's authorities") << QByteArray("IP:127.0.0.1") << QString() << 0;
    QTest::newRow("another name") << QByteArray("DNS:other.example") << QStringLiteral("ours.pem") << 0;
    QTest::newRow("another address") << QByteArray("IP:127.0.0.2") << QStringLiteral("ours.pem") << 0;
    QTest::newRow("a name only by its subject") << QByteArray() << QStringLiteral("ours.pem") << 0;
    QTest::newRow("no such file") << QByteArray("IP:127.0.0.1") << QStringLiteral("none.pem") << 0;
    QTest::newRow("a file that holds none") << QByteArray("IP:127.0.0.1") << QStringLiteral("empty.pem") << 0;
    QTest::newRow("TLS 1.1") << QByteArray("IP:127.0.0.1") << QStringLiteral("ours.pem") << TLS1_1_VERSION;
}

void TestTlsClient::owner_untrusted_isNotSentAByte()
{
    QFETCH(const QByteArray, names);
    QFETCH(const QString, trusted);
    QFETCH(const int, newest);
    const Certificate authority("ours", {}, nullptr);
    authority.save(m_folder.path(QStringLiteral("ours.pem")));
    Certificate("theirs", {}, nullptr).save(m_folder.path(QStringLiteral("theirs.pem")));
    QFile empty(m_folder.path(QStringLiteral("empty.pem")));
    QVERIFY(empty.open(QIODevice::WriteOnly));
    empty.close();
    TlsOwner owner(Certificate("127.0.0.1", names, &authority), kDone, TlsOwner::Close::Properly, newest);
    const Outcome outcome = send(owner.port(), "127.0.0.1", trusted.isEmpty() ? QString() : m_folder.path(trusted));
    QCOMPARE(outcome.kind, Kind::NotSent);
    QVERIFY(!outcome.sent);
    QVERIFY(!outcome.detail.isEmpty());
    QCOMPARE(owner.requests(), 0);
}

void TestTlsClient::owner_closing_isNoProofOfAbsence_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<bool>("properly");
    QTest::newRow("without an answer") << QByteArray() << true;
    QTest::newRow("without an answer, cut") << QByteArray() << false;
    QTest::newRow("in the middle of an answer, cut") << kUntilClose << false; // it may have been longer
}

void TestTlsClient::owner_closing_isNoProofOfAbsence()
{
    QFETCH(const QByteArray, answer);
    QFETCH(const bool, properly);
    const Certificate authority("ours", {}, nullptr);
    authority.save(m_folder.path(QStringLiteral("ours.pem")));
    TlsOwner owner(Certificate("bank", "IP:127.0.0.1", &authority), answer,
                   properly ? TlsOwner::Close::Properly : TlsOwner::Close::Abruptly);
    const Outcome outcome = send(owner.port(), "127.0.0.1", m_folder.path(QStringLiteral("ours.pem")));
    QVERIFY2(outcome.kind == Kind::Closed || outcome.kind == Kind::Reset || outcome.kind == Kind::Unreadable,
             qPrintable(wire::kindText(outcome.kind)));
    QVERIFY(outcome.sent);
    QCOMPARE(owner.requests(), 1);
}

QTEST_GUILESS_MAIN(TestTlsClient)
#include "tst_tlsclient.moc"
