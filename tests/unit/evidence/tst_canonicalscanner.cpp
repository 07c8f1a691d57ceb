#include "evidence/canonicalscanner.h"

#include "base/canonicaljson.h"
#include "unit/evidence/textgen.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::evidence;
using namespace obstat::evidence::test;

namespace {

bool scans(const QByteArray &text)
{
    CanonicalScanner scanner(text);
    return scanner.value(0) && scanner.atEnd();
}

bool readsInBase(const QByteArray &text)
{
    return base::parseStoredCanonical(text).has_value();
}

} // namespace

/// The fast check of verification must accept exactly what the strict reader of base accepts.
class TestCanonicalScanner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void value_agreesWithBase_data();
    void value_agreesWithBase();
    void value_anyCanonicalText_isAccepted();
    void value_anyMutatedText_agreesWithBase();
    void decoded_anyText_comesBack();
};

void TestCanonicalScanner::value_agreesWithBase_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("canonical");
    const auto row = [](const char *name, const QByteArray &text, bool canonical) {
        QTest::newRow(name) << text << canonical;
    };
    row("null", "null", true);
    row("nul", "nul", false);
    row("True", "True", false);
    row("zero", "0", true);
    row("minus zero", "-0", false);
    row("one and a half", "1.5", true);
    row("trailing zero", "1.50", false);
    row("leading zero", "01", false);
    row("plus", "+1", false);
    row("bare point", ".5", false);
    row("small exponent", "1e-7", true);
    row("not small enough for an exponent", "0.0000001", false);
    row("upper-case exponent", "1E-7", false);
    row("biggest integer", "9007199254740991", true);
    row("smallest integer", "-9007199254740991", true);
    row("beyond the biggest integer", "9007199254740992", false);
    row("huge integer", "1e+21", false);
    row("huge without plus", "1e21", false);
    row("NaN", "NaN", false);
    row("Infinity", "Infinity", false);
    row("hexadecimal", "0x10", false);
    row("two numbers", "1 2", false);
    row("empty", "", false);
    row("empty string", R"("")", true);
    row("escaped quote", R"("\"")", true);
    row("escaped solidus", R"("\/")", false);
    row("short escapes", R"("\b\t\n\f\r")", true);
    row("long form of a short escape", R"("\u0008")", false);
    row("control escape", R"("\u001f")", true);
    row("control escape in upper case", R"("\u001F")", false);
    row("escape of a printable", R"("\u0041")", false);
    row("escape of U+0080", R"("\u0080")", false);
    row("delete is written as it is", "\"\x7F\"", true);
    row("unfinished escape", R"("\u00)", false);
    row("backslash at the end", "\"\\", false);
    row("escape of NUL", QByteArray("\"\\\0\"", 4), false);
    row("raw NUL", QByteArray("\"\0\"", 3), false);
    row("two bytes", "\"\xC3\xA9\"", true);
    row("three bytes", "\"\xE2\x82\xAC\"", true);
    row("four bytes", "\"\xF0\x9F\x98\x80\"", true);
    row("overlong in two", "\"\xC0\x80\"", false);
    row("overlong in three", "\"\xE0\x80\xAF\"", false);
    row("overlong in four", "\"\xF0\x80\x80\xAF\"", false);
    row("surrogate", "\"\xED\xA0\x80\"", false);
    row("beyond U+10FFFF", "\"\xF4\x90\x80\x80\"", false);
    row("lone continuation", "\"\x80\"", false);
    row("cut sequence", "\"\xE2\x82", false);
    row("long plain string", "\"" + QByteArray(1000, 'x') + "\"", true);
    row("control after eight plain", "\"12345678\x1F\"", false);
    row("empty array", "[]", true);
    row("trailing comma", "[1,]", false);
    row("space in array", "[1, 2]", false);
    row("unclosed array", "[1", false);
    row("empty object", "{}", true);
    row("names in order", R"({"a":1,"b":2})", true);
    row("names out of order", R"({"b":1,"a":2})", false);
    row("a name twice", R"({"a":1,"a":2})", false);
    row("a prefix first", R"({"a":1,"aa":2})", true);
    row("the empty name first", R"({"":1,"a":2})", true);
    row("U+10000 before U+E000 (UTF-16 order)", "{\"\xF0\x90\x80\x80\":1,\"\xEE\x80\x80\":2}", true);
    row("U+E000 before U+10000 (UTF-8 order)", "{\"\xEE\x80\x80\":1,\"\xF0\x90\x80\x80\":2}", false);
    row("escaped name in order", R"({"\n":1,"\r":2,"a":3})", true);
    row("quote sorts by its code", R"({"!":0,"\"":1,"#":2})", true);
    row("backslash sorts by its code", R"({"[":0,"\\":1,"]":2})", true);
    row("backslash sorted as an escape", R"({"\\":1,"[":0})", false);
    row("name is a number", "{1:2}", false);
    row("no colon", R"({"a" 1})", false);
    row("depth 64", QByteArray(64, '[') + QByteArray(64, ']'), true);
    row("depth 65", QByteArray(65, '[') + QByteArray(65, ']'), false);
}

void TestCanonicalScanner::value_agreesWithBase()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, canonical);
    QCOMPARE(scans(text), canonical);
    QCOMPARE(readsInBase(text), canonical);
}

void TestCanonicalScanner::value_anyCanonicalText_isAccepted()
{
    QVERIFY(rc::check("the scanner accepts canonical text", [] {
        const QByteArray text = base::canonicalBytes(QJsonValue(anyObject(3)));
        RC_ASSERT(scans(text));
        RC_ASSERT(readsInBase(text));
    }));
}

void TestCanonicalScanner::value_anyMutatedText_agreesWithBase()
{
    QVERIFY(rc::check("the scanner and base agree on damaged text", [] {
        QByteArray text = base::canonicalBytes(QJsonValue(anyObject(2)));
        const auto position = *rc::gen::inRange<qsizetype>(0, text.size());
        const char byte = *rc::gen::element('"', '\\', ',', ':', '0', '1', '-', '.', 'e', '{', '}', '[', ']', ' ', 'u',
                                            '\x01', '\xC3', '\xED', '\x80', 'n');
        switch (*rc::gen::inRange(0, 3)) {
        case 0:
            text[position] = byte;
            break;
        case 1:
            text.insert(position, byte);
            break;
        default:
            text.remove(position, 1);
        }
        RC_ASSERT(scans(text) == readsInBase(text));
    }));
}

void TestCanonicalScanner::decoded_anyText_comesBack()
{
    QVERIFY(rc::check("decoded() undoes canonicalString()", [] {
        const QString text = *anyText();
        const QByteArray canonical = base::canonicalString(text);
        CanonicalScanner scanner(canonical);
        CanonicalScanner::Text scanned;
        RC_ASSERT(scanner.string(scanned));
        RC_ASSERT(CanonicalScanner::decoded(scanned) == text);
    }));
}

QTEST_APPLESS_MAIN(TestCanonicalScanner)
#include "tst_canonicalscanner.moc"
