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
    void doubtfulReference_isNone_andSaid_data();
    void doubtfulReference_isNone_andSaid();
    void ambiguousBody_matchesNoRule_data();
    void ambiguousBody_matchesNoRule();
    void ambiguousBody_ruleDoesNotReadIt_countsWithoutReference();
    void integerOfRule_comparedDigitByDigit();
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
    const ledger::AttemptEnd end = judgeAnswer(tool(), false, answered(status, body)).end;
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
        const ledger::AttemptEnd end = judgeAnswer(tool(), earlierOpen, seen).end;
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
    const ledger::AttemptEnd end = judgeAnswer(tool(), earlierOpen, refusal).end;
    QCOMPARE(ledger::outcomeText(end.outcome), ledger::outcomeText(outcome));
    QCOMPARE(end.replayMarked, marked);
    QCOMPARE(end.result.isEmpty(), outcome == AttemptOutcome::Unmatched);
    // A success needs no mark: whoever did it, it was done.
    const auto success = answered(200, R"({"status":"done","id":"7"})", headers);
    QCOMPARE(judgeAnswer(tool(), earlierOpen, success).end.outcome, AttemptOutcome::Succeeded);
}

void TestAnswerJudge::late_answer_keepsItsMeaning()
{
    Outcome outcome = answered(200, R"({"status":"done","id":"a"})");
    outcome.late = true;
    const ledger::AttemptEnd end = judgeAnswer(tool(), false, outcome).end;
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
    const auto id = [](const char *name, const QByteArray &value, const QString &reference) {
        QTest::newRow(name) << QByteArray(R"({"status":"done","id":)" + value + "}") << reference;
    };
    id("2^53+1 keeps its digits", "9007199254740993", u"9007199254740993"_s);
    id("2^63 keeps its digits", "9223372036854775808", u"9223372036854775808"_s);
    id("20 digits stay as they are", "12345678901234567890", u"12345678901234567890"_s);
    id("-2^63-1", "-9223372036854775809", u"-9223372036854775809"_s);
    id("256 digits", QByteArray(256, '7'), QString(256, u'7'));
    id("256 characters", '"' + QByteArray(256, 'a') + '"', QString(256, u'a'));
    id("256 characters outside the plane", '"' + QByteArray("\xF0\x9F\x98\x82").repeated(256) + '"',
       u"\U0001F602"_s.repeated(256));
    id("a pair as escapes", R"("\uD83D\ude02")", u"\U0001F602"_s);
    id("every escape", R"("\"\\\/\b\f\n\r\t\u00e9")", u"\"\\/\b\f\n\r\t\u00e9"_s);
    QTest::newRow("not canonical, with white space, other members rounded")
        << QByteArray("{ \"status\" : \"done\",\n \"id\":\"a\", \"x\":1.0, \"w\":333333333.33333329, \"l\":[ ] }\n")
        << u"a"_s;
    QTest::newRow("the same name in two objects")
        << QByteArray(R"({"status":"done","id":"a","x":{"id":"b"},"y":[{"id":1},{"id":2}]})") << u"a"_s;
    QTest::newRow("two names that differ in half a pair")
        << QByteArray(R"({"status":"done","id":"a","\ud800":1,"\ud801":2})") << u"a"_s;
    QTest::newRow("none") << QByteArray(R"({"status":"done"})") << QString();
    id("null is none", "null", QString());
}

void TestAnswerJudge::success_keepsBytesAndReference()
{
    QFETCH(const QByteArray, body);
    QFETCH(const QString, reference);
    const ledger::AttemptEnd end = judgeAnswer(tool(), false, answered(200, body, {{"X-Request-Id", "r\xe9"}})).end;
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

void TestAnswerJudge::doubtfulReference_isNone_andSaid_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("half a pair") << QByteArray(R"("\ud800")");
    QTest::newRow("half a pair within") << QByteArray(R"("a\udc00b")");
    QTest::newRow("a pair reversed") << QByteArray(R"("\udc00\ud800")");
    QTest::newRow("fraction") << QByteArray("1.0");
    QTest::newRow("exponent") << QByteArray("1e3");
    QTest::newRow("large exponent") << QByteArray("1.5e300");
    QTest::newRow("true") << QByteArray("true");
    QTest::newRow("list") << QByteArray(R"(["a"])");
    QTest::newRow("object") << QByteArray(R"({"id":"a"})");
    QTest::newRow("257 characters") << QByteArray('"' + QByteArray(257, 'a') + '"');
    QTest::newRow("257 characters outside the plane")
        << QByteArray('"' + QByteArray("\xF0\x9F\x98\x82").repeated(257) + '"');
    QTest::newRow("257 digits") << QByteArray(257, '7');
    QTest::newRow("200 kB") << QByteArray('"' + QByteArray(200'000, 'a') + '"');
}

void TestAnswerJudge::doubtfulReference_isNone_andSaid()
{
    QFETCH(const QByteArray, value);
    const QByteArray body = R"({"status":"done","id":)" + value + "}";
    const flow::Judgement judgement = judgeAnswer(tool(), false, answered(200, body));
    QCOMPARE(judgement.end.outcome, AttemptOutcome::Succeeded); // what was done was done
    QCOMPARE(judgement.end.result, body);
    QCOMPARE(judgement.end.reference, QString());
    QVERIFY(judgement.remark.startsWith(u"The owner's reference "_s));
    QVERIFY(judgement.remark.size() < 100); // payloads are never in a log (7.7)
}

void TestAnswerJudge::ambiguousBody_matchesNoRule_data()
{
    QTest::addColumn<QByteArray>("body"); // would match both rules if it could be read
    const auto row = [](const char *name, const QByteArray &body) { QTest::newRow(name) << body; };
    row("name twice", R"({"status":"failed","status":"done","error":"e"})");
    row("name twice, the other order", R"({"status":"done","error":"e","status":"failed"})");
    row("name twice, the same value", R"({"status":"done","error":"e","status":"done"})");
    row("name twice, once escaped", R"({"status":"done","error":"e","st\u0061tus":"failed"})");
    row("another name twice", R"({"status":"done","error":"e","x":1.0,"x":2})");
    row("twice in an inner object", R"({"status":"done","error":"e","x":[{"y":{"z":1,"z":1}}]})");
    row("trailing text", R"({"status":"done","error":"e"} x)");
    row("a second value", R"({"status":"done","error":"e"}{"status":"failed"})");
    row("a NUL after it", QByteArray(R"({"status":"done","error":"e"})").append('\0'));
    row("byte order mark", "\xEF\xBB\xBF{\"status\":\"done\",\"error\":\"e\"}");
    row("invalid UTF-8", "{\"status\":\"done\",\"error\":\"e\",\"x\":\"\xFF\"}");
    row("a surrogate in UTF-8", "{\"status\":\"done\",\"error\":\"e\",\"x\":\"\xED\xA0\x80\"}");
    row("bare control character", "{\"status\":\"done\",\"error\":\"e\",\"x\":\"\n\"}");
    row("too deep", R"({"status":"done","error":"e","x":)" + QByteArray(256, '[') + QByteArray(256, ']') + '}');
    row("cut", R"({"status":"done","error":"e")");
    row("comma at the end", R"({"status":"done","error":"e",})");
    row("comma at the end of a list", R"({"status":"done","error":"e","x":[1,]})");
    row("single quotes", R"({"status":"done","error":"e",'x':1})");
    row("comment", R"({"status":"done","error":"e"/**/})");
    for (const char *value : {"NaN", "-Infinity", "01", "-", "+1", ".5", "1.", "1e", "1e400", "0x10", "True", "nul",
                              R"("\q")", R"("\u12g4")", R"("\u12)", ""}) {
        const QByteArray body = R"({"status":"done","error":"e","x":)" + QByteArray(value) + "}";
        QTest::addRow("value <%s>", value) << body;
    }
}

void TestAnswerJudge::ambiguousBody_matchesNoRule()
{
    QFETCH(const QByteArray, body);
    for (const int status : {200, 422}) {
        const flow::Judgement judgement = judgeAnswer(tool(), false, answered(status, body));
        QCOMPARE(judgement.end.outcome, AttemptOutcome::Unmatched); // unknown: inv_4
        QVERIFY(judgement.end.result.isEmpty());
        QVERIFY(!judgement.end.response.isEmpty());
        QVERIFY(judgement.remark.startsWith(u"The owner's answer "_s));
    }
}

/// A rule that asks for a status alone does not read the body, so the body cannot make it doubtful.
void TestAnswerJudge::ambiguousBody_ruleDoesNotReadIt_countsWithoutReference()
{
    const policy::ToolEntry entry = payTool({}, "commit = { method = \"POST\", path = \"/pay\" }\nreference = \"id\"\n"
                                                "success = { status = [200] }\n");
    const flow::Judgement judgement = judgeAnswer(entry, false, answered(200, R"({"id":"a","id":"b"})"));
    QCOMPARE(judgement.end.outcome, AttemptOutcome::Succeeded);
    QCOMPARE(judgement.end.reference, QString());
    QVERIFY(!judgement.remark.isEmpty());
}

void TestAnswerJudge::integerOfRule_comparedDigitByDigit()
{
    const policy::ToolEntry entry =
        payTool({}, "commit = { method = \"POST\", path = \"/pay\" }\n"
                    "success = { status = 200, body = { \"code\" = \"12345678901234567890\" } }\n");
    const auto outcome = [&entry](const QByteArray &body) {
        return judgeAnswer(entry, false, answered(200, body)).end;
    };
    QCOMPARE(outcome(R"({"code":12345678901234567890})").outcome, AttemptOutcome::Succeeded);
    QCOMPARE(outcome(R"({"code":12345678901234567891})").outcome, AttemptOutcome::Unmatched);
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
    const ledger::AttemptEnd end = judgeAnswer(tool(), false, answered(502, body)).end;
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
