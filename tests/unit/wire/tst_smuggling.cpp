#include "echoserver.h"
#include "rawsocket.h"

#include <QTest>

using obstat::wire::ServerConfig;

/// Contract 8.2: what two parsers could read differently is refused, and what comes behind it is never handled.
class TestSmuggling : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void request_ambiguous_refusedAndClosed_data()
    {
        QTest::addColumn<QByteArray>("request"); // HOST stands for a good Host field
        QTest::addColumn<int>("status");
        framingRows();
        chunkRows();
        lineRows();
        requestLineRows();
    }
    void request_ambiguous_refusedAndClosed()
    {
        QFETCH(QByteArray, request);
        QFETCH(int, status);
        EchoServer server;
        QVERIFY(server.started);
        RawSocket client(server.port());
        request.replace("HOST\r\n", server.host());
        QVERIFY(client.send(request + server.get("/smuggled")));
        const QByteArray answer = client.readAll();
        QCOMPARE(RawSocket::statusOf(answer), status);
        QCOMPARE(answer.count("HTTP/1.1 "), 1);
        QVERIFY(answer.contains("Connection: close\r\n"));
        QVERIFY(client.closed());
        QCOMPARE(server.seen(), QByteArrayList());
    }

    /// The same refusals when every byte comes alone: no form may depend on how the network cut it.
    void request_ambiguousByteByByte_sameStatus_data() { request_ambiguous_refusedAndClosed_data(); }
    void request_ambiguousByteByByte_sameStatus()
    {
        QFETCH(QByteArray, request);
        QFETCH(int, status);
        EchoServer server;
        RawSocket client(server.port());
        request.replace("HOST\r\n", server.host());
        const QByteArray all = request + server.get("/smuggled");
        for (const char c : all)
            if (!client.send(QByteArray(1, c)))
                break;
        const QByteArray answer = client.readAll();
        // The server may have closed already while we still sent; then the kernel may have dropped its answer.
        if (!answer.isEmpty())
            QCOMPARE(RawSocket::statusOf(answer), status);
        QCOMPARE(server.seen(), QByteArrayList());
    }

    void request_goodForms_handled_data()
    {
        QTest::addColumn<QByteArray>("request");
        const auto row = [](const char *name, QByteArray request) { QTest::newRow(name) << request; };
        row("content length", "POST / HTTP/1.1\r\nHOST\r\nContent-Length: 5\r\n\r\nhello");
        row("zero padded length", "POST / HTTP/1.1\r\nHOST\r\nContent-Length: 005\r\n\r\nhello");
        row("chunked", "POST / HTTP/1.1\r\nHOST\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n");
        row("chunked in capitals",
            "POST / HTTP/1.1\r\nHOST\r\nTransfer-Encoding: CHUNKED\r\n\r\n5\r\nhello\r\n0\r\n\r\n");
        row("tab before a value", "POST / HTTP/1.1\r\nHOST\r\nContent-Length:\t5 \r\n\r\nhello");
        row("no space before a value", "POST / HTTP/1.1\r\nHOST\r\nContent-Length:5\r\n\r\nhello");
    }
    void request_goodForms_handled()
    {
        QFETCH(QByteArray, request);
        EchoServer server;
        RawSocket client(server.port());
        request.replace("HOST\r\n", server.host());
        QVERIFY(client.send(request + server.get("/next")));
        const QByteArray first = client.readAnswer();
        QCOMPARE(RawSocket::statusOf(first), 200);
        QVERIFY(first.endsWith("hello"));
        QVERIFY(client.readAnswer().endsWith("GET /next\n"));
    }

private:
    /// A literal with its NULs.
    template <std::size_t size>
    static QByteArray bytes(const char (&text)[size])
    {
        return QByteArray(text, size - 1);
    }
    static void row(const char *name, const QByteArray &request, int status = 400)
    {
        QTest::newRow(name) << request << status;
    }
    static void fieldsRow(const char *name, const QByteArray &fields, int status = 400)
    {
        row(name, "POST / HTTP/1.1\r\nHOST\r\n" + fields + "\r\n\r\n5\r\nhello\r\n0\r\n\r\n", status);
    }
    static void chunkRow(const char *name, const QByteArray &body)
    {
        row(name, "POST / HTTP/1.1\r\nHOST\r\nTransfer-Encoding: chunked\r\n\r\n" + body);
    }

    static void framingRows()
    {
        fieldsRow("length and chunked", "Content-Length: 5\r\nTransfer-Encoding: chunked");
        fieldsRow("chunked and length", "Transfer-Encoding: chunked\r\nContent-Length: 5");
        fieldsRow("same length twice", "Content-Length: 5\r\nContent-Length: 5");
        fieldsRow("two lengths", "Content-Length: 5\r\nContent-Length: 6");
        fieldsRow("length in another case twice", "Content-Length: 5\r\ncontent-length: 0");
        fieldsRow("list of lengths", "Content-Length: 5, 5");
        fieldsRow("list of two lengths", "Content-Length: 5, 6");
        fieldsRow("length with plus", "Content-Length: +5");
        fieldsRow("length with minus", "Content-Length: -5");
        fieldsRow("length in hex", "Content-Length: 0x5");
        fieldsRow("length with space inside", "Content-Length: 5 5");
        fieldsRow("length with a letter", "Content-Length: 5a");
        fieldsRow("length empty", "Content-Length: ");
        fieldsRow("length with fraction", "Content-Length: 5.0");
        fieldsRow("length beyond 64 bits", "Content-Length: 99999999999999999999");
        fieldsRow("length that wraps to five", "Content-Length: 18446744073709551621");
        fieldsRow("chunked twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked");
        fieldsRow("chunked and identity fields", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity");
        fieldsRow("chunked then identity", "Transfer-Encoding: chunked, identity", 501);
        fieldsRow("gzip then chunked", "Transfer-Encoding: gzip, chunked", 501);
        fieldsRow("not quite chunked", "Transfer-Encoding: xchunked", 501);
        fieldsRow("quoted chunked", "Transfer-Encoding: \"chunked\"", 501);
        fieldsRow("encoding empty", "Transfer-Encoding:", 501);
        fieldsRow("vertical tab before chunked", "Transfer-Encoding: \x0b"
                                                 "chunked");
        fieldsRow("nul after chunked", bytes("Transfer-Encoding: chunked\0"));
        fieldsRow("space before the colon", "Transfer-Encoding : chunked");
        fieldsRow("tab before the colon", "Content-Length\t: 5");
        fieldsRow("folded encoding", "Transfer-Encoding:\r\n chunked");
        row("chunked in HTTP/1.0",
            "POST / HTTP/1.0\r\nHOST\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n");
    }

    static void chunkRows()
    {
        chunkRow("chunk size with hex prefix", "0x5\r\nhello\r\n0\r\n\r\n");
        chunkRow("chunk size negative", "-5\r\nhello\r\n0\r\n\r\n");
        chunkRow("chunk size with spaces", "5 \r\nhello\r\n0\r\n\r\n");
        chunkRow("chunk size that wraps", "10000000000000005\r\nhello\r\n0\r\n\r\n");
        chunkRow("chunk extension", "5;x=y\r\nhello\r\n0\r\n\r\n");
        chunkRow("chunk extension with line feed", "5;\nxx\r\nhello\r\n0\r\n\r\n");
        chunkRow("chunk with bare line feeds", "5\nhello\n0\n\n");
        chunkRow("chunk longer than its size", "5\r\nhelloXX\r\n0\r\n\r\n");
        chunkRow("chunk without its end", "5\r\nhello0\r\n\r\n");
        chunkRow("trailer with a length", "5\r\nhello\r\n0\r\nContent-Length: 5\r\n\r\n");
        chunkRow("trailer with a host", "0\r\nHost: evil\r\n\r\n");
    }

    static void lineRows()
    {
        row("bare line feeds", "GET / HTTP/1.1\nHost: localhost\n\n");
        row("one bare line feed", "GET / HTTP/1.1\r\nHOST\r\nX: y\nZ: z\r\n\r\n");
        row("bare return in a value", "GET / HTTP/1.1\r\nHOST\r\nX: y\rZ: z\r\n\r\n");
        row("nul in a value", bytes("GET / HTTP/1.1\r\nHOST\r\nX: y\0z\r\n\r\n"));
        row("folded value", "GET / HTTP/1.1\r\nHOST\r\nX: y\r\n z\r\n\r\n");
        row("folded with a tab", "GET / HTTP/1.1\r\nHOST\r\nX: y\r\n\tContent-Length: 5\r\n\r\n");
        row("first field indented", "GET / HTTP/1.1\r\n HOST\r\n\r\n");
        row("field without colon", "GET / HTTP/1.1\r\nHOST\r\nX\r\n\r\n");
        row("field without name", "GET / HTTP/1.1\r\nHOST\r\n: y\r\n\r\n");
        row("space in a field name", "GET / HTTP/1.1\r\nHOST\r\nX Y: z\r\n\r\n");
        row("brackets in a field name", "GET / HTTP/1.1\r\nHOST\r\nX[0]: z\r\n\r\n");
        row("non-ASCII field name", "GET / HTTP/1.1\r\nHOST\r\n\xc3\xa4: z\r\n\r\n");
    }

    static void requestLineRows()
    {
        row("empty line first", "\r\nGET / HTTP/1.1\r\nHOST\r\n\r\n");
        row("HTTP/0.9", "GET /\r\nHOST\r\n\r\n");
        row("HTTP/2.0", "GET / HTTP/2.0\r\nHOST\r\n\r\n", 505);
        row("HTTP/1.2", "GET / HTTP/1.2\r\nHOST\r\n\r\n", 505);
        row("version without a digit", "GET / HTTP/x.1\r\nHOST\r\n\r\n");
        row("lower case http", "GET / http/1.1\r\nHOST\r\n\r\n");
        row("two spaces", "GET  / HTTP/1.1\r\nHOST\r\n\r\n");
        row("tab instead of space", "GET\t/ HTTP/1.1\r\nHOST\r\n\r\n");
        row("space at the end of the line", "GET / HTTP/1.1 \r\nHOST\r\n\r\n");
        row("space in the target", "GET /a b HTTP/1.1\r\nHOST\r\n\r\n");
        row("non-ASCII target", "GET /\xc3\xa4 HTTP/1.1\r\nHOST\r\n\r\n");
        row("fragment in the target", "GET /a#b HTTP/1.1\r\nHOST\r\n\r\n");
        row("bad escape in the target", "GET /%zz HTTP/1.1\r\nHOST\r\n\r\n");
        row("target without slash", "GET a HTTP/1.1\r\nHOST\r\n\r\n");
        row("connect", "CONNECT localhost:80 HTTP/1.1\r\nHOST\r\n\r\n");
        row("TLS hello", bytes("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"));
    }
};

QTEST_APPLESS_MAIN(TestSmuggling)
#include "tst_smuggling.moc"
