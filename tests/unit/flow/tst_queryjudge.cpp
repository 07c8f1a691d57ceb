#include "flow/answerjudge.h"
#include "flow/ownerrequest.h"
#include "flowtool.h"

#include "base/canonicaljson.h"

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::AttemptOutcome;
using wire::Outcome;

namespace {

wire::Outcome answered(int status, const QByteArray &body)
{
    Outcome outcome;
    outcome.kind = Outcome::Kind::Answered;
    outcome.sent = true;
    outcome.status = status;
    outcome.body = body;
    return outcome;
}

const QByteArray kByKey =
    R"(query = { method = "GET", path = "/paid/{key}", found = { status = 200, body_has = ["id"] }, )"
    R"(absent = { status = 404, body = { error = "none" } } }
)";
const QByteArray kByList = R"(query = { method = "GET", path = "/paid", query = { record = "{args.record}" }, )"
                           R"(matches = "data", reference = "number" }
)";

ledger::Question question(const QByteArray &query, const QString &reference = {})
{
    ledger::Question question;
    question.entry = payTool("honours_key = true\nauthorization = \"env:OBSTAT_TEST_SECRET\"", payAnswers() + query);
    question.operation.id = 17;
    question.operation.tenant = u"acme"_s;
    question.operation.wireKey = u"0123456789abcdef0123456789abcdef"_s;
    question.arguments = *base::parseCanonical(R"({"record":"WD 1","list":[1,{"a":"b&c"}],"on":true})");
    question.reference = reference;
    return question;
}

} // namespace

/// Contract 7.3, 7.5: how the owner is asked, and what its answer means.
class TestQueryJudge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("OBSTAT_TEST_SECRET", "Bearer s3cret"); }
    void answer_judged_data();
    void answer_judged();
    void noAnswer_isNeverAnAbsence_data();
    void noAnswer_isNeverAnAbsence();
    void request_carriesNoKeyAndNoRecordedSecret();
    void request_byAnUnknownReference_isNotRendered();
    void form_isEncoded();
    void form_withNull_isRefused();
    void form_thatCouldBeReadInTwoWays_isRefused_data();
    void form_thatCouldBeReadInTwoWays_isRefused();
    void answerOutsideTheRules_namesTheWorkOnlyWhenItIsA2xx();
};

void TestQueryJudge::answer_judged_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<AttemptOutcome>("outcome");
    QTest::addColumn<QString>("reference");
    const auto row = [](const char *name, const QByteArray &query, int status, const char *body, AttemptOutcome outcome,
                        const QString &reference = {}) {
        QTest::newRow(name) << query << status << QByteArray(body) << outcome << reference;
    };
    row("found", kByKey, 200, R"({"id":"p-1"})", AttemptOutcome::Found, u"p-1"_s);
    row("found with a number", kByKey, 200, R"({"id":900719925474099312})", AttemptOutcome::Found,
        u"900719925474099312"_s);
    row("declared absence", kByKey, 404, R"({"error":"none"})", AttemptOutcome::Absent);
    row("another 404 is not that", kByKey, 404, "<html>", AttemptOutcome::Unmatched);
    row("200 without what found asks for", kByKey, 200, R"({"status":"ok"})", AttemptOutcome::Unmatched);
    row("5xx", kByKey, 500, R"({"error":"none"})", AttemptOutcome::Unmatched);
    row("two readings of one name", kByKey, 200, R"({"id":"a","id":"b"})", AttemptOutcome::Unmatched);
    row("a list of one", kByList, 200, R"({"data":[{"number":"p-1"}]})", AttemptOutcome::Found, u"p-1"_s);
    row("an empty list", kByList, 200, R"({"data":[]})", AttemptOutcome::Absent);
    row("a list of two", kByList, 200, R"({"data":[{"number":"p-1"},{"number":"p-2"}]})", AttemptOutcome::Several);
    row("no list", kByList, 200, R"({"data":{"number":"p-1"}})", AttemptOutcome::Unmatched);
    row("nothing where the list should be", kByList, 200, "{}", AttemptOutcome::Unmatched);
    row("a list in a 5xx", kByList, 503, R"({"data":[]})", AttemptOutcome::Unmatched);
    row("a list in a 4xx", kByList, 404, R"({"data":[]})", AttemptOutcome::Unmatched);
    row("no JSON", kByList, 200, "[", AttemptOutcome::Unmatched);
}

void TestQueryJudge::answer_judged()
{
    QFETCH(const QByteArray, query);
    QFETCH(const int, status);
    QFETCH(const QByteArray, body);
    QFETCH(const AttemptOutcome, outcome);
    QFETCH(const QString, reference);
    const auto end = flow::judgeQuery(question(query).entry, answered(status, body)).end;
    QCOMPARE(ledger::outcomeText(end.outcome), ledger::outcomeText(outcome));
    QCOMPARE(end.reference, reference);
    QCOMPARE(end.result, outcome == AttemptOutcome::Found ? body : QByteArray());
    QVERIFY(!end.response.isEmpty());
}

void TestQueryJudge::noAnswer_isNeverAnAbsence_data()
{
    QTest::addColumn<Outcome::Kind>("kind");
    using Kind = Outcome::Kind;
    for (const Kind kind :
         {Kind::NotSent, Kind::Closed, Kind::Reset, Kind::Unreadable, Kind::TooLarge, Kind::Gone, Kind::Stopped})
        QTest::newRow(qPrintable(wire::kindText(kind))) << kind;
}

void TestQueryJudge::noAnswer_isNeverAnAbsence()
{
    QFETCH(const Outcome::Kind, kind);
    Outcome outcome;
    outcome.kind = kind;
    for (const QByteArray &query : {kByKey, kByList}) {
        const auto end = flow::judgeQuery(question(query).entry, outcome).end;
        QVERIFY(end.outcome != AttemptOutcome::Absent && end.outcome != AttemptOutcome::Found);
    }
}

void TestQueryJudge::request_carriesNoKeyAndNoRecordedSecret()
{
    const auto request = flow::renderQuery(question(kByKey));
    QVERIFY2(request, request ? "" : qPrintable(request.error().message));
    QCOMPARE(request->exchange.method, QByteArray("GET"));
    QCOMPARE(request->exchange.url.target, QByteArray("/base/paid/0123456789abcdef0123456789abcdef"));
    QVERIFY(request->exchange.headers.value("Idempotency-Key").isEmpty()); // keys belong to one endpoint
    QCOMPARE(request->exchange.headers.value("Authorization"), QByteArray("Bearer s3cret"));
    QVERIFY(!request->recorded.contains("s3cret"));
    QVERIFY(request->exchange.body.isEmpty());
    const auto byArgument = flow::renderQuery(question(kByList));
    QVERIFY(byArgument);
    QCOMPARE(byArgument->exchange.url.target, QByteArray("/base/paid?record=WD%201"));
}

void TestQueryJudge::request_byAnUnknownReference_isNotRendered()
{
    const QByteArray query = "query = { method = \"GET\", path = \"/paid/{reference}\", found = { status = 200 } }\n";
    const auto none = flow::renderQuery(question(query));
    QVERIFY(!none);
    QCOMPARE(none.error().code, base::ErrorCode::Malformed);
    const auto known = flow::renderQuery(question(query, u"p/1"_s));
    QVERIFY(known);
    QCOMPARE(known->exchange.url.target, QByteArray("/base/paid/p%2F1"));
}

void TestQueryJudge::form_isEncoded()
{
    ledger::Claim claim;
    claim.entry = payTool("honours_key = true", "commit = { method = \"POST\", path = \"/pay\", encoding = \"form\" }\n"
                                                "success = { status = 200 }\n");
    claim.operation = question(kByKey).operation;
    claim.arguments = question(kByKey).arguments;
    const auto request = flow::renderCommit(claim);
    QVERIFY2(request, request ? "" : qPrintable(request.error().message));
    QCOMPARE(request->exchange.headers.value("Content-Type"), QByteArray("application/x-www-form-urlencoded"));
    QCOMPARE(request->exchange.body, QByteArray("list%5B0%5D=1&list%5B1%5D%5Ba%5D=b%26c&on=true&record=WD%201"));
}

void TestQueryJudge::answerOutsideTheRules_namesTheWorkOnlyWhenItIsA2xx()
{
    const auto entry = question(kByKey).entry;
    QCOMPARE(flow::judgeAnswer(entry, false, answered(202, R"({"id":"p-1"})")).end.reference, u"p-1"_s);
    QCOMPARE(flow::judgeAnswer(entry, false, answered(503, R"({"id":"err_77"})")).end.reference, QString());
}

void TestQueryJudge::form_thatCouldBeReadInTwoWays_isRefused_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::newRow("a name like a path") << QByteArray(R"({"record":"A","to":{"iban":"GOOD"},"to[iban]":"EVIL"})");
    QTest::newRow("a name like a path alone") << QByteArray(R"({"record":"A","to]":"x"})");
    QTest::newRow("an empty name") << QByteArray(R"({"record":"A","":"x"})");
    QTest::newRow("an empty list vanishes") << QByteArray(R"({"record":"A","ids":[]})");
    QTest::newRow("an empty object vanishes") << QByteArray(R"({"record":"A","to":{}})");
}

void TestQueryJudge::form_thatCouldBeReadInTwoWays_isRefused()
{
    QFETCH(const QByteArray, arguments);
    ledger::Claim claim;
    claim.entry = payTool("", "commit = { method = \"POST\", path = \"/pay\", encoding = \"form\" }\n"
                              "success = { status = 200 }\n");
    claim.arguments = *base::parseCanonical(arguments);
    const auto request = flow::renderCommit(claim);
    QVERIFY(!request);
    QCOMPARE(request.error().code, base::ErrorCode::Malformed);
}

void TestQueryJudge::form_withNull_isRefused()
{
    ledger::Claim claim;
    claim.entry = payTool("", "commit = { method = \"POST\", path = \"/pay\", encoding = \"form\" }\n"
                              "success = { status = 200 }\n");
    claim.arguments = *base::parseCanonical(R"({"record":"A","note":null})");
    const auto request = flow::renderCommit(claim);
    QVERIFY(!request);
    QVERIFY(request.error().message.contains("note"_L1));
}

QTEST_GUILESS_MAIN(TestQueryJudge)
#include "tst_queryjudge.moc"
