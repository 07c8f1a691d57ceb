#include "policy/tomlvalue.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;

class TomlValueTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void members_anyOrder_areInFileOrderWithTheirLines();
    void values_everyType_areToldApart();
    void text_notToml_namesFileAndLine_data();
    void text_notToml_namesFileAndLine();
    void text_overAMebibyte_isTooLarge();
    void nesting_beyondTheStack_isRefused_data();
    void nesting_beyondTheStack_isRefused();
    void nesting_asDeepAsAllowed_isRead();
};

void TomlValueTest::members_anyOrder_areInFileOrderWithTheirLines()
{
    const auto root = policy::parseToml("zebra = 1\n\n[tool.b]\nx = 1\n[tool.a]\ny = [\n  1,\n  2,\n]\n", u"t.toml"_s);
    QVERIFY(root.has_value());
    QCOMPARE(root->members.size(), size_t(2));
    QCOMPARE(root->members[0].name, u"zebra"_s);
    QCOMPARE(root->members[0].line, 1);
    const policy::TomlValue *tool = root->find(u"tool"_s);
    QVERIFY(tool);
    QCOMPARE(tool->members[0].name, u"b"_s);
    QCOMPARE(tool->members[1].name, u"a"_s);
    QCOMPARE(tool->members[1].value.members[0].value.items[1].line, 8);
    QVERIFY(!root->find(u"nothing"_s));
}

void TomlValueTest::values_everyType_areToldApart()
{
    const auto root =
        policy::parseToml("a = 'x'\nb = 1\nc = 1.5\nd = true\ne = 2026-09-20\nf = [1]\ng = { h = 1 }\n", u"t.toml"_s);
    QVERIFY(root.has_value());
    QStringList kinds;
    for (const policy::TomlMember &member : root->members)
        kinds.append(member.value.kindText());
    const QStringList expected{u"text"_s,          u"a whole number"_s, u"a number with a fraction"_s,
                               u"true or false"_s, u"a date or time"_s, u"a list"_s,
                               u"a table"_s};
    QCOMPARE(kinds, expected);
    QCOMPARE(root->find(u"e"_s)->text, u"2026-09-20"_s);
}

void TomlValueTest::text_notToml_namesFileAndLine_data()
{
    QTest::addColumn<QByteArray>("toml");
    QTest::addColumn<QString>("place");
    QTest::newRow("value missing") << QByteArray("a = 1\nb =\n") << u"t.toml:2: "_s;
    QTest::newRow("key twice") << QByteArray("a = 1\n\na = 2\n") << u"t.toml:3: "_s;
    QTest::newRow("table twice") << QByteArray("[a]\n[b]\n[a]\n") << u"t.toml:3: "_s;
    QTest::newRow("text not closed") << QByteArray("a = \"b\n") << u"t.toml:1: "_s;
    QTest::newRow("bracket not closed") << QByteArray("[tool.x\n") << u"t.toml:1: "_s;
    QTest::newRow("not UTF-8") << QByteArray("a = \"\xff\"\n") << u"t.toml:1: "_s;
    QTest::newRow("control character") << QByteArray("a = \"\x01\"\n") << u"t.toml:1: "_s;
    QTest::newRow("JSON") << QByteArray("{\"a\": 1}") << u"t.toml:1: "_s;
    QTest::newRow("integer too large") << QByteArray("x = 0\na = 99999999999999999999\n") << u"t.toml:2: "_s;
}

void TomlValueTest::text_notToml_namesFileAndLine()
{
    QFETCH(QByteArray, toml);
    QFETCH(QString, place);
    const auto root = policy::parseToml(toml, u"t.toml"_s);
    QVERIFY(!root.has_value());
    QCOMPARE(root.error().code, base::ErrorCode::Malformed);
    QVERIFY2(root.error().message.startsWith(place), qPrintable(root.error().message));
}

void TomlValueTest::text_overAMebibyte_isTooLarge()
{
    const auto root = policy::parseToml(QByteArray("#\n").repeated(600 * 1024), u"t.toml"_s);
    QVERIFY(!root.has_value());
    QCOMPARE(root.error().code, base::ErrorCode::TooLarge);
}

void TomlValueTest::nesting_beyondTheStack_isRefused_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("dotted name of a long line") << QByteArray("a.").repeated(200000) + "a = 1";
    QTest::newRow("dotted name of many parts") << QByteArray("a.").repeated(5000) + "a = 1";
    QTest::newRow("dotted name of 66 parts") << QByteArray("a.").repeated(65) + "a = 1";
    QTest::newRow("table header of 66 parts") << "[" + QByteArray("a.").repeated(65) + "a]";
    QTest::newRow("lists") << "a = " + QByteArray("[").repeated(70) + QByteArray("]").repeated(70);
}

void TomlValueTest::nesting_beyondTheStack_isRefused()
{
    QFETCH(QByteArray, value);
    const auto root = policy::parseToml("x = 1\n" + value + "\n", u"t.toml"_s);
    QVERIFY(!root.has_value());
    QCOMPARE(root.error().code, base::ErrorCode::TooLarge);
    QVERIFY2(root.error().message.startsWith("t.toml:2: "_L1), qPrintable(root.error().message));
}

void TomlValueTest::nesting_asDeepAsAllowed_isRead()
{
    QVERIFY(policy::parseToml(QByteArray("a.").repeated(63) + "a = 1\n", u"t.toml"_s).has_value());
    QVERIFY(policy::parseToml("a = " + QByteArray("[").repeated(63) + QByteArray("]").repeated(63), u"t.toml"_s));
}

QTEST_APPLESS_MAIN(TomlValueTest)
#include "tst_tomlvalue.moc"
