#include "base/canonicaljson.h"
#include "base/foreignjson.h"

#include <QTest>

using namespace obstat;

/// What owners answer goes into events and must not end the daemon.
class tst_ForeignJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parse_lenientText_canBeWrittenCanonically_data();
    void parse_lenientText_canBeWrittenCanonically();
    void parse_noJson_isMalformed_data();
    void parse_noJson_isMalformed();
};

void tst_ForeignJson::parse_lenientText_canBeWrittenCanonically_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("canonical");
    const auto row = [](const char *name, const QByteArray &text, const QByteArray &canonical) {
        QTest::newRow(name) << text << canonical;
    };
    row("plain", R"({"b":1.0,"a":[true,null]})", R"({"a":[true,null],"b":1})");
    row("rounded number", R"([333333333.33333329])", R"([333333333.3333333])");
    row("lone high surrogate", R"({"id":"a\ud800"})", "{\"id\":\"a\xEF\xBF\xBD\"}");
    row("lone low surrogate in a name", R"({"\udc00":[1]})", "{\"\xEF\xBF\xBD\":[1]}");
    row("surrogate pair stays", R"(["\ud83d\ude02"])", "[\"\xF0\x9F\x98\x82\"]");
    row("integer 2^53+1 keeps its digits", R"({"id":9007199254740993})", R"({"id":"9007199254740993"})");
    row("largest 64-bit integer keeps its digits", "[9223372036854775807]", R"(["9223372036854775807"])");
    row("smallest 64-bit integer", "[-9223372036854775808]", R"(["-9223372036854775808"])");
    row("integer over 64 bits keeps its digits", "[36893488147419103232]", R"(["36893488147419103232"])");
    row("negative integer over 64 bits", "[-36893488147419103232 ]", R"(["-36893488147419103232"])");
    row("digits in a text are no integer", R"({"a\"9007199254740993":"9007199254740993, \\"})",
        R"({"a\"9007199254740993":"9007199254740993, \\"})");
    row("long fraction", "[9007199254740993.5]", R"(["9007199254740994"])");
    row("largest safe integer", "[9007199254740991]", "[9007199254740991]");
    row("integer with an exponent", "[1e17]", R"(["100000000000000000"])");
    row("large number", "[1e300]", "[1e+300]");
}

void tst_ForeignJson::parse_lenientText_canBeWrittenCanonically()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, canonical);
    const auto parsed = base::parseForeign(text);
    QVERIFY2(parsed, parsed ? "" : qPrintable(parsed.error().detail));
    QCOMPARE(base::canonicalBytes(*parsed), canonical);
}

void tst_ForeignJson::parse_noJson_isMalformed_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("HTML") << QByteArray("<html></html>");
    QTest::newRow("cut") << QByteArray("{\"id\":");
    QTest::newRow("number over the largest double") << QByteArray("[1e400]");
    QTest::newRow("long integer with a leading zero") << QByteArray("[036893488147419103232]");
    QTest::newRow("two signs") << QByteArray("[--36893488147419103232]");
    QTest::newRow("two thousand brackets") << QByteArray(2000, '[');
    QTest::newRow("invalid UTF-8") << QByteArray("[\"\xFF\"]");
}

void tst_ForeignJson::parse_noJson_isMalformed()
{
    QFETCH(QByteArray, text);
    const auto parsed = base::parseForeign(text);
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().code, base::ErrorCode::Malformed);
}

QTEST_GUILESS_MAIN(tst_ForeignJson)
#include "tst_foreignjson.moc"
