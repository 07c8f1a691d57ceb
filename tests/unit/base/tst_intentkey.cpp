#include "base/intentkey.h"

#include "base/digest.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

#include <rapidcheck.h>

using namespace obstat;
using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::FieldKind;
using base::WindowKind;
using base::WindowRule;

/// Contract 3.1, 3.2 and 3.5.
class tst_IntentKey : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void key_ofTheContractsExample_isThatOfSha256sum();
    void field_value_hasItsText_data();
    void field_value_hasItsText();
    void field_unusableValue_isRefused_data();
    void field_unusableValue_isRefused();
    void natural_specialCharacters_areEscaped_data();
    void natural_specialCharacters_areEscaped();
    void natural_anyTwoDifferentFieldLists_haveDifferentTexts();
    void wireKey_isThatOfTheContract();
    void wireKey_everyPart_matters();
    void window_instant_fallsIntoItsDay_data();
    void window_instant_fallsIntoItsDay();
    void window_hour_isUtc();
    void window_none_isEmpty();
    void window_named_isCheckedAgainstNow_data();
    void window_named_isCheckedAgainstNow();
};

namespace {

base::Micros at(const char *iso)
{
    const QDateTime time = QDateTime::fromString(QString::fromLatin1(iso), Qt::ISODateWithMs);
    return time.toMSecsSinceEpoch() * base::kMillisecond;
}

WindowRule days(const char *zone, int cutOffMinutes = 0)
{
    return {WindowKind::BusinessDay, QByteArray(zone), cutOffMinutes};
}

} // namespace

void tst_IntentKey::key_ofTheContractsExample_isThatOfSha256sum()
{
    // printf %s 'approve_withdrawal|WD-24817|2026-09-20' | sha256sum | cut -c1-32
    const QString natural = base::naturalText(u"approve_withdrawal"_s, {u"WD-24817"_s}, u"2026-09-20"_s);
    QCOMPARE(natural, u"approve_withdrawal|WD-24817|2026-09-20"_s);
    QCOMPARE(base::intentKey(natural), u"aa14c00cde3fa5d2cd90c6adda0d44ad"_s);
}

void tst_IntentKey::field_value_hasItsText_data()
{
    QTest::addColumn<QJsonValue>("value");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const QJsonValue &value, FieldKind kind, const QString &text) {
        QTest::newRow(name) << value << int(kind) << text;
    };
    row("string", u"WD-24817"_s, FieldKind::Plain, u"WD-24817"_s);
    row("string in NFD becomes NFC", u"Cafe\u0301"_s, FieldKind::Plain, u"Caf\u00E9"_s);
    row("Ångström sign becomes a letter", u"\u212B"_s, FieldKind::Plain, u"\u00C5"_s);
    row("compatibility characters stay", u"ﬁ①"_s, FieldKind::Plain, u"ﬁ①"_s);
    row("empty string is a value", QString(), FieldKind::Plain, QString());
    row("integer", 42, FieldKind::Plain, u"42"_s);
    row("fraction that is an integer", 1.0, FieldKind::Plain, u"1"_s);
    row("boolean", true, FieldKind::Plain, u"true"_s);
    row("empty list is a value", QJsonArray(), FieldKind::Plain, u"[]"_s);
    row("list keeps its order", QJsonArray{2, 1}, FieldKind::Plain, u"[2,1]"_s);
    row("object in canonical order", QJsonObject{{u"b"_s, 1}, {u"a"_s, 2}}, FieldKind::Plain, u"{\"a\":2,\"b\":1}"_s);
    row("decimal from an integer", 10, FieldKind::Decimal, u"10"_s);
    row("decimal from a string", u"10"_s, FieldKind::Decimal, u"10"_s);
    row("decimal with zeros", u"10.00"_s, FieldKind::Decimal, u"10"_s);
    row("decimal fraction", 0.5, FieldKind::Decimal, u"0.5"_s);
    row("set is sorted", QJsonArray{u"b"_s, u"a"_s}, FieldKind::Set, u"[\"a\",\"b\"]"_s);
    row("set without duplicates", QJsonArray{u"a"_s, u"b"_s, u"a"_s}, FieldKind::Set, u"[\"a\",\"b\"]"_s);
    row("set of strings equal by NFC", QJsonArray{u"e\u0301"_s, u"\u00E9"_s}, FieldKind::Set, u"[\"\u00E9\"]"_s);
    row("empty set", QJsonArray(), FieldKind::Set, u"[]"_s);
    row("set keeps 1 and \"1\" apart", QJsonArray{1, u"1"_s}, FieldKind::Set, u"[\"1\",1]"_s);
    row("set does not confuse a comma", QJsonArray{u"a,b"_s}, FieldKind::Set, u"[\"a,b\"]"_s);
}

void tst_IntentKey::field_value_hasItsText()
{
    QFETCH(QJsonValue, value);
    QFETCH(int, kind);
    QFETCH(QString, text);
    const auto field = base::naturalField(value, FieldKind(kind));
    QVERIFY(field);
    QCOMPARE(*field, text);
}

void tst_IntentKey::field_unusableValue_isRefused_data()
{
    QTest::addColumn<QJsonValue>("value");
    QTest::addColumn<int>("kind");
    QTest::newRow("null") << QJsonValue(QJsonValue::Null) << int(FieldKind::Plain);
    QTest::newRow("missing") << QJsonValue(QJsonValue::Undefined) << int(FieldKind::Plain);
    QTest::newRow("null as a decimal") << QJsonValue(QJsonValue::Null) << int(FieldKind::Decimal);
    QTest::newRow("null as a set") << QJsonValue(QJsonValue::Null) << int(FieldKind::Set);
    QTest::newRow("grouped decimal") << QJsonValue(u"1,250"_s) << int(FieldKind::Decimal);
    QTest::newRow("negative decimal") << QJsonValue(-1) << int(FieldKind::Decimal);
    QTest::newRow("list as a decimal") << QJsonValue(QJsonArray{1}) << int(FieldKind::Decimal);
    QTest::newRow("string as a set") << QJsonValue(u"a"_s) << int(FieldKind::Set);
    QTest::newRow("object as a set") << QJsonValue(QJsonObject()) << int(FieldKind::Set);
}

void tst_IntentKey::field_unusableValue_isRefused()
{
    QFETCH(QJsonValue, value);
    QFETCH(int, kind);
    const auto field = base::naturalField(value, FieldKind(kind));
    QVERIFY(!field);
    QCOMPARE(field.error().code, ErrorCode::NotCanonical);
}

void tst_IntentKey::natural_specialCharacters_areEscaped_data()
{
    QTest::addColumn<QStringList>("fields");
    QTest::addColumn<QString>("window");
    QTest::addColumn<QString>("text");
    QTest::newRow("no fields") << QStringList() << QString() << u"pay"_s;
    QTest::newRow("window left out") << QStringList{u"a"_s} << QString() << u"pay|a"_s;
    QTest::newRow("separator") << QStringList{u"a|b"_s} << QString() << u"pay|a\\|b"_s;
    QTest::newRow("backslash") << QStringList{u"a\\"_s, u"b"_s} << QString() << u"pay|a\\\\|b"_s;
    QTest::newRow("backslash and separator") << QStringList{u"a\\|b"_s} << QString() << u"pay|a\\\\\\|b"_s;
    QTest::newRow("empty fields") << QStringList{QString(), QString()} << u"2026-09-20"_s << u"pay|||2026-09-20"_s;
}

void tst_IntentKey::natural_specialCharacters_areEscaped()
{
    QFETCH(QStringList, fields);
    QFETCH(QString, window);
    QFETCH(QString, text);
    QCOMPARE(base::naturalText(u"pay"_s, fields, window), text);
    QCOMPARE(base::namedText(u"pay|x"_s, u"invoice:create:order:8472"_s), u"named|pay\\|x|invoice:create:order:8472"_s);
}

void tst_IntentKey::natural_anyTwoDifferentFieldLists_haveDifferentTexts()
{
    QVERIFY(rc::check("escaping is one to one", [] {
        const auto any = [] {
            QStringList fields;
            for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
                fields.append(
                    QString::fromStdString(*rc::gen::container<std::string>(rc::gen::element('|', '\\', 'a', 'b'))));
            }
            return fields;
        };
        const QStringList a = any();
        const QStringList b = any();
        RC_ASSERT((a == b) == (base::naturalText(u"t"_s, a, {}) == base::naturalText(u"t"_s, b, {})));
    }));
}

void tst_IntentKey::wireKey_isThatOfTheContract()
{
    const QString key = u"aa14c00cde3fa5d2cd90c6adda0d44ad"_s;
    const QByteArray text = "obstat/wire/v1|bank.example/1|default|" + key.toUtf8() + "|0";
    QCOMPARE(base::wireKey(u"bank.example/1"_s, u"default"_s, key, 0), base::digestHex(text).first(32));
    // printf %s 'obstat/wire/v1|bank.example/1|default|aa14c00cde3fa5d2cd90c6adda0d44ad|0' | sha256sum | cut -c1-32
    QCOMPARE(base::wireKey(u"bank.example/1"_s, u"default"_s, key, 0), u"7da1d45d2d07dda2b0fb3692c36fe071"_s);
}

void tst_IntentKey::wireKey_everyPart_matters()
{
    QSet<QString> keys;
    for (const QString &origin : {u"a"_s, u"b"_s}) {
        for (const QString &tenant : {u"default"_s, u"t|1"_s, u"t"_s}) {
            for (const QString &key : {u"00"_s, u"01"_s}) {
                for (const int generation : {0, 1, 10}) {
                    keys.insert(base::wireKey(origin, tenant, key, generation));
                }
            }
        }
    }
    QCOMPARE(keys.size(), 2 * 3 * 2 * 3);
    QVERIFY(base::wireKey(u"a"_s, u"b|c"_s, u"d"_s, 1) != base::wireKey(u"a|b"_s, u"c"_s, u"d"_s, 1));
}

void tst_IntentKey::window_instant_fallsIntoItsDay_data()
{
    QTest::addColumn<QByteArray>("zone");
    QTest::addColumn<int>("cutOff");
    QTest::addColumn<QByteArray>("instant");
    QTest::addColumn<QString>("day");
    const auto row = [](const char *name, const char *zone, int cutOff, const char *instant, const char *day) {
        QTest::newRow(name) << QByteArray(zone) << cutOff << QByteArray(instant) << QString::fromLatin1(day);
    };
    row("UTC, last second", "UTC", 0, "2026-09-20T23:59:59.999Z", "2026-09-20");
    row("UTC, midnight", "UTC", 0, "2026-09-21T00:00:00Z", "2026-09-21");
    row("Berlin, summer, just before local midnight", "Europe/Berlin", 0, "2026-09-20T21:59:59Z", "2026-09-20");
    row("Berlin, summer, local midnight", "Europe/Berlin", 0, "2026-09-20T22:00:00Z", "2026-09-21");
    row("Berlin, winter, local midnight", "Europe/Berlin", 0, "2026-01-14T23:00:00Z", "2026-01-15");
    row("Berlin, winter, an hour before", "Europe/Berlin", 0, "2026-01-14T22:00:00Z", "2026-01-14");
    row("Berlin, spring forward, before the gap", "Europe/Berlin", 150, "2026-03-29T00:59:59Z", "2026-03-29");
    row("Berlin, spring forward, cut-off inside the gap", "Europe/Berlin", 150, "2026-03-29T01:00:00Z", "2026-03-30");
    row("Berlin, fall back, day begins", "Europe/Berlin", 0, "2026-10-24T22:00:00Z", "2026-10-25");
    row("Berlin, fall back, last second of 25 hours", "Europe/Berlin", 0, "2026-10-25T22:59:59Z", "2026-10-25");
    row("Berlin, fall back, next day", "Europe/Berlin", 0, "2026-10-25T23:00:00Z", "2026-10-26");
    row("New York, evening", "America/New_York", 0, "2026-09-21T03:59:59Z", "2026-09-20");
    row("New York, midnight", "America/New_York", 0, "2026-09-21T04:00:00Z", "2026-09-21");
    row("Kathmandu, a quarter-hour zone", "Asia/Kathmandu", 0, "2026-09-20T18:15:00Z", "2026-09-21");
    row("Kathmandu, before", "Asia/Kathmandu", 0, "2026-09-20T18:14:59Z", "2026-09-20");
    row("Kiritimati, UTC+14", "Pacific/Kiritimati", 0, "2026-09-20T10:00:00Z", "2026-09-21");
    row("Sao Paulo 2018, a day without midnight", "America/Sao_Paulo", 0, "2018-11-04T03:00:00Z", "2018-11-04");
    row("cut-off 17:00, before", "America/New_York", 17 * 60, "2026-09-20T20:59:59Z", "2026-09-20");
    row("cut-off 17:00, at", "America/New_York", 17 * 60, "2026-09-20T21:00:00Z", "2026-09-21");
    row("cut-off 17:00, over the end of the year", "America/New_York", 17 * 60, "2026-12-31T22:00:00Z", "2027-01-01");
    row("leap day", "UTC", 0, "2028-02-29T12:00:00Z", "2028-02-29");
    row("before 1970", "UTC", 0, "1969-12-31T23:59:59.999Z", "1969-12-31");
}

void tst_IntentKey::window_instant_fallsIntoItsDay()
{
    QFETCH(QByteArray, zone);
    QFETCH(int, cutOff);
    QFETCH(QByteArray, instant);
    QFETCH(QString, day);
    QCOMPARE(base::windowAt(days(zone.constData(), cutOff), at(instant.constData())), day);
}

void tst_IntentKey::window_hour_isUtc()
{
    const WindowRule rule{WindowKind::Hour, "Asia/Kathmandu", 0};
    QCOMPARE(base::windowAt(rule, at("2026-09-20T14:59:59.999Z")), u"2026-09-20T14Z"_s);
    QCOMPARE(base::windowAt(rule, at("2026-09-20T15:00:00Z")), u"2026-09-20T15Z"_s);
    QCOMPARE(base::windowAt(rule, at("2026-09-20T00:00:00Z")), u"2026-09-20T00Z"_s);
}

void tst_IntentKey::window_none_isEmpty()
{
    QVERIFY(base::windowAt({}, at("2026-09-20T14:00:00Z")).isEmpty());
}

void tst_IntentKey::window_named_isCheckedAgainstNow_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("window");
    QTest::addColumn<bool>("good");
    const auto row = [](const char *name, WindowKind kind, const char *window, bool good) {
        QTest::newRow(name) << int(kind) << QString::fromUtf8(window) << good;
    };
    row("today", WindowKind::BusinessDay, "2026-09-20", true);
    row("yesterday", WindowKind::BusinessDay, "2026-09-19", true);
    row("tomorrow", WindowKind::BusinessDay, "2026-09-21", true);
    row("two days ago", WindowKind::BusinessDay, "2026-09-18", false);
    row("in two days", WindowKind::BusinessDay, "2026-09-22", false);
    row("no such day", WindowKind::BusinessDay, "2026-09-31", false);
    row("day without zeros", WindowKind::BusinessDay, "2026-9-20", false);
    row("day with a time", WindowKind::BusinessDay, "2026-09-20T00:00", false);
    row("day with a space", WindowKind::BusinessDay, "2026-09-20 ", false);
    row("full-width digits", WindowKind::BusinessDay, "２０２６-０９-２０", false);
    row("an hour for a day", WindowKind::BusinessDay, "2026-09-20T14Z", false);
    row("nothing for a day", WindowKind::BusinessDay, "", false);
    row("this hour", WindowKind::Hour, "2026-09-20T14Z", true);
    row("24 hours ago", WindowKind::Hour, "2026-09-19T14Z", true);
    row("in 24 hours", WindowKind::Hour, "2026-09-21T14Z", true);
    row("25 hours ago", WindowKind::Hour, "2026-09-19T13Z", false);
    row("in 25 hours", WindowKind::Hour, "2026-09-21T15Z", false);
    row("hour 24", WindowKind::Hour, "2026-09-20T24Z", false);
    row("hour without Z", WindowKind::Hour, "2026-09-20T14", false);
    row("small letters", WindowKind::Hour, "2026-09-20t14z", false);
    row("a day for an hour", WindowKind::Hour, "2026-09-20", false);
    row("nothing where there is no window", WindowKind::None, "", true);
    row("a day where there is no window", WindowKind::None, "2026-09-20", false);
}

void tst_IntentKey::window_named_isCheckedAgainstNow()
{
    QFETCH(int, kind);
    QFETCH(QString, window);
    QFETCH(bool, good);
    const WindowRule rule{WindowKind(kind), "UTC", 0};
    const auto checked = base::checkWindow(rule, window, at("2026-09-20T14:40:00Z"));
    QCOMPARE(checked.has_value(), good);
    if (checked) {
        QCOMPARE(*checked, window);
    } else {
        QCOMPARE(checked.error().code, ErrorCode::NotCanonical);
    }
}

QTEST_GUILESS_MAIN(tst_IntentKey)
#include "tst_intentkey.moc"
