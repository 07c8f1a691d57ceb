#include "base/canonicaljson.h"
#include "unit/base/anyjson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <rapidcheck.h>

using namespace obstat;
using namespace Qt::StringLiterals;

class tst_CanonicalJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void number_atTheEdgesOfEcmaScript_hasItsText_data();
    void number_atTheEdgesOfEcmaScript_hasItsText();
    void storedCanonical_otherSpelling_isCorrupt_data();
    void storedCanonical_otherSpelling_isCorrupt();
    void storedCanonical_overTheIntakeSize_isRead();
    void object_namesFromAnotherReader_areSorted();
    void object_manyNamesInReverse_isReadAndSorted();
    void integers_ofTheClock_keepAllDigits();
    void reading_anyValueWritten_givesTheSameBytes();
    void bug_I4();
};

void tst_CanonicalJson::number_atTheEdgesOfEcmaScript_hasItsText_data()
{
    QTest::addColumn<double>("number");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("zero") << 0.0 << QByteArray("0");
    QTest::newRow("negative zero") << -0.0 << QByteArray("0");
    QTest::newRow("smallest") << 5e-324 << QByteArray("5e-324");
    QTest::newRow("largest") << 1.7976931348623157e308 << QByteArray("1.7976931348623157e+308");
    QTest::newRow("last plain integer") << 1e20 << QByteArray("100000000000000000000");
    QTest::newRow("first integer with an exponent") << 1e21 << QByteArray("1e+21");
    QTest::newRow("21 digits") << 9.999999999999997e22 << QByteArray("9.999999999999997e+22");
    QTest::newRow("999999999999999900000") << 999999999999999900000.0 << QByteArray("999999999999999900000");
    QTest::newRow("last plain fraction") << 1e-6 << QByteArray("0.000001");
    QTest::newRow("first fraction with an exponent") << 1e-7 << QByteArray("1e-7");
    QTest::newRow("fraction with zeros") << 0.00001234 << QByteArray("0.00001234");
    QTest::newRow("fraction with exponent and point") << 1.234e-9 << QByteArray("1.234e-9");
    QTest::newRow("333333333.33333329") << 333333333.33333329 << QByteArray("333333333.3333333");
    QTest::newRow("tie to even") << 9007199254740993.0 << QByteArray("9007199254740992");
    QTest::newRow("negative") << -1250.5 << QByteArray("-1250.5");
    QTest::newRow("point in the middle") << 123456.789 << QByteArray("123456.789");
}

void tst_CanonicalJson::number_atTheEdgesOfEcmaScript_hasItsText()
{
    QFETCH(double, number);
    QFETCH(QByteArray, text);
    QCOMPARE(base::canonicalNumber(number), text);
}

void tst_CanonicalJson::storedCanonical_otherSpelling_isCorrupt_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("white space") << QByteArray("{\"a\": 1}");
    QTest::newRow("trailing newline") << QByteArray("{\"a\":1}\n");
    QTest::newRow("1.0") << QByteArray("{\"a\":1.0}");
    QTest::newRow("order of names") << QByteArray("{\"b\":1,\"a\":1}");
    QTest::newRow("escape that is not needed") << QByteArray("\"\\u0041\"");
    QTest::newRow("upper-case hex") << QByteArray("\"\\u001F\"");
    QTest::newRow("negative zero") << QByteArray("-0");
    QTest::newRow("not JSON") << QByteArray("{");
    QTest::newRow("empty") << QByteArray();
}

void tst_CanonicalJson::storedCanonical_otherSpelling_isCorrupt()
{
    QFETCH(QByteArray, text);
    const auto stored = base::parseStoredCanonical(text);
    QVERIFY(!stored);
    QCOMPARE(stored.error().code, base::ErrorCode::Corrupt);
}

void tst_CanonicalJson::storedCanonical_overTheIntakeSize_isRead()
{
    const QByteArray text = '"' + QByteArray(400 * 1024, 'a') + '"';
    QVERIFY(base::parseStoredCanonical(text));
}

void tst_CanonicalJson::object_namesFromAnotherReader_areSorted()
{
    // U+1F602 comes before U+FB33 by UTF-16 code units, after it by code points.
    const QByteArray text = "{\"\xEF\xAC\xB3\":1,\"\xF0\x9F\x98\x82\":2,\"\xC3\xB6\":3,\"z\":4}";
    const QByteArray canonical = "{\"z\":4,\"\xC3\xB6\":3,\"\xF0\x9F\x98\x82\":2,\"\xEF\xAC\xB3\":1}";
    QCOMPARE(base::canonicalBytes(QJsonDocument::fromJson(text).object()), canonical);
    const auto parsed = base::parseCanonical(text);
    QVERIFY(parsed);
    QCOMPARE(parsed->bytes, canonical);
    for (const QString &name : {u"z"_s, u"ö"_s, u"\U0001F602"_s, u"\uFB33"_s}) {
        QVERIFY2(parsed->value.toObject().contains(name), qPrintable(name));
    }
}

void tst_CanonicalJson::object_manyNamesInReverse_isReadAndSorted()
{
    QByteArray text = "{";
    QByteArray expected = "{";
    constexpr int kNames = 20000;
    for (int i = 0; i < kNames; ++i) {
        const auto member = [](int n) { return QByteArray("\"" + QByteArray::number(100000 + n) + "\":0"); };
        text.append(i > 0 ? "," : "").append(member(kNames - 1 - i));
        expected.append(i > 0 ? "," : "").append(member(i));
    }
    text.append('}');
    const auto parsed = base::parseCanonical(text);
    QVERIFY(parsed);
    QVERIFY(parsed->bytes == QByteArray(expected + '}'));
    QCOMPARE(parsed->value.toObject().size(), kNames);
}

void tst_CanonicalJson::integers_ofTheClock_keepAllDigits()
{
    const qint64 micros = 1'789'912'800'123'457;
    QCOMPARE(base::canonicalBytes(QJsonObject{{u"at"_s, micros}}), QByteArray("{\"at\":1789912800123457}"));
}

void tst_CanonicalJson::reading_anyValueWritten_givesTheSameBytes()
{
    QVERIFY(rc::check("parse and write are inverse", [] {
        const QJsonValue value = tests::anyJson(4);
        const QByteArray bytes = base::canonicalBytes(value);
        const auto strict = base::parseStoredCanonical(bytes);
        RC_ASSERT(strict.has_value());
        RC_ASSERT(base::canonicalBytes(strict->value) == bytes);
        const auto indented = base::parseCanonical(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Indented));
        RC_ASSERT(indented.has_value());
        RC_ASSERT(indented->bytes == '[' + bytes + ']');
    }));
}

/// I4: key order, 1.0 against 1 and white space never make a conflict; missing against null does.
void tst_CanonicalJson::bug_I4()
{
    const auto bytes = [](const char *text) { return base::parseCanonical(text).value().bytes; };
    const QByteArray first = bytes(R"({"amount":1,"to":{"iban":"DE02","name":"Ana"}})");
    QCOMPARE(bytes(R"({"to":{"name":"Ana","iban":"DE02"},"amount":1})"), first);
    QCOMPARE(bytes(R"({"amount":1.0,"to":{"iban":"DE02","name":"Ana"}})"), first);
    QCOMPARE(bytes(R"({"amount":1e0,"to":{"iban":"DE02","name":"Ana"}})"), first);
    QCOMPARE(bytes("{ \"amount\" : 1 ,\n\t\"to\" : { \"iban\":\"DE02\" , \"name\":\"\\u0041na\" } }\r\n"), first);
    QVERIFY(bytes(R"({"amount":1,"note":null,"to":{"iban":"DE02","name":"Ana"}})") != first);
    QVERIFY(bytes(R"({"amount":"1","to":{"iban":"DE02","name":"Ana"}})") != first);
    QVERIFY(bytes(R"({"amount":1,"to":{"iban":"DE02","name":"ana"}})") != first);
}

QTEST_GUILESS_MAIN(tst_CanonicalJson)
#include "tst_canonicaljson.moc"
