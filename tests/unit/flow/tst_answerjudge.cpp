#include "base/canonicaljson.h"
#include "flow/answerjudge.h"
#include "flowtool.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using flow::judgeAnswer;
using ledger::AttemptOutcome;
using wire::Outcome;

namespace {

wire::Outcome answered(int status, const QByteArray &body, const wire::Headers &headers = {})
{
    Outcome outcome;
    outcome.kind = Outcome::Kind::Answered;
    outcome.sent = true;
    outcome.status = status;
    outcome.body = body;
    outcome.headers = headers;
    outcome.duration = 1234;
    return outcome;
}

policy::ToolEntry tool()
{
    return payTool("honours_key = true\nreplay_marker = { headers = { \"Idempotent-Replayed\" = \"true\" } }\n",
                   payAnswers());
}

} // namespace

/// Contract 7.2: what an answer means. Only what a tool declares counts; everything less certain is unknown.
class TestAnswerJudge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answer_judged_data();
    void answer_judged();
    void noAnswer_judged_data();
    void noAnswer_judged();
    void refusal_afterAnOpenAttempt_countsOnlyAsReplay_data();
    void refusal_afterAnOpenAttempt_countsOnlyAsReplay();
    void late_answer_keepsItsMeaning();
    void success_keepsBytesAndReference_data();
    void success_keepsBytesAndReference();
    void unmatched_bodyIsRecorded_notKeptAsResult_data();
    void unmatched_bodyIsRecorded_notKeptAsResult();
};

void TestAnswerJudge::answer_judged_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<AttemptOutcome>("outcome");
    const auto row = [](const char *name, int status, const char *body, AttemptOutcome outcome) {
        QTest::newRow(name) << status << QByteArray(body) << outcome;
    };
    const auto unmatched = AttemptOutcome::Unmatched;
    row("declared success", 200, R"({"status":"done","id":"a"})", AttemptOutcome::Succeeded);
    row("declared success, the other status", 201, R"({"id":"a","status":"done"})", AttemptOutcome::Succeeded);
    row("200 without what success asks for", 200, R"({"status":"queued"})", unmatched);
    row("200 that tells of an error", 200, R"({"status":"error","error":"no"})", unmatched); // bug_U1
    row("200 with another type of status", 200, R"({"status":true})", unmatched);
    row("200 that is no JSON", 200, "done", unmatched);
    row("200 with nothing", 200, "", unmatched);
    row("200 with a list", 200, R"(["done"])", unmatched);
    row("2xx that is not declared", 202, R"({"status":"done"})", unmatched);
    row("204", 204, "", unmatched);
    row("redirect", 302, R"({"status":"done"})", unmatched);
    row("not modified", 304, "", unmatched);
    row("declared refusal", 422, R"({"error":"declined"})", AttemptOutcome::NoEffect);
    row("refusal without what the rule asks for", 422, R"({"message":"declined"})", unmatched);
    row("refusal with a null", 422, R"({"error":null})", unmatched);
    row("refusal as text", 422, "declined", unmatched);
    row("other 4xx: 400", 400, R"({"error":"bad"})", unmatched);
    row("other 4xx: 401", 401, R"({"error":"who"})", unmatched);
    row("other 4xx: 404", 404, R"({"error":"where"})", unmatched);
    row("key in use", 409, R"({"error":"key in use"})", unmatched);
    row("key mismatch", 409, R"({"error":"key was used with another body"})", unmatched);
    row("too many", 429, R"({"error":"later"})", unmatched);
    row("5xx", 500, R"({"error":"broken"})", unmatched);
    row("5xx that claims success", 503, R"({"status":"done"})", unmatched);
}

void TestAnswerJudge::answer_judged()
{
    QFETCH(const int, status);
    QFETCH(const QByteArray, body);
    QFETCH(const AttemptOutcome, outcome);
    const ledger::AttemptEnd end = judgeAnswer(tool(), false, answered(status, body));
    QCOMPARE(ledger::outcomeText(end.outcome), ledger::outcomeText(outcome));
    QCOMPARE(end.httpStatus, std::optional(status));
    QCOMPARE(end.duration, std::optional<base::Micros>(1234));
    QVERIFY(!end.late);
    QVERIFY(!end.replayMarked);
    QVERIFY(!end.response.isEmpty());
    QVERIFY(!end.retryAt);
}

void TestAnswerJudge::noAnswer_judged_data()
{
    QTest::addColumn<Outcome::Kind>("kind");
    QTest::addColumn<AttemptOutcome>("outcome");
    using Kind = Outcome::Kind;
    QTest::newRow("proved not sent") << Kind::NotSent << AttemptOutcome::NotSent;
    QTest::newRow("closed without an answer") << Kind::Closed << AttemptOutcome::Reset;
    QTest::newRow("reset") << Kind::Reset << AttemptOutcome::Reset;
    QTest::newRow("cut short or no HTTP") << Kind::Unreadable << AttemptOutcome::Unreadable;
    QTest::newRow("too large") << Kind::TooLarge << AttemptOutcome::Unreadable;
    QTest::newRow("silent to the end") << Kind::Gone << AttemptOutcome::TimedOut;
    QTest::newRow("we stopped") << Kind::Stopped << AttemptOutcome::Crashed;
}

void TestAnswerJudge::noAnswer_judged()
{
    QFETCH(const Outcome::Kind, kind);
    QFETCH(const AttemptOutcome, outcome);
    Outcome seen;
    seen.kind = kind;
    seen.sent = kind != Outcome::Kind::NotSent;
    seen.duration = 77;
    for (const bool earlierOpen : {false, true}) {
        const ledger::AttemptEnd end = judgeAnswer(tool(), earlierOpen, seen);
        QCOMPARE(ledger::outcomeText(end.outcome), ledger::outcomeText(outcome));
        QVERIFY(!end.httpStatus);
        QVERIFY(!end.duration); // contract 9.3 measures answers; what never answered has none
        QVERIFY(end.result.isEmpty());
        QVERIFY(end.response.isEmpty());
        QVERIFY(end.reference.isEmpty());
    }
}

void TestAnswerJudge::refusal_afterAnOpenAttempt_countsOnlyAsReplay_data()
{
    QTest::addColumn<bool>("earlierOpen");
    QTest::addColumn<bool>("marked");
    QTest::addColumn<AttemptOutcome>("outcome");
    QTest::newRow("first attempt") << false << false << AttemptOutcome::NoEffect;
    QTest::newRow("first attempt, marked") << false << true << AttemptOutcome::NoEffect;
    QTest::newRow("an earlier one is open") << true << false << AttemptOutcome::Unmatched;
    QTest::newRow("the owner's replay settles the earlier one") << true << true << AttemptOutcome::NoEffect;
}

void TestAnswerJudge::refusal_afterAnOpenAttempt_countsOnlyAsReplay()
{
    QFETCH(const bool, earlierOpen);
    QFETCH(const bool, marked);
    QFETCH(const AttemptOutcome, outcome);
    wire::Headers headers;
    if (marked)
        headers.add("idempotent-replayed", "true"); // names have no case
    const auto refusal = answered(422, R"({"error":"declined"})", headers);
    const ledger::AttemptEnd end = judgeAnswer(tool(), earlierOpen, refusal);
    QCOMPARE(ledger::outcomeText(end.outcome), ledger::outcomeText(outcome));
    QCOMPARE(end.replayMarked, marked);
    QCOMPARE(end.result.isEmpty(), outcome == AttemptOutcome::Unmatched);
    // A success needs no mark: whoever did it, it was done.
    const auto success = answered(200, R"({"status":"done","id":"7"})", headers);
    QCOMPARE(judgeAnswer(tool(), earlierOpen, success).outcome, AttemptOutcome::Succeeded);
}

void TestAnswerJudge::late_answer_keepsItsMeaning()
{
    Outcome outcome = answered(200, R"({"status":"done","id":"a"})");
    outcome.late = true;
    const ledger::AttemptEnd end = judgeAnswer(tool(), false, outcome);
    QVERIFY(end.late);
    QCOMPARE(end.outcome, AttemptOutcome::Succeeded);
    QCOMPARE(end.reference, u"a"_s);
}

void TestAnswerJudge::success_keepsBytesAndReference_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("reference");
    QTest::newRow("text") << QByteArray(R"({"status":"done","id":"pay_1"})") << u"pay_1"_s;
    QTest::newRow("number") << QByteArray(R"({"status":"done","id":1250})") << u"1250"_s;
    QTest::newRow("a number beyond a double keeps its digits")
        << QByteArray(R"({"status":"done","id":9007199254740993})") << u"9007199254740993"_s;
    QTest::newRow("half a surrogate pair") << QByteArray(R"({"status":"done","id":"\ud800x"})") << u"\uFFFDx"_s;
    QTest::newRow("not canonical, twice, with white space")
        << QByteArray("{ \"status\" : \"done\",\n \"id\":\"a\", \"x\":1.0, \"x\":2 }") << u"a"_s;
    QTest::newRow("none") << QByteArray(R"({"status":"done"})") << QString();
    QTest::newRow("a list is none") << QByteArray(R"({"status":"done","id":["a"]})") << QString();
}

void TestAnswerJudge::success_keepsBytesAndReference()
{
    QFETCH(const QByteArray, body);
    QFETCH(const QString, reference);
    const ledger::AttemptEnd end = judgeAnswer(tool(), false, answered(200, body, {{"X-Request-Id", "r\xe9"}}));
    QCOMPARE(end.outcome, AttemptOutcome::Succeeded);
    QCOMPARE(end.result, body); // the owner's bytes, as they are
    QCOMPARE(end.reference, reference);
    const auto record = base::parseCanonical(end.response);
    QVERIFY(record.has_value());
    QCOMPARE(record->bytes, end.response);
    QVERIFY(!record->value.toObject().contains(u"body"_s)); // it is the result
    QCOMPARE(record->value[u"status"_s].toInt(), 200);
    QCOMPARE(record->value[u"headers"_s].toArray().first().toArray(), (QJsonArray{u"X-Request-Id"_s, u"r\u00e9"_s}));
}

void TestAnswerJudge::unmatched_bodyIsRecorded_notKeptAsResult_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("member");
    QTest::addColumn<QString>("value");
    QTest::newRow("text") << QByteArray("<html>") << u"body"_s << u"<html>"_s;
    QTest::newRow("nothing") << QByteArray() << u"body"_s << QString();
    QTest::newRow("no UTF-8") << QByteArray("\xff\x01") << u"body_base64"_s << u"/wE="_s;
    QTest::newRow("a surrogate in UTF-8") << QByteArray("\xed\xa0\x80") << u"body_base64"_s << u"7aCA"_s;
}

void TestAnswerJudge::unmatched_bodyIsRecorded_notKeptAsResult()
{
    QFETCH(const QByteArray, body);
    QFETCH(const QString, member);
    const ledger::AttemptEnd end = judgeAnswer(tool(), false, answered(502, body));
    QCOMPARE(end.outcome, AttemptOutcome::Unmatched);
    QVERIFY(end.result.isEmpty());
    QVERIFY(end.reference.isEmpty());
    const auto record = base::parseCanonical(end.response);
    QVERIFY(record.has_value());
    QVERIFY(record->value.toObject().contains(member));
    QTEST(record->value[member].toString(), "value");
}

QTEST_GUILESS_MAIN(TestAnswerJudge)
#include "tst_answerjudge.moc"
