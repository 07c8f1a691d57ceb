#include "sim/recording.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using sim::RecordedCall;

/// The three formats of recorded runs, and what is no recording.
class TestRecording : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void malformed_file_namesThePlace_data();
    void malformed_file_namesThePlace();
    void tauBench_answers_belongToTheLastUnansweredCall();
    void tau2_answers_belongToTheFirstUnansweredCall();
    void tau2_callOfTheCustomer_isMarked();
    void own_call_carriesWhatTheOwnerDoes();
    void foreign_values_goOnAsTheyAre();
    void load_unknownFormat_isWrongUsage();
    void load_missingFile_isNotFound();
};

namespace {

base::Result<sim::Recording> parse(const QString &format, const QByteArray &json)
{
    if (format == u"tau-bench"_s)
        return sim::parseTauBench(json, u"gpt-4o-airline.selection.json"_s);
    if (format == u"tau2"_s)
        return sim::parseTau2(json, u"file.json"_s);
    return sim::parseObstat(json, u"file.json"_s);
}

} // namespace

void TestRecording::malformed_file_namesThePlace_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("says");

    const QByteArray own = R"({"format":"obstat-recording/1","runs":[)";
    const QByteArray call = R"({"tool":"t","arguments":{})";
    QTest::newRow("no JSON") << u"tau-bench"_s << QByteArray("[{") << u"is no JSON at byte"_s;
    QTest::newRow("empty file") << u"tau2"_s << QByteArray() << u"is no JSON"_s;
    QTest::newRow("tau-bench is an object") << u"tau-bench"_s << QByteArray("{}") << u"expected a list of runs"_s;
    QTest::newRow("tau-bench run without traj")
        << u"tau-bench"_s << QByteArray(R"([{"task_id":3,"trial":1}])") << u"#3.1, message 0: expected a list 'traj'"_s;
    QTest::newRow("tau-bench arguments are no JSON text")
        << u"tau-bench"_s << QByteArray(R"([{"task_id":3,"trial":1,"traj":[{"role":"user","content":"x"},
             {"role":"assistant","tool_calls":[{"id":"1","function":{"name":"t","arguments":"{"}}]}]}])")
        << u"message 1: expected a function"_s;
    QTest::newRow("tau-bench arguments are a list")
        << u"tau-bench"_s
        << QByteArray(R"([{"traj":[{"role":"assistant","tool_calls":[{"function":{"name":"t","arguments":"[]"}}]}]}])")
        << u"message 0: expected a function"_s;
    QTest::newRow("tau2 without simulations") << u"tau2"_s << QByteArray("{}") << u"a list 'simulations'"_s;
    QTest::newRow("tau2 simulation without id")
        << u"tau2"_s << QByteArray(R"({"simulations":[{"messages":[]}]})") << u"a simulation with 'id'"_s;
    QTest::newRow("tau2 arguments are a text")
        << u"tau2"_s << QByteArray(R"({"simulations":[{"id":"s1","messages":[{"role":"assistant",
             "tool_calls":[{"id":"1","name":"t","arguments":"{}"}]}]}]})")
        << u"run s1, message 0: expected a tool call"_s;
    QTest::newRow("own without format") << u"obstat"_s << QByteArray(R"({"runs":[]})") << u"obstat-recording/1"_s;
    QTest::newRow("own of a later format")
        << u"obstat"_s << QByteArray(R"({"format":"obstat-recording/2","runs":[]})") << u"obstat-recording/1"_s;
    QTest::newRow("own run without calls")
        << u"obstat"_s << QByteArray(own + R"({"id":"r","actor":"a","calls":[]}]})") << u"run r, message 0"_s;
    QTest::newRow("own call without arguments")
        << u"obstat"_s << QByteArray(own + R"({"id":"r","actor":"a","calls":[{"tool":"t"}]}]})")
        << u"a call with 'tool'"_s;
    QTest::newRow("own owner does what nobody knows")
        << u"obstat"_s
        << QByteArray(own + R"({"id":"r","actor":"a","calls":[)" + call + "}," + call + R"(,"owner":"explode"}]}]})")
        << u"run r, message 1: expected 'owner'"_s;
    QTest::newRow("own facts are a list")
        << u"obstat"_s << QByteArray(own + R"({"id":"r","actor":"a","calls":[)" + call + R"(,"facts":[]}]}]})")
        << u"'facts' to be an object"_s;
    QTest::newRow("own call sent no times")
        << u"obstat"_s << QByteArray(own + R"({"id":"r","actor":"a","calls":[)" + call + R"(,"times":0}]}]})")
        << u"'times' from 1 to 10000"_s;
}

void TestRecording::malformed_file_namesThePlace()
{
    QFETCH(const QString, format);
    QFETCH(const QByteArray, json);
    QFETCH(const QString, says);
    const auto recording = parse(format, json);
    QVERIFY(!recording);
    QCOMPARE(recording.error().code, base::ErrorCode::Malformed);
    QVERIFY2(recording.error().message.contains(says), qUtf8Printable(recording.error().message));
}

void TestRecording::tauBench_answers_belongToTheLastUnansweredCall()
{
    // Ids are used again within a run (FORMATS.md).
    const QByteArray call = R"({"role":"assistant","content":null,"tool_calls":[{"id":"x","type":"function",
        "function":{"name":"t","arguments":"{\"n\": 1}"}}]})";
    const QByteArray answer = R"({"role":"tool","tool_call_id":"x","name":"t","content":)";
    const auto recording = parse(u"tau-bench"_s, R"([{"task_id":5,"trial":2,"traj":[)" + call + ',' + call + ',' +
                                                     answer + R"("Error: no"},)" + call + "]}]");
    QVERIFY(recording);
    const sim::RecordedRun &run = recording->runs.at(0);
    QCOMPARE(run.id, u"gpt-4o-airline.selection.json#5.2"_s);
    QCOMPARE(run.actor, u"gpt-4o"_s);
    QCOMPARE(run.calls.size(), 3);
    QVERIFY(!run.calls[0].answered);
    QVERIFY(run.calls[1].answered && run.calls[1].error);
    QCOMPARE(run.calls[1].answer, u"Error: no"_s);
    QVERIFY(!run.calls[2].answered);
    QCOMPARE(run.calls[2].message, 3);
    QCOMPARE(run.calls[0].arguments, QByteArray(R"({"n": 1})"));
}

void TestRecording::tau2_answers_belongToTheFirstUnansweredCall()
{
    const QByteArray call = R"({"id":"","name":"t","arguments":{"n":1},"requestor":"assistant"})";
    const auto recording =
        parse(u"tau2"_s, R"({"info":{"agent_info":{"llm":"gpt-4.1"}},"simulations":[{"id":"s1","messages":[
            {"role":"assistant","tool_calls":[)" +
                             call + ',' + call + R"(]},{"role":"tool","id":"","content":"done","error":true}]}]})");
    QVERIFY(recording);
    const sim::RecordedRun &run = recording->runs.at(0);
    QCOMPARE(run.actor, u"gpt-4.1"_s);
    QCOMPARE(run.calls.size(), 2);
    QVERIFY(run.calls[0].answered && run.calls[0].error);
    QVERIFY(!run.calls[1].answered);
    QCOMPARE(run.calls[1].position, 1);
}

void TestRecording::tau2_callOfTheCustomer_isMarked()
{
    const auto recording = parse(u"tau2"_s, R"({"simulations":[{"id":"s1","messages":[{"role":"user","tool_calls":[
        {"id":"1","name":"reboot_device","arguments":{},"requestor":"user"}]}]}]})");
    QVERIFY(recording);
    QVERIFY(recording->runs.at(0).calls.at(0).byUser);
    QCOMPARE(recording->runs.at(0).actor, u"agent"_s);
}

void TestRecording::own_call_carriesWhatTheOwnerDoes()
{
    const auto recording = parse(u"obstat"_s, R"({"format":"obstat-recording/1","runs":[{"id":"r","actor":"a","calls":[
        {"tool":"t","arguments":{},"owner":"lose_answer","times":94,"intent_key":"k","facts":{"kyc_complete":true},
         "rationale":"why","answer":"paid"},
        {"tool":"t","arguments":{},"error":"declined"},
        {"tool":"t","arguments":{},"owner":"lose_request"},
        {"tool":"t","arguments":{},"owner":"server_error"}]}]})");
    QVERIFY(recording);
    const QList<RecordedCall> &calls = recording->runs.at(0).calls;
    QCOMPARE(calls.size(), 4);
    QCOMPARE(calls[0].behaviour, sim::OwnerBehaviour::LoseAnswer);
    QCOMPARE(calls[0].times, 94);
    QCOMPARE(calls[0].named, u"k"_s);
    QCOMPARE(calls[0].rationale, u"why"_s);
    QCOMPARE(calls[0].facts, QByteArray(R"({"kyc_complete":true})"));
    QVERIFY(calls[0].answered && !calls[0].error);
    QVERIFY(calls[1].error);
    QCOMPARE(calls[1].answer, u"declined"_s);
    QCOMPARE(calls[2].behaviour, sim::OwnerBehaviour::LoseRequest);
    QCOMPARE(calls[3].behaviour, sim::OwnerBehaviour::ServerError);
}

void TestRecording::foreign_values_goOnAsTheyAre()
{
    // A recording is not ours: what no canonical text can hold must neither end the program nor be made acceptable.
    const auto own = parse(u"obstat"_s, R"({"format":"obstat-recording/1","runs":[{"id":"r\ud800","actor":"a",
        "calls":[{"tool":"t","arguments":{"n":9007199254740993},"facts":{"limit":9007199254740993},
                  "rationale":"\udc00x","answer":"\ud800"}]}]})");
    QVERIFY(own.has_value());
    const RecordedCall &call = own->runs.first().calls.first();
    QCOMPARE(call.arguments, QByteArray(R"({"n":9007199254740993})"));
    QCOMPARE(call.facts, QByteArray(R"({"limit":9007199254740993})"));
    for (const QString &text : {own->runs.first().id, call.rationale, call.answer})
        QVERIFY(text.isValidUtf16());
    const auto tau2 = parse(u"tau2"_s, R"({"simulations":[{"id":"s","messages":[{"role":"assistant","tool_calls":[
        {"id":"1","name":"t\ud800","arguments":{"n":1e400}}]}]}]})");
    QVERIFY(!tau2 || tau2->runs.first().calls.first().tool.isValidUtf16());
}

void TestRecording::load_unknownFormat_isWrongUsage()
{
    const auto recording =
        sim::Recording::load(QStringLiteral(OBSTAT_SOURCE_DIR "/resources/recordings/night.json"), u"x"_s);
    QVERIFY(!recording);
    QCOMPARE(recording.error().code, base::ErrorCode::Usage);
}

void TestRecording::load_missingFile_isNotFound()
{
    const auto recording = sim::Recording::load(u"/nowhere/r.json"_s, u"obstat"_s);
    QVERIFY(!recording);
    QCOMPARE(recording.error().code, base::ErrorCode::NotFound);
}

QTEST_APPLESS_MAIN(TestRecording)
#include "tst_recording.moc"
