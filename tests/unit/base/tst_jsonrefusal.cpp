#include "base/canonicaljson.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using base::ErrorCode;

/// Contract 3.3: what intake refuses, each with its place as a JSON pointer.
class tst_JsonRefusal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parse_refusedText_namesItsPlace_data();
    void parse_refusedText_namesItsPlace();
    void parse_acceptedText_hasTheCanonicalForm_data();
    void parse_acceptedText_hasTheCanonicalForm();
    void parse_depthAtTheLimit_isAccepted();
    void parse_sizeAtTheLimit_isAccepted();
    void parse_everyTruncation_isRefused();
    void parse_everyByteReplaced_neverEscapesItsForm();
};

namespace {

void refuse(const char *row, const QByteArray &text, ErrorCode code, const QString &place)
{
    QTest::newRow(row) << text << int(code) << place;
}

void accept(const char *row, const QByteArray &text, const QByteArray &canonical)
{
    QTest::newRow(row) << text << canonical;
}

void addNumberRefusals()
{
    const auto code = ErrorCode::NotCanonical;
    refuse("number that a double rounds (contract 3.3)", "{\"a\":333333333.33333329}", code, u"/a"_s);
    refuse("number with more digits than a double keeps", "[0.1000000000000000055511151231257827]", code, u"/0"_s);
    refuse("number of 20 digits after the point", "[1.00000000000000000001]", code, u"/0"_s);
    refuse("pi to 18 digits", "[3.14159265358979324]", code, u"/0"_s);
    refuse("integer 2^53", "[9007199254740992]", code, u"/0"_s);
    refuse("integer 2^53+1", "{\"n\":9007199254740993}", code, u"/n"_s);
    refuse("integer -2^53", "{\"n\":-9007199254740992}", code, u"/n"_s);
    refuse("integer 2^53 written with a fraction", "[9007199254740992.0]", code, u"/0"_s);
    refuse("integer 2^53 written with an exponent", "[9.007199254740992e15]", code, u"/0"_s);
    refuse("integer of 19 digits", "[1234567890123456789]", code, u"/0"_s);
    refuse("integer 2^64", "[18446744073709551616]", code, u"/0"_s);
    refuse("integer of 400 digits", '[' + QByteArray(400, '9') + ']', code, u"/0"_s);
    refuse("integer 10^30", "[1e30]", code, u"/0"_s);
    refuse("number over the largest double", "{\"a\":{\"b\":1e400}}", code, u"/a/b"_s);
    refuse("negative number over the largest double", "[-1e309]", code, u"/0"_s);
    refuse("number with an exponent of 30 digits", "[1e999999999999999999999999999999]", code, u"/0"_s);
    refuse("number under the smallest double", "[1e-400]", code, u"/0"_s);
    refuse("number half of the smallest double", "[2e-324]", code, u"/0"_s);
    refuse("subnormal that rounds", "[4.9e-324]", code, u"/0"_s);
}

void addNumberSyntaxRefusals()
{
    const auto code = ErrorCode::Malformed;
    refuse("number with a plus", "[+1]", code, u"/0"_s);
    refuse("number with a leading zero", "[01]", code, u"/0"_s);
    refuse("negative number with a leading zero", "[-012]", code, u"/0"_s);
    refuse("number without integer part", "[.5]", code, u"/0"_s);
    refuse("number without fraction digits", "[1.]", code, u"/0"_s);
    refuse("number without exponent digits", "[1e]", code, u"/0"_s);
    refuse("number with a sign but no exponent digits", "[1e+]", code, u"/0"_s);
    refuse("a minus alone", "{\"a\":-}", code, u"/a"_s);
    refuse("NaN", "[NaN]", code, u"/0"_s);
    refuse("Infinity", "[Infinity]", code, u"/0"_s);
    refuse("minus Infinity", "[-Infinity]", code, u"/0"_s);
    refuse("hexadecimal number", "[0x10]", code, u"/0"_s);
    refuse("number with a group separator", "[1_000]", code, u"/0"_s);
    refuse("full-width digit", "[\xEF\xBC\x91]", code, u"/0"_s);
}

void addNameRefusals()
{
    const auto code = ErrorCode::NotCanonical;
    refuse("name twice", "{\"a\":1,\"a\":2}", code, u"/a"_s);
    refuse("name twice with the same value", "{\"a\":1,\"a\":1}", code, u"/a"_s);
    refuse("name twice after unescaping", "{\"a\":1,\"\\u0061\":2}", code, u"/a"_s);
    refuse("name twice far apart", "{\"a\":1,\"b\":2,\"c\":3,\"a\":4}", code, u"/a"_s);
    refuse("name twice in a nested object", "{\"x\":[{\"y\":1,\"z\":2,\"y\":3}]}", code, u"/x/0/y"_s);
    refuse("empty name twice", "{\"\":1,\"\":2}", code, u"/"_s);
    refuse("name twice with a solidus escaped once", "{\"a/b\":1,\"a\\/b\":2}", code, u"/a~1b"_s);
    refuse("name twice as a surrogate pair and as UTF-8", "{\"\\ud83d\\ude02\":1,\"\xF0\x9F\x98\x82\":2}", code,
           QString(u'/' + QString::fromUtf8("\xF0\x9F\x98\x82")));
    refuse("place with a tilde", "{\"a~b\":[1,2e400]}", code, u"/a~0b/1"_s);
}

void addStringRefusals()
{
    const auto code = ErrorCode::NotCanonical;
    refuse("lone high surrogate", "[\"\\ud800\"]", code, u"/0"_s);
    refuse("lone high surrogate before a letter", "[\"\\ud800x\"]", code, u"/0"_s);
    refuse("lone high surrogate before another escape", "[\"\\ud800\\n\"]", code, u"/0"_s);
    refuse("lone low surrogate", "{\"a\":\"\\udc00\"}", code, u"/a"_s);
    refuse("reversed surrogates", "[\"\\ude02\\ud83d\"]", code, u"/0"_s);
    refuse("two high surrogates", "[\"\\ud83d\\ud83d\\ude02\"]", code, u"/0"_s);
    refuse("lone surrogate in a name", "{\"\\udead\":1}", code, u""_s);
    refuse("byte order mark", "\xEF\xBB\xBF{}", code, u""_s);
    const auto syntax = ErrorCode::Malformed;
    refuse("UTF-16 text", QByteArray("\xFF\xFE{\0}\0", 6), syntax, u""_s);
    refuse("invalid UTF-8, a lone continuation", "[\"\x80\"]", syntax, u"/0"_s);
    refuse("invalid UTF-8, overlong slash", "[\"\xC0\xAF\"]", syntax, u"/0"_s);
    refuse("invalid UTF-8, overlong of three", "[\"\xE0\x80\xAF\"]", syntax, u"/0"_s);
    refuse("invalid UTF-8, overlong of four", "[\"\xF0\x80\x80\xAF\"]", syntax, u"/0"_s);
    refuse("invalid UTF-8, an encoded surrogate", "[\"\xED\xA0\x80\"]", syntax, u"/0"_s);
    refuse("invalid UTF-8, an encoded surrogate pair (CESU-8)", "[\"\xED\xA0\xBD\xED\xB8\x82\"]", syntax, u"/0"_s);
    refuse("invalid UTF-8, over U+10FFFF", "[\"\xF4\x90\x80\x80\"]", syntax, u"/0"_s);
    refuse("invalid UTF-8, a cut sequence", "{\"a\":\"\xE2\x82\"}", syntax, u"/a"_s);
    refuse("invalid UTF-8, the byte FF", "[\"\xFF\"]", syntax, u"/0"_s);
    refuse("invalid UTF-8 in a name", "{\"\xC3\":1}", syntax, u""_s);
    refuse("unescaped newline in a string", "[\"a\nb\"]", syntax, u"/0"_s);
    refuse("unescaped TAB in a string", "[\"a\tb\"]", syntax, u"/0"_s);
    refuse("NUL in a string", QByteArray("[\"a\0b\"]", 7), syntax, u"/0"_s);
    refuse("unknown escape", "[\"\\x41\"]", syntax, u"/0"_s);
    refuse("escape with three hex digits", "[\"\\u12\"]", syntax, u"/0"_s);
    refuse("escape with a sign in its hex digits", "[\"\\u-123\"]", syntax, u"/0"_s);
    refuse("string that is not closed", "{\"a\":\"b", syntax, u"/a"_s);
    refuse("string that ends with a backslash", "[\"a\\", syntax, u"/0"_s);
    refuse("single quotes", "['a']", syntax, u"/0"_s);
}

void addStructureRefusals()
{
    const auto code = ErrorCode::Malformed;
    refuse("nothing", "", code, u""_s);
    refuse("white space only", " \n\t ", code, u""_s);
    refuse("text after the value", "{} {}", code, u""_s);
    refuse("a letter after the value", "{\"a\":1}x", code, u""_s);
    refuse("NUL after the value", QByteArray("{}\0", 3), code, u""_s);
    refuse("comma before the end of an array", "[1,]", code, u"/1"_s);
    refuse("comma before the end of an object", "{\"a\":1,}", code, u""_s);
    refuse("comma twice", "[1,,2]", code, u"/1"_s);
    refuse("no comma between elements", "[1 2]", code, u"/0"_s);
    refuse("no comma between members", "{\"a\":1 \"b\":2}", code, u"/a"_s);
    refuse("no colon", "{\"a\" 1}", code, u"/a"_s);
    refuse("no value", "{\"a\":}", code, u"/a"_s);
    refuse("name without quotes", "{a:1}", code, u""_s);
    refuse("number as a name", "{1:1}", code, u""_s);
    refuse("array that is not closed", "{\"a\":[1,2", code, u"/a/1"_s);
    refuse("object that is not closed", "{\"a\":{\"b\":1", code, u"/a/b"_s);
    refuse("brackets crossed", "{\"a\":[1}", code, u"/a/0"_s);
    refuse("literal in capitals", "[True]", code, u"/0"_s);
    refuse("cut literal", "[nul]", code, u"/0"_s);
    refuse("comment", "[1,/* x */2]", code, u"/1"_s);
    refuse("vertical tab as white space", "[1,\v2]", code, u"/1"_s);
    refuse("no-break space as white space",
           "[1,\xC2\xA0"
           "2]",
           code, u"/1"_s);
    QString deep;
    for (int i = 0; i < 64; ++i) {
        deep += u"/0"_s;
    }
    refuse("array of depth 65", QByteArray(65, '[') + QByteArray(65, ']'), ErrorCode::TooLarge, deep);
    refuse("array of depth 200000", QByteArray(200000, '['), ErrorCode::TooLarge, deep);
    refuse("one byte over 256 KiB", '"' + QByteArray(256 * 1024 - 1, 'a') + '"', ErrorCode::TooLarge, u""_s);
}

} // namespace

void tst_JsonRefusal::parse_refusedText_namesItsPlace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("place");
    addNumberRefusals();
    addNumberSyntaxRefusals();
    addNameRefusals();
    addStringRefusals();
    addStructureRefusals();
}

void tst_JsonRefusal::parse_refusedText_namesItsPlace()
{
    QFETCH(QByteArray, text);
    QFETCH(int, code);
    QFETCH(QString, place);
    const auto parsed = base::parseCanonical(text);
    QVERIFY2(!parsed, parsed ? parsed->bytes.left(100).constData() : "");
    const QString message = parsed.error().message;
    QVERIFY2(int(parsed.error().code) == code, qPrintable(message));
    QVERIFY2(message.contains(QString(u", at \""_s + place + u'"')), qPrintable(message));
    QVERIFY2(message.endsWith(u'.'), qPrintable(message));
}

void tst_JsonRefusal::parse_acceptedText_hasTheCanonicalForm_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("canonical");
    accept("fraction of zero", "1.0", "1");
    accept("exponent of a small integer", "1e2", "100");
    accept("upper-case exponent with plus", "[12E+1]", "[120]");
    accept("trailing zeros after the point", "10.5000000000000000000000000000000", "10.5");
    accept("0.1", "0.1", "0.1");
    accept("negative zero", "-0", "0");
    accept("negative zero with fraction and exponent", "-0.000e7", "0");
    accept("zero with a huge exponent", "0e999999999999999999999", "0");
    accept("largest safe integer", "9007199254740991", "9007199254740991");
    accept("smallest safe integer", "-9007199254740991", "-9007199254740991");
    accept("15 digits", "999999999999999", "999999999999999");
    accept("smallest double", "5e-324", "5e-324");
    accept("small number that turns to an exponent", "0.0000001", "1e-7");
    accept("small number that does not", "0.000001", "0.000001");
    accept("number of money", "1250.75", "1250.75");
    accept("names in UTF-16 order", "{\"\\ufb33\":1,\"\xF0\x9F\x98\x82\":2,\"a\":3}",
           "{\"a\":3,\"\xF0\x9F\x98\x82\":2,\"\xEF\xAC\xB3\":1}");
    accept("names out of order, nested", "{\"b\":{\"d\":[{\"f\":1,\"e\":2}],\"c\":null},\"a\":true}",
           "{\"a\":true,\"b\":{\"c\":null,\"d\":[{\"e\":2,\"f\":1}]}}");
    accept("escapes that are not needed", "\"\\u0041\\/\\u00e9\"", "\"A/\xC3\xA9\"");
    accept("escapes that are", "\"\\b\\t\\n\\f\\r\\u0000\\u001F\\\"\\\\\"",
           "\"\\b\\t\\n\\f\\r\\u0000\\u001f\\\"\\\\\"");
    accept("surrogate pair as an escape", "\"\\uD83D\\uDE02\"", "\"\xF0\x9F\x98\x82\"");
    accept("DEL and noncharacters stay", "\"\x7F\xEF\xBF\xBF\"", "\"\x7F\xEF\xBF\xBF\"");
    accept("no normalisation inside a payload", "\"e\xCC\x81\"", "\"e\xCC\x81\"");
    accept("white space", " \t\r\n[ ] ", "[]");
    accept("empty object in white space", "{ \n }", "{}");
    accept("empty name", "{\"\":{\"\":0}}", "{\"\":{\"\":0}}");
    accept("literals", "[null,true,false]", "[null,true,false]");
    accept("names that differ in their composition only", "{\"\xC3\xA9\":1,\"e\xCC\x81\":2}",
           "{\"e\xCC\x81\":2,\"\xC3\xA9\":1}");
}

void tst_JsonRefusal::parse_acceptedText_hasTheCanonicalForm()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, canonical);
    const auto parsed = base::parseCanonical(text);
    QVERIFY2(parsed, parsed ? "" : qPrintable(parsed.error().message));
    QCOMPARE(parsed->bytes, canonical);
    QCOMPARE(base::canonicalBytes(parsed->value), canonical);
}

void tst_JsonRefusal::parse_depthAtTheLimit_isAccepted()
{
    const QByteArray text = QByteArray(64, '[') + QByteArray(64, ']');
    const auto parsed = base::parseCanonical(text);
    QVERIFY(parsed);
    QCOMPARE(parsed->bytes, text);
}

void tst_JsonRefusal::parse_sizeAtTheLimit_isAccepted()
{
    const QByteArray text = '"' + QByteArray(256 * 1024 - 2, 'a') + '"';
    QVERIFY(base::parseCanonical(text));
    QVERIFY(!base::parseCanonical(text, {.maxBytes = text.size() - 1, .maxDepth = 64}));
}

void tst_JsonRefusal::parse_everyTruncation_isRefused()
{
    const QByteArray text = "{\"a\":[1,-2.5e1,\"x\\u0041\xE2\x82\xAC\\ud83d\\ude02\"],\"b\":{\"c\":null,\"d\":true}}";
    QVERIFY(base::parseCanonical(text));
    for (qsizetype size = 0; size < text.size(); ++size) {
        // A copy of exactly this size, so that reading past the end is seen by the address sanitizer.
        const QByteArray cut(text.constData(), size);
        QVERIFY2(!base::parseCanonical(cut), cut.constData());
    }
}

void tst_JsonRefusal::parse_everyByteReplaced_neverEscapesItsForm()
{
    const QByteArray text = "{\"b\":[1,-2.5e1,\"x\\u0041\xE2\x82\xAC\"],\"a\":{\"c\":null,\"d\":true}}";
    int accepted = 0;
    for (qsizetype at = 0; at < text.size(); ++at) {
        for (int byte = 0; byte < 256; ++byte) {
            QByteArray changed = text;
            changed[at] = static_cast<char>(byte);
            const auto parsed = base::parseCanonical(changed);
            if (parsed) {
                ++accepted;
                QCOMPARE(base::canonicalBytes(parsed->value), parsed->bytes);
                const auto again = base::parseStoredCanonical(parsed->bytes);
                QVERIFY2(again, changed.constData());
            } else {
                QVERIFY(!parsed.error().message.isEmpty());
            }
        }
    }
    QVERIFY(accepted > 500);
}

QTEST_GUILESS_MAIN(tst_JsonRefusal)
#include "tst_jsonrefusal.moc"
