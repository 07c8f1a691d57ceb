#include "gateway/gatewayundertest.h"

using namespace obstat;
using namespace obstat::tests;
using namespace Qt::StringLiterals;

namespace {

/// Outside the class: moc does not see the end of a raw string.
QByteArray plain(const QString &record)
{
    return R"({"tool":"plain","run":"r","arguments":{"record":")" + record.toLatin1() + R"("}})";
}

} // namespace

/// Contract 7.1 to 7.4 against a real owner on loopback: one attempt is one request.
class TestDrain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void owner_answers_oneRequestPerAttempt();
    void answer_lost_isResentUnderTheSameKey();
    void answer_serverErrorAfterCommit_isResentUnderTheSameKey();
    void answer_late_settlesTheUnknown();
    void owner_down_isApprovedAgainAndDoneWhenUp();
    void answer_lostByForgetfulOwner_staysUnknown();
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
