#include "gateway/gatewayundertest.h"

using namespace obstat;
using namespace obstat::tests;
using namespace Qt::StringLiterals;

namespace {

QByteArray asked(const QString &record)
{
    return R"({"tool":"asked","run":"r","arguments":{"record":")" + record.toLatin1() + R"("}})";
}

/// Outside the class: moc does not see the end of a raw string.
QByteArray plain(const QString &record)
{
    return R"({"tool":"plain","run":"r","arguments":{"record":")" + record.toLatin1() + R"("}})";
}

/// The retry decisions about one operation in the order of the log: event, retry (`later` for a time), why (contract
/// 7.7).
QStringList retriesLogged(const GatewayUnderTest &gateway, qint64 operation)
{
    QStringList said;
    for (const QByteArray &line : gateway.logLines()) {
        const QJsonObject entry = QJsonDocument::fromJson(line).object();
        const QString retry = entry.value(u"retry"_s).toString();
        if (entry.value(u"operation"_s).toInteger() != operation || retry.isEmpty())
            continue;
        const bool isTime = QDateTime::fromString(retry, Qt::ISODateWithMs).isValid();
        said.append(entry.value(u"event"_s).toString() + u' ' + (isTime ? u"later"_s : retry) + u' ' +
                    entry.value(u"why"_s).toString());
    }
    return said;
}

} // namespace

/// Contract 7.1 to 7.4 against a real owner on loopback: one attempt is one request.
class TestDrain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void owner_answers_oneRequestPerAttempt();
    void request_readAndClosed_isOneRequestPerAttempt();
    void request_readAndClosedByForgetfulOwner_isOneRequest();
    void answer_lost_isResentUnderTheSameKey();
    void answer_serverErrorAfterCommit_isResentUnderTheSameKey();
    void answer_late_settlesTheUnknown();
    void callerTimesOut_sameWorkAgain_isNoSecondCall();
    void owner_down_isApprovedAgainAndDoneWhenUp();
    void answer_lostByForgetfulOwner_staysUnknown();
    void answer_lostByAnOwnerThatCanBeAsked_isReconciled();
    void request_lostByAnOwnerThatCanBeAsked_isSentOnceMoreWhenProvedAbsent();
    void request_thatCannotBeRendered_isNeverSent();
    void killedDuringTheCall_isUnknownAtTheNextStart();
    void stop_openAttempt_isEndedInItsGrace();
};

void TestDrain::owner_answers_oneRequestPerAttempt()
{
    GatewayUnderTest gateway;
    for (int i = 0; i < 5; ++i)
        QCOMPARE(gateway.submit(GatewayUnderTest::payment(u"O-%1"_s.arg(i), u"10"_s, true), 20).status, 201);
    QCOMPARE(gateway.owner().requests(), 5);
    QCOMPARE(need(gateway.owner().effects(), "effects"), 5);
}

void TestDrain::request_readAndClosed_isOneRequestPerAttempt()
{
    // Contract 7.1: whatever the owner does, no library sends by itself.
    sim::ScratchConfig config;
    config.owner.loseRequests = 3;
    GatewayUnderTest gateway(std::move(config));
    const Answer answer = gateway.submit(GatewayUnderTest::payment(u"RC-1"_s, u"10"_s, true), 55);
    QCOMPARE(answer.operationStatus(), u"succeeded"_s);
    const auto attempts = gateway.attempts(answer.id());
    QCOMPARE(attempts.size(), 4);
    for (qsizetype i = 0; i < 3; ++i)
        QCOMPARE(attempts.at(i).outcome, ledger::outcomeText(ledger::AttemptOutcome::Reset));
    QCOMPARE(gateway.owner().requests(), 4);
    QCOMPARE(need(gateway.owner().effects(), "effects"), 1);
}

void TestDrain::request_readAndClosedByForgetfulOwner_isOneRequest()
{
    sim::ScratchConfig config;
    config.owner.honoursKey = false;
    config.owner.loseRequests = 1;
    GatewayUnderTest gateway(std::move(config));
    const Answer answer = gateway.submit(plain(u"RC-2"_s), 3);
    QCOMPARE(answer.operationStatus(), u"unknown"_s);
    QCOMPARE(gateway.attempts(answer.id()).size(), 1);
    QCOMPARE(gateway.owner().requests(), 1);
    QCOMPARE(need(gateway.owner().effects(), "effects"), 0);
}

void TestDrain::answer_lostByAnOwnerThatCanBeAsked_isReconciled()
{
    sim::ScratchConfig config;
    config.owner.honoursKey = false;
    config.owner.loseAnswers = 1;
    GatewayUnderTest gateway(std::move(config));
    const Answer answer = gateway.submit(asked(u"Q-1"_s), 30);
    QCOMPARE(answer.operationStatus(), u"succeeded"_s);
    const auto attempts = gateway.attempts(answer.id());
    QCOMPARE(attempts.size(), 2);
    QCOMPARE(attempts.first().kind, u"commit"_s);
    QCOMPARE(attempts.last().kind, u"query"_s);
    QCOMPARE(attempts.last().outcome, u"found"_s);
    QVERIFY(!attempts.last().reference.isEmpty());
    QCOMPARE(gateway.owner().requests(), 1);
    QCOMPARE(need(gateway.owner().effects(), "effects"), 1);
    // The agent's second call gets what the owner said when it was asked.
    const Answer again = gateway.submit(asked(u"Q-1"_s));
    QCOMPARE(again.id(), answer.id());
    QVERIFY(again.resultBytes().contains("effects"));
    QCOMPARE(retriesLogged(gateway, answer.id()),
             (QStringList{u"attempt_started none first"_s, u"unknown later key_ignored"_s,
                          u"question_started ask key_ignored"_s}));
}

void TestDrain::request_lostByAnOwnerThatCanBeAsked_isSentOnceMoreWhenProvedAbsent()
{
    sim::ScratchConfig config;
    config.owner.honoursKey = false;
    config.owner.loseRequests = 1;
    GatewayUnderTest gateway(std::move(config));
    const Answer answer = gateway.submit(asked(u"Q-2"_s), 50);
    QCOMPARE(answer.operationStatus(), u"succeeded"_s);
    QStringList outcomes;
    for (const auto &attempt : gateway.attempts(answer.id()))
        outcomes.append(attempt.outcome);
    QCOMPARE(outcomes.first(), u"reset"_s);
    QCOMPARE(outcomes.count(u"proved_absent"_s), 1);
    QCOMPARE(outcomes.last(), u"succeeded"_s);
    QCOMPARE(gateway.owner().requests(), 2);
    QCOMPARE(need(gateway.owner().effects(), "effects"), 1);
}

void TestDrain::request_thatCannotBeRendered_isNeverSent()
{
    // bug_I3, first case: what fails before the call is definite, is told, and blocks nobody else.
    GatewayUnderTest gateway;
    const Answer broken =
        gateway.submit(R"({"tool":"noted","run":"r","arguments":{"record":"N-1","note":["a list"]}})", 3);
    QCOMPARE(broken.status, 202);
    QCOMPARE(broken.operationStatus(), u"approved"_s);
    QVERIFY(gateway.attempts(broken.id()).isEmpty());
    QCOMPARE(gateway.eventKinds(broken.id()).count(u"requeued"_s), 1);
    const Answer other = gateway.submit(R"({"tool":"noted","run":"r","arguments":{"record":"N-2","note":"x"}})", 25);
    QCOMPARE(other.operationStatus(), u"succeeded"_s);
    QCOMPARE(gateway.owner().requests(), 1);
    // The same key again is told where it stands, and may be given up.
    const Answer again = gateway.submit(R"({"tool":"noted","run":"r","arguments":{"record":"N-1","note":["a list"]}})");
    QCOMPARE(again.id(), broken.id());
    QCOMPARE(gateway.eventKinds(broken.id()).count(u"requeued"_s), 1); // not tried again and again
    QCOMPARE(gateway.send("POST", "/v1/operations/" + QByteArray::number(broken.id()) + "/withdraw").status, 200);
}

void TestDrain::killedDuringTheCall_isUnknownAtTheNextStart()
{
    // bug_I3, second case, seen from the ledger: the attempt is crashed and the operation unknown, not running for
    // ever.
    sim::ScratchConfig config;
    config.owner.delay = 900 * base::kMillisecond;
    config.owner.honoursKey = false;
    GatewayUnderTest gateway(std::move(config));
    const Answer planned = gateway.submit(plain(u"K-1"_s));
    QTRY_COMPARE_WITH_TIMEOUT(gateway.owner().requests(), 1, 20'000);
    const QString ledgerFile = gateway.scratch().config().ledger;
    gateway.scratch().daemon().stop(0); // no grace: as near to a kill as one process gets
    auto reader = need(ledger::LedgerReader::open(ledgerFile), "reader");
    const auto row = need(reader->operation(planned.id()), "row");
    QVERIFY(row.has_value());
    QCOMPARE(ledger::statusText(row->status), u"unknown"_s);
    QCOMPARE(need(reader->attempts(planned.id()), "attempts").first().outcome,
             ledger::outcomeText(ledger::AttemptOutcome::Crashed));
}

void TestDrain::answer_lost_isResentUnderTheSameKey()
{
    sim::ScratchConfig config;
    config.owner.loseAnswers = 1;
    GatewayUnderTest gateway(std::move(config));
    const Answer answer = gateway.submit(GatewayUnderTest::payment(u"L-1"_s, u"10"_s, true), 25);
    QCOMPARE(answer.operationStatus(), u"succeeded"_s);
    const auto attempts = gateway.attempts(answer.id());
    QCOMPARE(attempts.size(), 2);
    QCOMPARE(attempts.first().outcome, ledger::outcomeText(ledger::AttemptOutcome::Reset));
    QCOMPARE(gateway.owner().requests(), 2);
    QCOMPARE(need(gateway.owner().effects(), "effects"), 1);
    QVERIFY(answer.resultBytes().contains("sim_1"));
    QCOMPARE(retriesLogged(gateway, answer.id()),
             (QStringList{u"attempt_started none first"_s, u"unknown later key_honoured"_s,
                          u"attempt_started send key_honoured"_s}));
}

void TestDrain::answer_serverErrorAfterCommit_isResentUnderTheSameKey()
{
    sim::ScratchConfig config;
    config.owner.serverErrors = 1;
    GatewayUnderTest gateway(std::move(config));
    const Answer answer = gateway.submit(GatewayUnderTest::payment(u"E-1"_s, u"10"_s, true), 25);
    QCOMPARE(answer.operationStatus(), u"succeeded"_s);
    QCOMPARE(gateway.owner().requests(), 2);
    QCOMPARE(need(gateway.owner().effects(), "effects"), 1);
}

void TestDrain::answer_late_settlesTheUnknown()
{
    sim::ScratchConfig config;
    config.owner.delay = 1500 * base::kMillisecond; // the tool's timeout is 1 s
    GatewayUnderTest gateway(std::move(config));
    const Answer answer = gateway.submit(GatewayUnderTest::payment(u"T-1"_s, u"10"_s, true), 25);
    QCOMPARE(answer.operationStatus(), u"succeeded"_s);
    const auto attempts = gateway.attempts(answer.id());
    QCOMPARE(attempts.size(), 1);
    QVERIFY(attempts.first().late);
    QVERIFY(attempts.first().duration.value_or(0) > attempts.first().timeout);
    QVERIFY(gateway.eventKinds(answer.id()).contains(u"unknown"_s));
    QCOMPARE(gateway.owner().requests(), 1);
}

void TestDrain::callerTimesOut_sameWorkAgain_isNoSecondCall()
{
    // bug_D2, bug_D4: the caller gives up before the owner answers; asked again it is told what became of the first.
    sim::ScratchConfig config;
    config.owner.delay = 1500 * base::kMillisecond; // the tool's timeout is 1 s
    GatewayUnderTest gateway(std::move(config));
    const QByteArray body = GatewayUnderTest::payment(u"D2"_s, u"10"_s, true);
    wire::KeepAliveClient client("127.0.0.1", gateway.port());
    const auto gone = client.send("POST", "/v1/operations",
                                  {{"Authorization", "Bearer " + gateway.token().toLatin1()}, {"Prefer", "wait=30"}},
                                  body, 700 * base::kMillisecond);
    QVERIFY(!gone);
    QCOMPARE(gone.error().code, base::ErrorCode::Timeout);
    client.close();
    const Answer again = gateway.submit(body);
    QCOMPARE(again.json().value(u"repeat"_s), QJsonValue(true));
    const Answer last = gateway.submit(body, 25);
    QCOMPARE(last.id(), again.id());
    QCOMPARE(last.status, 200);
    QCOMPARE(last.operationStatus(), u"succeeded"_s);
    QCOMPARE(gateway.owner().requests(), 1);
    QVERIFY(gateway.attempts(last.id()).first().late);
}

void TestDrain::owner_down_isApprovedAgainAndDoneWhenUp()
{
    GatewayUnderTest gateway;
    gateway.owner().stop();
    const Answer planned = gateway.submit(GatewayUnderTest::payment(u"D-1"_s, u"10"_s, true));
    QTRY_VERIFY_WITH_TIMEOUT(!gateway.attempts(planned.id()).isEmpty() &&
                                 gateway.attempts(planned.id()).first().outcome ==
                                     ledger::outcomeText(ledger::AttemptOutcome::NotSent),
                             20'000);
    need(gateway.owner().start(), "owner");
    QTRY_COMPARE_WITH_TIMEOUT(gateway.status(planned.id()), u"succeeded"_s, 60'000);
    QCOMPARE(gateway.owner().requests(), 1);
}

void TestDrain::answer_lostByForgetfulOwner_staysUnknown()
{
    // bug_I3, second case: not an endless "processing", and never a second request without knowing.
    sim::ScratchConfig config;
    config.owner.loseAnswers = 1;
    GatewayUnderTest gateway(std::move(config));
    const Answer answer = gateway.submit(plain(u"U-1"_s), 4);
    QCOMPARE(answer.status, 202);
    QCOMPARE(answer.operationStatus(), u"unknown"_s);
    const Answer again = gateway.submit(plain(u"U-1"_s), 3);
    QCOMPARE(again.status, 202);
    QCOMPARE(again.operationStatus(), u"unknown"_s);
    QCOMPARE(gateway.owner().requests(), 1);
    QCOMPARE(gateway.attempts(answer.id()).size(), 1);
    QCOMPARE(retriesLogged(gateway, answer.id()),
             (QStringList{u"attempt_started none first"_s, u"unknown a person key_ignored"_s}));
}

void TestDrain::stop_openAttempt_isEndedInItsGrace()
{
    sim::ScratchConfig config;
    config.owner.delay = 800 * base::kMillisecond;
    GatewayUnderTest gateway(std::move(config));
    const Answer planned = gateway.submit(GatewayUnderTest::payment(u"S-1"_s, u"10"_s, true));
    QTRY_COMPARE_WITH_TIMEOUT(gateway.owner().requests(), 1, 20'000);
    const QString ledgerFile = gateway.scratch().config().ledger;
    gateway.scratch().daemon().stop();
    auto reader = need(ledger::LedgerReader::open(ledgerFile), "reader");
    const auto row = need(reader->operation(planned.id()), "row");
    QVERIFY(row.has_value());
    QCOMPARE(ledger::statusText(row->status), u"succeeded"_s);
}

QTEST_GUILESS_MAIN(TestDrain)
#include "tst_drain.moc"
