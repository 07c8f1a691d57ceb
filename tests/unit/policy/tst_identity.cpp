#include "policy/registry.h"

#include "base/canonicaljson.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;

class IdentityTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void identify_contractExample_givesItsKey();
    void identify_arguments_giveTheNaturalText_data();
    void identify_arguments_giveTheNaturalText();
    void identify_windows_differInTheKeyOnly();
    void identify_fieldNotUsable_isRefused_data();
    void identify_fieldNotUsable_isRefused();
    void identify_named_givesTheNamedText();
    void identify_namedWrongly_isRefused_data();
    void identify_namedWrongly_isRefused();
    void identify_formulaChanged_looksTheOldKeysUpToo();
    void identify_oldFormulaNeedsMore_isLeftOut();
    void subjectOf_arguments_showRecordAndMoney_data();
    void subjectOf_arguments_showRecordAndMoney();
    void subjectOf_amountIsNone_isRefused_data();
    void subjectOf_amountIsNone_isRefused();
};

namespace {

policy::ToolEntry toolOf(const QByteArray &keys, const QByteArray &name = "t")
{
    const auto registry =
        policy::Registry::parse("[tool." + name + "]\neffect = \"write\"\n" + keys + "\n", u"tools.toml"_s);
    if (!registry)
        qFatal("%s", qPrintable(registry.error().message));
    return *registry->find(QString::fromLatin1(name));
}

QJsonObject arguments(const QByteArray &json)
{
    const auto parsed = base::parseCanonical(json);
    if (!parsed)
        qFatal("%s", qPrintable(parsed.error().message));
    return parsed->value.toObject();
}

} // namespace

void IdentityTest::identify_contractExample_givesItsKey()
{
    const auto identity = policy::identify(toolOf("natural_key = [\"record_id\"]", "approve_withdrawal"),
                                           arguments(R"({"record_id":"WD-24817"})"), {}, u"2026-09-20"_s);
    QVERIFY(identity.has_value());
    QCOMPARE(identity->natural, u"approve_withdrawal|WD-24817|2026-09-20"_s);
    // §3.1: printf %s 'approve_withdrawal|WD-24817|2026-09-20' | sha256sum | cut -c1-32
    QCOMPARE(identity->intentKey, u"aa14c00cde3fa5d2cd90c6adda0d44ad"_s);
    QCOMPARE(identity->withoutWindow, u"approve_withdrawal|WD-24817"_s);
    QCOMPARE(identity->window, u"2026-09-20"_s);
    QVERIFY(identity->previousKeys.isEmpty());
}

void IdentityTest::identify_arguments_giveTheNaturalText_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("natural");
    const auto row = [](const char *name, const char *key, const char *json, const QString &natural) {
        QTest::newRow(name) << QByteArray(key) << QByteArray(json) << natural;
    };
    row("two fields in the file's order", R"(["b", "a"])", R"({"a":"1","b":"2"})", u"t|2|1"_s);
    row("nested path", R"(["order.id"])", R"({"order":{"id":"O-1"}})", u"t|O-1"_s);
    row("number", R"(["n"])", R"({"n":2.50})", u"t|2.5"_s);
    row("list is RFC 8785 text", R"(["l"])", R"({"l":[{"b":1,"a":2}]})", u"t|[{\"a\":2,\"b\":1}]"_s);
    row("path through a list", R"(["flights[].flight_number"])",
        R"({"flights":[{"flight_number":"HAT1"},{"flight_number":"HAT2"}]})", u"t|[\"HAT1\",\"HAT2\"]"_s);
    row("empty list is a value", R"(["l"])", R"({"l":[]})", u"t|[]"_s);
    row("false is a value", R"(["f"])", R"({"f":false})", u"t|false"_s);
    row("decimal from text", R"([{ path = "a", kind = "decimal" }])", R"({"a":"10.00"})", u"t|10"_s);
    row("decimal from number", R"([{ path = "a", kind = "decimal" }])", R"({"a":10})", u"t|10"_s);
    row("set in any order", R"([{ path = "ids", kind = "set" }])", R"({"ids":["b","a","b"]})", u"t|[\"a\",\"b\"]"_s);
    row("bar is escaped", R"(["a", "b"])", R"({"a":"x|y","b":"z"})", u"t|x\\|y|z"_s);
    row("backslash is escaped", R"(["a"])", R"({"a":"x\\"})", u"t|x\\\\"_s);
    row("composed", R"(["a"])", "{\"a\":\"e\xcc\x81\"}", u"t|\u00e9"_s);
    row("other arguments do not matter", R"(["a"])", R"({"a":"1","note":"anything"})", u"t|1"_s);
}

void IdentityTest::identify_arguments_giveTheNaturalText()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, json);
    QFETCH(QString, natural);
    const auto identity = policy::identify(toolOf("natural_key = " + key), arguments(json), {}, {});
    QVERIFY2(identity.has_value(), identity ? "" : qPrintable(identity.error().message));
    QCOMPARE(identity->natural, natural);
    QCOMPARE(identity->withoutWindow, natural);
    QCOMPARE(identity->intentKey, base::intentKey(natural));
}

void IdentityTest::identify_windows_differInTheKeyOnly()
{
    const policy::ToolEntry tool = toolOf("natural_key = [\"id\"]\nwindow = \"hour\"");
    const auto first = policy::identify(tool, arguments(R"({"id":"7"})"), {}, u"2026-09-20T14Z"_s);
    const auto second = policy::identify(tool, arguments(R"({"id":"7"})"), {}, u"2026-09-20T15Z"_s);
    QVERIFY(first && second);
    QVERIFY(first->intentKey != second->intentKey);
    QCOMPARE(first->withoutWindow, second->withoutWindow); // what the guard of §3.2 compares
}

void IdentityTest::identify_fieldNotUsable_isRefused_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("missing") << QByteArray(R"(["id"])") << QByteArray("{}");
    QTest::newRow("null") << QByteArray(R"(["id"])") << QByteArray(R"({"id":null})");
    QTest::newRow("missing in one element") << QByteArray(R"(["l[].id"])") << QByteArray(R"({"l":[{"id":1},{}]})");
    QTest::newRow("decimal that is none")
        << QByteArray(R"([{ path = "id", kind = "decimal" }])") << QByteArray(R"({"id":"1,250"})");
    QTest::newRow("set that is no list") << QByteArray(R"([{ path = "id", kind = "set" }])")
                                         << QByteArray(R"({"id":1})");
}

void IdentityTest::identify_fieldNotUsable_isRefused()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, json);
    const auto identity = policy::identify(toolOf("natural_key = " + key), arguments(json), {}, {});
    QVERIFY(!identity.has_value());
    QCOMPARE(identity.error().code, base::ErrorCode::NotCanonical);
    QVERIFY2(identity.error().message.contains("id"_L1), qPrintable(identity.error().message));
}

void IdentityTest::identify_named_givesTheNamedText()
{
    const auto identity =
        policy::identify(toolOf("named = true", "create"), arguments("{}"), u"invoice:create:order:8472"_s, {});
    QVERIFY(identity.has_value());
    QCOMPARE(identity->natural, u"named|create|invoice:create:order:8472"_s);
    QCOMPARE(identity->intentKey, base::intentKey(identity->natural));
    QCOMPARE(identity->intentKey.size(), 32);
    QVERIFY(identity->window.isEmpty());
}

void IdentityTest::identify_namedWrongly_isRefused_data()
{
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<QString>("named");
    QTest::newRow("tool has a natural key (§3.1)") << QByteArray("natural_key = [\"id\"]") << u"x"_s;
    QTest::newRow("no name") << QByteArray("named = true") << QString();
    QTest::newRow("no name and not said") << QByteArray() << QString();
    QTest::newRow("name with a hidden character") << QByteArray("named = true") << u"order\u200b:1"_s;
    QTest::newRow("name with a line break") << QByteArray("named = true") << u"a\nb"_s;
    QTest::newRow("name too long") << QByteArray("named = true") << QString(513, u'x');
}

void IdentityTest::identify_namedWrongly_isRefused()
{
    QFETCH(QByteArray, keys);
    QFETCH(QString, named);
    const auto identity = policy::identify(toolOf(keys), arguments(R"({"id":"1"})"), named, {});
    QVERIFY(!identity.has_value());
    QCOMPARE(identity.error().code, base::ErrorCode::NotCanonical);
}

void IdentityTest::identify_formulaChanged_looksTheOldKeysUpToo()
{
    const policy::ToolEntry before = toolOf("natural_key = [\"id\"]");
    const policy::ToolEntry after =
        toolOf("natural_key = [\"id\", \"kind\"]\nprevious_natural_key = [[\"id\"], [\"kind\", \"id\"], [\"id\"]]");
    const QJsonObject args = arguments(R"({"id":"7","kind":"a"})");
    const auto old = policy::identify(before, args, {}, {});
    const auto now = policy::identify(after, args, {}, {});
    QVERIFY(old && now);
    QVERIFY(old->intentKey != now->intentKey);
    QCOMPARE(now->previousKeys, QStringList({old->intentKey, base::intentKey(u"t|a|7"_s)}));
}

void IdentityTest::identify_oldFormulaNeedsMore_isLeftOut()
{
    const policy::ToolEntry tool = toolOf("natural_key = [\"id\"]\nprevious_natural_key = [[\"id\", \"kind\"]]");
    const auto identity = policy::identify(tool, arguments(R"({"id":"7"})"), {}, {});
    QVERIFY(identity.has_value());
    QVERIFY(identity->previousKeys.isEmpty());
}

void IdentityTest::subjectOf_arguments_showRecordAndMoney_data()
{
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("record");
    QTest::addColumn<QString>("amount");
    QTest::addColumn<QString>("currency");
    const auto row = [](const char *name, const char *keys, const char *json, const QString &record,
                        const QString &amount = {}, const QString &currency = {}) {
        QTest::newRow(name) << QByteArray(keys) << QByteArray(json) << record << amount << currency;
    };
    const char *money = "record = \"id\"\namount = \"amount\"\ncurrency = \"currency\"";
    row("nothing declared", "", R"({"id":"1","amount":"5"})", {});
    row("record of one path", "record = \"id\"", R"({"id":"WD-1"})", u"WD-1"_s);
    row("record of two paths", "record = [\"a\", \"b\"]", R"({"a":"x","b":7})", u"x · 7"_s);
    row("record partly missing", "record = [\"a\", \"b\"]", R"({"b":"y","a":null})", u"y"_s);
    row("record of a list", "record = [\"l[].id\"]", R"({"l":[{"id":"x"},{"id":2}]})", u"x, 2"_s);
    row("amount as text", money, R"({"id":"1","amount":"1250.00","currency":"USD"})", u"1"_s, u"1250"_s, u"USD"_s);
    row("amount as number", money, R"({"id":"1","amount":0.5,"currency":"EUR"})", u"1"_s, u"0.5"_s, u"EUR"_s);
    row("no amount given", money, R"({"id":"1","currency":"EUR"})", u"1"_s);
    row("literal currency", "amount = \"a\"\ncurrency = \"JPY\"", R"({"a":100})", {}, u"100"_s, u"JPY"_s);
}

void IdentityTest::subjectOf_arguments_showRecordAndMoney()
{
    QFETCH(QByteArray, keys);
    QFETCH(QByteArray, json);
    const auto subject = policy::subjectOf(toolOf(keys), arguments(json));
    QVERIFY2(subject.has_value(), subject ? "" : qPrintable(subject.error().message));
    QTEST(subject->record, "record");
    QTEST(subject->amount, "amount");
    QTEST(subject->currency, "currency");
}

void IdentityTest::subjectOf_amountIsNone_isRefused_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("separators (§3.4)") << QByteArray(R"({"amount":"1,250","currency":"USD"})");
    QTest::newRow("exponent") << QByteArray(R"({"amount":"1e3","currency":"USD"})");
    QTest::newRow("negative") << QByteArray(R"({"amount":-5,"currency":"USD"})");
    QTest::newRow("full-width digits") << QByteArray("{\"amount\":\"\xef\xbc\x91\",\"currency\":\"USD\"}");
    QTest::newRow("flag") << QByteArray(R"({"amount":true,"currency":"USD"})");
    QTest::newRow("object") << QByteArray(R"({"amount":{"value":5},"currency":"USD"})");
    QTest::newRow("currency missing") << QByteArray(R"({"amount":"5"})");
    QTest::newRow("currency small letters") << QByteArray(R"({"amount":"5","currency":"usd"})");
    QTest::newRow("currency a sign") << QByteArray(R"({"amount":"5","currency":"$"})");
}

void IdentityTest::subjectOf_amountIsNone_isRefused()
{
    QFETCH(QByteArray, json);
    const auto subject = policy::subjectOf(toolOf("amount = \"amount\"\ncurrency = \"currency\""), arguments(json));
    QVERIFY(!subject.has_value());
    QCOMPARE(subject.error().code, base::ErrorCode::NotCanonical);
}

QTEST_APPLESS_MAIN(IdentityTest)
#include "tst_identity.moc"
