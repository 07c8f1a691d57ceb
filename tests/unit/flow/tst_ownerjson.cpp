#include "flow/ownerjson.h"

#include <QTest>

using namespace obstat;

/// A member of a body keeps its bytes (contract 7.3: what a caller reports is what the agent gets).
class TestOwnerJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void memberBytes_areThoseOfTheBody_data();
    void memberBytes_areThoseOfTheBody();
    void memberBytes_ofNoSuchMember_areNone_data();
    void memberBytes_ofNoSuchMember_areNone();
};

void TestOwnerJson::memberBytes_areThoseOfTheBody_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char *name, const QByteArray &body, const QByteArray &bytes) {
        QTest::newRow(name) << body << bytes;
    };
    row("the only one", R"({"result":1.10})", "1.10");
    row("between others", R"({"a":[{"result":0}], "result" : {"x":[1,{"y":2}]} , "b":3})", R"({"x":[1,{"y":2}]})");
    row("a text with marks of JSON", R"({"result":"a,}]\"\\","b":1})", R"("a,}]\"\\")");
    row("a value of this name before", R"({"a":"result","result":true})", "true");
    row("a list", R"({"result":[1, 2 ]})", "[1, 2 ]");
    row("an empty object", R"({"result":{}})", "{}");
    row("digits that no double holds", R"({"result":12345678901234567890.25})", "12345678901234567890.25");
}

void TestOwnerJson::memberBytes_areThoseOfTheBody()
{
    QFETCH(QByteArray, body);
    QVERIFY(flow::parseOwnerJson(body).has_value());
    const auto bytes = flow::memberBytes(body, "result");
    QVERIFY(bytes.has_value());
    QTEST(*bytes, "bytes");
}

void TestOwnerJson::memberBytes_ofNoSuchMember_areNone_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("none") << QByteArray(R"({"a":1})");
    QTest::newRow("deeper") << QByteArray(R"({"a":{"result":1}})");
    QTest::newRow("its name as a value") << QByteArray(R"({"a":"result","b":1})");
    QTest::newRow("written with an escape") << QByteArray(R"({"\u0072esult":1})");
    QTest::newRow("empty") << QByteArray("{}");
}

void TestOwnerJson::memberBytes_ofNoSuchMember_areNone()
{
    QFETCH(QByteArray, body);
    QVERIFY(flow::parseOwnerJson(body).has_value());
    QVERIFY(!flow::memberBytes(body, "result").has_value());
}

QTEST_GUILESS_MAIN(TestOwnerJson)
#include "tst_ownerjson.moc"
