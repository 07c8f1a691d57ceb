#include "wire/url.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using wire::Url;

class TestUrl : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parse_wellFormed_parts_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("tls");
        QTest::addColumn<QByteArray>("host");
        QTest::addColumn<int>("port");
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<QByteArray>("authority");
        const auto row = [](const char *name, QByteArray text, bool tls, QByteArray host, int port, QByteArray target,
                            QByteArray authority) {
            QTest::newRow(name) << text << tls << host << port << target << authority;
        };
        row("host only", "http://owner", false, "owner", 80, "/", "owner");
        row("upper case scheme and host", "HTTP://Owner.Example/A", false, "owner.example", 80, "/A", "owner.example");
        row("port and query", "http://owner:8080/a/b?c=d&e=%20", false, "owner", 8080, "/a/b?c=d&e=%20", "owner:8080");
        row("query without a path", "http://owner?x=1", false, "owner", 80, "/?x=1", "owner");
        row("https", "https://owner/", true, "owner", 443, "/", "owner");
        row("https on port 80", "https://owner:80/", true, "owner", 80, "/", "owner:80");
        row("ipv4", "http://127.0.0.1:9/x", false, "127.0.0.1", 9, "/x", "127.0.0.1:9");
        row("ipv6", "http://[::1]:9/x", false, "::1", 9, "/x", "[::1]:9");
        row("an at sign in the path", "http://owner/a@b", false, "owner", 80, "/a@b", "owner");
    }
    void parse_wellFormed_parts()
    {
        QFETCH(QByteArray, text);
        const auto url = Url::parse(text);
        QVERIFY(url.has_value());
        QTEST(url->tls, "tls");
        QTEST(url->host, "host");
        QTEST(int(url->port), "port");
        QTEST(url->target, "target");
        QTEST(url->authority(), "authority");
    }

    void parse_notUsable_malformed_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text : {"",
                                 "owner/x",
                                 "ftp://owner/",
                                 "//owner/",
                                 "http:/owner",
                                 "http://",
                                 "http:///x",
                                 "http://:80/",
                                 "http://user@owner/",
                                 "http://user:secret@owner/",
                                 "http://owner:0/",
                                 "http://owner:65536/",
                                 "http://owner:/",
                                 "http://owner:8x/",
                                 "http://owner:+80/",
                                 "http://owner:80:80/",
                                 "http://own er/",
                                 "http://owner/a b",
                                 "http://owner/#part",
                                 "http://owner#part",
                                 "http://owner/%",
                                 "http://owner/%4",
                                 "http://owner/%zz",
                                 "http://owner/\xc3\xa4",
                                 "http://\xc3\xa4/",
                                 "http://[::1",
                                 "http://[::g]/",
                                 "http://::1/",
                                 "http://owner/a\r\nX: y",
                                 "http://owner/\"",
                                 "http://owner/<x>",
                                 "http://owner/a\\b",
                                 " http://owner/",
                                 "http://owner/ "})
            QTest::newRow(text[0] ? text : "empty") << QByteArray(text);
    }
    void parse_notUsable_malformed()
    {
        QFETCH(QByteArray, text);
        const auto url = Url::parse(text);
        QVERIFY(!url.has_value());
        QCOMPARE(url.error().code, base::ErrorCode::Malformed);
    }

    void percentEncode_everyByte_onlyUnreservedKept()
    {
        for (int byte = 0; byte < 256; ++byte) {
            const QByteArray one(1, static_cast<char>(byte));
            const bool kept = byte < 128 && (QChar(byte).isLetterOrNumber() || QByteArrayView("-._~").contains(one));
            QCOMPARE(wire::percentEncode(one), kept ? one : '%' + one.toHex().toUpper());
        }
    }

    void percentDecode_encodedText_sameText()
    {
        const QString text = u"invoice:create:order:8472/ä€😀 +&=%"_s;
        QCOMPARE(wire::percentDecode(wire::percentEncode(text.toUtf8())).value(), text);
        QCOMPARE(wire::percentDecode("a+b").value(), u"a+b"_s);
    }

    void percentDecode_bad_malformed_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text : {"%", "a%4", "%4g", "%%41", "%ff", "%c3", "%ed%a0%80", "%c0%80"})
            QTest::newRow(text) << QByteArray(text);
    }
    void percentDecode_bad_malformed()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!wire::percentDecode(text).has_value());
    }

    void parseQuery_pairs_map()
    {
        const auto query = wire::parseQuery("key=a%3Db&empty=&flag&&x=%C3%A4");
        QVERIFY(query.has_value());
        const QMap<QString, QString> expected{
            {u"key"_s, u"a=b"_s}, {u"empty"_s, QString()}, {u"flag"_s, QString()}, {u"x"_s, u"ä"_s}};
        QCOMPARE(*query, expected);
    }

    void parseQuery_nameTwiceAfterDecoding_malformed() { QVERIFY(!wire::parseQuery("key=1&k%65y=2").has_value()); }
};

QTEST_APPLESS_MAIN(TestUrl)
#include "tst_url.moc"
