#include "console/client/httpdecisionclient.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::DecisionAnswer;
using console::HttpDecisionClient;

/// The way of a decision to an instance, and what its answers mean.
class TestHttpDecisionClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answer_read_data();
    void answer_read();
    void answer_toComeBackLater_isBusy();
    void answer_ofAnotherProgram_isUnavailable();
    void send_postsTheEnvelope();
    void send_toNobody_isUnavailable();
};

void TestHttpDecisionClient::answer_read_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("outcome");
    using Outcome = DecisionAnswer::Outcome;
    QTest::newRow("admitted") << 200 << QByteArray(R"({"outcome":"admitted","code":"admitted","message":""})")
                              << static_cast<int>(Outcome::Admitted);
    QTest::newRow("lost") << 409 << QByteArray(R"({"outcome":"lost","code":"lost","message":"c.osei rejected it"})")
                          << static_cast<int>(Outcome::Lost);
    QTest::newRow("expired") << 410 << QByteArray(R"({"outcome":"expired","code":"expired"})")
                             << static_cast<int>(Outcome::Expired);
    QTest::newRow("refused") << 403 << QByteArray(R"({"outcome":"refused","code":"clock"})")
                             << static_cast<int>(Outcome::Refused);
    QTest::newRow("a problem that will not go away")
        << 400 << QByteArray(R"({"type":"urn:obstat:problem:malformed","code":"malformed","detail":"no body"})")
        << static_cast<int>(Outcome::Refused);
}

void TestHttpDecisionClient::answer_read()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(int, outcome);
    const auto answer = HttpDecisionClient::read(status, body);
    QVERIFY(answer);
    QCOMPARE(static_cast<int>(answer->outcome), outcome);
}

void TestHttpDecisionClient::answer_toComeBackLater_isBusy()
{
    for (const int status : {429, 500, 503}) {
        const auto answer = HttpDecisionClient::read(status, R"({"code":"busy","detail":"later"})");
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, base::ErrorCode::Busy);
    }
}

void TestHttpDecisionClient::answer_ofAnotherProgram_isUnavailable()
{
    const auto answer = HttpDecisionClient::read(404, "<html>not found</html>");
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, base::ErrorCode::Unavailable);
}

void TestHttpDecisionClient::send_postsTheEnvelope()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    QByteArray request;
    connect(&server, &QTcpServer::newConnection, this, [&] {
        QTcpSocket *socket = server.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, this, [&request, socket] {
            request += socket->readAll();
            if (!request.contains("sent_at"))
                return;
            const QByteArray body = R"({"outcome":"admitted","code":"admitted"})";
            socket->write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " +
                          QByteArray::number(body.size()) + "\r\n\r\n" + body);
        });
    });
    HttpDecisionClient client;
    const auto answer =
        client.send(u"127.0.0.1:%1"_s.arg(server.serverPort()), approval::DecisionEnvelope{"{}", "signature", 5});
    QTRY_VERIFY(answer.isFinished());
    QVERIFY(answer.result());
    QVERIFY(request.startsWith("POST /v1/decisions HTTP/1.1\r\n"));
    QVERIFY(request.contains("Content-Type: application/json\r\n"));
}

void TestHttpDecisionClient::send_toNobody_isUnavailable()
{
    QTcpServer server; // a port where nobody listens any more
    QVERIFY(server.listen(QHostAddress::LocalHost));
    const quint16 port = server.serverPort();
    server.close();
    HttpDecisionClient client;
    const auto answer = client.send(u"127.0.0.1:%1"_s.arg(port), {});
    QTRY_VERIFY(answer.isFinished());
    QVERIFY(!answer.result());
    QCOMPARE(answer.result().error().code, base::ErrorCode::Unavailable);
    const auto none = client.send({}, {});
    QVERIFY(!none.result());
}

QTEST_GUILESS_MAIN(TestHttpDecisionClient)
#include "tst_httpdecisionclient.moc"
