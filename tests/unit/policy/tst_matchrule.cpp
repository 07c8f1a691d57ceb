#include "policy/toolentry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;

class MatchRuleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void matches_ruleWithoutParts_neverMatches();
    void matches_status_data();
    void matches_status();
    void matches_body_data();
    void matches_body();
    void matches_bodyIsNotJson_doesNotMatch();
    void matches_header_data();
    void matches_header();
    void matches_severalParts_allMustHold();
};

void MatchRuleTest::matches_ruleWithoutParts_neverMatches()
{
    QVERIFY(!policy::MatchRule().matches(200, {}, QJsonValue(QJsonObject())));
}

void MatchRuleTest::matches_status_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("expected");
    QTest::newRow("single") << 200 << true;
    QTest::newRow("range begin") << 202 << true;
    QTest::newRow("range end") << 204 << true;
    QTest::newRow("before range") << 201 << false;
    QTest::newRow("after range") << 205 << false;
    QTest::newRow("server error (§7.2: unknown)") << 500 << false;
}

void MatchRuleTest::matches_status()
{
    QFETCH(int, status);
    QFETCH(bool, expected);
    policy::MatchRule rule;
    rule.statuses = {{200, 200}, {202, 204}};
    QCOMPARE(rule.matches(status, {}, std::nullopt), expected);
}

void MatchRuleTest::matches_body_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("texts");
    QTest::addColumn<bool>("expected");
    QTest::newRow("text equal") << u"status"_s << QStringList{u"done"_s} << true;
    QTest::newRow("text other") << u"status"_s << QStringList{u"open"_s} << false;
    QTest::newRow("text one of") << u"status"_s << QStringList{u"open"_s, u"done"_s} << true;
    QTest::newRow("text in other case") << u"status"_s << QStringList{u"Done"_s} << false;
    QTest::newRow("nested") << u"data.state"_s << QStringList{u"ok"_s} << true;
    QTest::newRow("element of a list") << u"items[1].id"_s << QStringList{u"b"_s} << true;
    QTest::newRow("number") << u"count"_s << QStringList{u"2"_s} << true;
    QTest::newRow("number spelled otherwise") << u"count"_s << QStringList{u"2.0"_s} << false;
    QTest::newRow("true") << u"final"_s << QStringList{u"true"_s} << true;
    QTest::newRow("null as text") << u"nothing"_s << QStringList{u"null"_s} << true;
    QTest::newRow("missing") << u"absent"_s << QStringList{u"done"_s} << false;
    QTest::newRow("object") << u"data"_s << QStringList{u"{\"state\":\"ok\"}"_s} << false;
    QTest::newRow("list") << u"items[].id"_s << QStringList{u"a"_s} << false;
    QTest::newRow("there, whatever it is") << u"status"_s << QStringList{} << true;
    QTest::newRow("there, an object") << u"data"_s << QStringList{} << true;
    QTest::newRow("there, but missing") << u"absent"_s << QStringList{} << false;
    QTest::newRow("there, but null") << u"nothing"_s << QStringList{} << false;
}

void MatchRuleTest::matches_body()
{
    QFETCH(QString, path);
    QFETCH(QStringList, texts);
    QFETCH(bool, expected);
    const QJsonDocument json = QJsonDocument::fromJson(
        R"({"status":"done","data":{"state":"ok"},"items":[{"id":"a"},{"id":"b"}],"count":2,"final":true,"nothing":null})");
    QVERIFY(json.isObject());
    policy::MatchRule rule;
    rule.body.insert(path, texts);
    QCOMPARE(rule.matches(200, {}, QJsonValue(json.object())), expected);
}

void MatchRuleTest::matches_bodyIsNotJson_doesNotMatch()
{
    policy::MatchRule rule;
    rule.statuses = {{422, 422}};
    QVERIFY(rule.matches(422, {}, std::nullopt));
    rule.body.insert(u"error"_s, {});
    QVERIFY(!rule.matches(422, {}, std::nullopt));
    QVERIFY(!rule.matches(422, {}, QJsonValue(u"error"_s)));
}

void MatchRuleTest::matches_header_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("expected");
    QTest::newRow("equal") << QByteArray("Idempotent-Replayed") << QByteArray("true") << true;
    QTest::newRow("name in other case") << QByteArray("idempotent-replayed") << QByteArray("true") << true;
    QTest::newRow("space around the value") << QByteArray("Idempotent-Replayed") << QByteArray(" true ") << true;
    QTest::newRow("value in other case") << QByteArray("Idempotent-Replayed") << QByteArray("TRUE") << false;
    QTest::newRow("other value") << QByteArray("Idempotent-Replayed") << QByteArray("false") << false;
    QTest::newRow("other name") << QByteArray("X-Replayed") << QByteArray("true") << false;
}

void MatchRuleTest::matches_header()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, value);
    QFETCH(bool, expected);
    policy::MatchRule rule;
    rule.headers.insert(u"Idempotent-Replayed"_s, {u"true"_s});
    QCOMPARE(rule.matches(200, {{"Date", "x"}, {name, value}}, std::nullopt), expected);
}

void MatchRuleTest::matches_severalParts_allMustHold()
{
    policy::MatchRule rule;
    rule.statuses = {{200, 299}};
    rule.body.insert(u"a"_s, {u"1"_s});
    rule.body.insert(u"b"_s, {u"2"_s});
    rule.headers.insert(u"X"_s, {u"y"_s});
    const QList<QPair<QByteArray, QByteArray>> headers{{"x", "y"}};
    const QJsonObject both{{u"a"_s, 1}, {u"b"_s, 2}};
    QVERIFY(rule.matches(201, headers, both));
    QVERIFY(!rule.matches(404, headers, both));
    QVERIFY(!rule.matches(201, {}, both));
    QVERIFY(!rule.matches(201, headers, QJsonObject{{u"a"_s, 1}}));
}

QTEST_APPLESS_MAIN(MatchRuleTest)
#include "tst_matchrule.moc"
