#include "contract/ledgerundertest.h"
#include "ledger/ledgerreader.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::AnswerKind;
using ledger::AttemptOutcome;
using ledger::Status;

/// The four answers of §4.2.
class TestContractSubmit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void created_needsAPerson_waits();
    void created_smallAndKnown_isApprovedByRule();
    void repeated_inFlight_givesTheCurrentState();
    void repeated_succeeded_givesTheStoredBytes();
    void repeated_burstInOneBatch_isOneEventWithACount();
    void repeated_editedResult_isNotGivenOut();
    void repeated_resultOfOtherWork_isNotGivenOut();
    void conflict_otherDigest_namesThePathsAndKeepsThePayload();
    void conflict_withoutRead_namesNoDigests();
    void rejected_sameDigest_isRepeatedNotCreated();
    void rejected_otherDigest_isARevision();
    void rejected_thenLiveRevision_isNamed();
    void withdrawn_sameDigest_isARevision();
    void endedByHand_startsNothing_data();
    void endedByHand_startsNothing();
    void numbers_editedBeyondReason_endNoProcess();
    void overdue_notSweptYet_isExpiredAndPlannedAnew_data();
    void overdue_notSweptYet_isExpiredAndPlannedAnew();
    void failed_otherDigest_isARevisionWithANewWireKey();
    void refused_data();
    void refused();
    void refused_unanswered_namesWhatIsMissing();
    void keyArguments_areRemovedAndRecorded();
    void tenants_shareNothing();
    void batch_sameIntents_createEachOnce();
    void warnings_areGiven();
    void run_countsOperations();
};

void TestContractSubmit::created_needsAPerson_waits()
{
    LedgerUnderTest ledger;
    const auto answer = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    QCOMPARE(answer.kind, AnswerKind::Created);
    QCOMPARE(answer.code, u"created"_s);
    QCOMPARE(answer.advice, u"keep-key"_s);
    QVERIFY(answer.warnings.isEmpty());
    const auto row = ledger.row(answer);
    QCOMPARE(row.status, Status::AwaitingApproval);
    QCOMPARE(row.version, 1);
    QCOMPARE(row.revision, 1);
    QCOMPARE(row.generation, 1);
    QCOMPARE(row.role, u"treasury"_s);
    QCOMPARE(row.record, u"WD-1"_s);
    QCOMPARE(row.amount, u"1250"_s);
    QCOMPARE(row.currency, u"USD"_s);
    QCOMPARE(row.natural, u"pay|WD-1"_s);
    QCOMPARE(row.intentKey, base::intentKey(u"pay|WD-1"_s));
    QCOMPARE(row.expiresAt, ledger.clock.now() + 4 * base::kHour);
    QCOMPARE(ledger.kinds(row.id), QStringList{u"planned"_s});
    QCOMPARE(ledger.sql(u"SELECT amount_order FROM operation"_s).toDouble(), 1250.0);
}

void TestContractSubmit::created_smallAndKnown_isApprovedByRule()
{
    LedgerUnderTest ledger;
    const auto answer = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"499"_s, true));
    QCOMPARE(answer.operation->status, Status::Approved);
    QCOMPARE(answer.operation->rule, u"small_and_known"_s);
    QCOMPARE(ledger.kinds(answer.operation->id), (QStringList{u"planned"_s, u"approved"_s}));
    QCOMPARE(ledger.events().last().actor.type, QString(evidence::actors::rule));
    QCOMPARE(ledger.row(answer).version, 2);
}

void TestContractSubmit::repeated_inFlight_givesTheCurrentState()
{
    LedgerUnderTest ledger;
    const auto first = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    const auto second = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    QCOMPARE(second.kind, AnswerKind::Repeated);
    QCOMPARE(second.advice, u"keep-key"_s);
    QCOMPARE(second.operation->id, first.operation->id);
    QCOMPARE(second.operation->hits, 1);
    QVERIFY(!second.result);
    QCOMPARE(ledger.row(first).hits, 1);
    QCOMPARE(ledger.row(first).version, 1);
    QCOMPARE(ledger.kinds(first.operation->id), (QStringList{u"planned"_s, u"replayed"_s}));
}

void TestContractSubmit::repeated_succeeded_givesTheStoredBytes()
{
    LedgerUnderTest ledger;
    const auto submission = LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true);
    static_cast<void>(ledger.submit(submission));
    QCOMPARE(ledger.execute(AttemptOutcome::Succeeded).status, Status::Succeeded);
    for (int i = 0; i < 3; ++i) {
        const auto answer = ledger.submit(submission); // inv_5
        QCOMPARE(answer.kind, AnswerKind::Repeated);
        QCOMPARE(answer.result, QByteArray(R"({"id":"inv_91"})"));
        QCOMPARE(answer.operation->reference, u"inv_91"_s);
    }
    QVERIFY(ledger.claim().claims.isEmpty());
}

void TestContractSubmit::repeated_burstInOneBatch_isOneEventWithACount()
{
    LedgerUnderTest ledger;
    const QList<ledger::Submission> batch(100, LedgerUnderTest::payment(u"WD-1"_s));
    const auto answers = need(ledger.writer().submit(batch), "submit");
    QCOMPARE(answers.size(), 100);
    QCOMPARE(answers.first().kind, AnswerKind::Created);
    QCOMPARE(answers.last().kind, AnswerKind::Repeated);
    QCOMPARE(answers.last().operation->hits, 99);
    QCOMPARE(ledger.count(evidence::kinds::replayed), 1);
    const auto event = ledger.events().last();
    QCOMPARE(event.data.value("count"_L1).toInt(), 99);
    QCOMPARE(event.data.value("first_at"_L1).toInteger(), ledger.clock.now());
    QCOMPARE(ledger.row(answers.first()).hits, 99);
}

void TestContractSubmit::repeated_editedResult_isNotGivenOut()
{
    LedgerUnderTest ledger;
    const auto submission = LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true);
    static_cast<void>(ledger.submit(submission));
    const auto row = ledger.execute(AttemptOutcome::Succeeded);
    ledger.tamper(
        {u"DROP TRIGGER payload_no_update"_s,
         u"UPDATE payload SET bytes=CAST('{\"id\":\"inv_92\"}' AS BLOB) WHERE digest='%1'"_s.arg(row.resultDigest)});
    const auto answer = ledger.submit(submission);
    QCOMPARE(answer.kind, AnswerKind::Repeated);
    QCOMPARE(answer.code, u"result_damaged"_s);
    QCOMPARE(answer.advice, u"stop"_s);
    QVERIFY(!answer.result);
    QCOMPARE(ledger.count(evidence::kinds::alarm), 1);
}

void TestContractSubmit::repeated_resultOfOtherWork_isNotGivenOut()
{
    LedgerUnderTest ledger;
    const auto submission = LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true);
    static_cast<void>(ledger.submit(submission));
    static_cast<void>(ledger.execute(AttemptOutcome::Succeeded));
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-2"_s, u"11"_s, true)));
    const auto other = ledger.execute(AttemptOutcome::Succeeded);
    QCOMPARE(other.id, 2);
    ledger.tamper({u"UPDATE operation SET result_digest='%1' WHERE id=1"_s.arg(other.resultDigest)});
    const auto answer = ledger.submit(submission);
    QCOMPARE(answer.code, u"result_damaged"_s);
    QVERIFY(!answer.result);
}

void TestContractSubmit::conflict_otherDigest_namesThePathsAndKeepsThePayload()
{
    LedgerUnderTest ledger;
    const auto first = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"125"_s));
    auto second = LedgerUnderTest::payment(u"WD-1"_s, u"1250"_s);
    second.mayRead = true;
    const auto answer = ledger.submit(second);
    QCOMPARE(answer.kind, AnswerKind::Conflict);
    QCOMPARE(answer.advice, u"stop"_s);
    QCOMPARE(answer.differing, QStringList{u"/amount"_s});
    QCOMPARE(answer.firstDigest, first.operation->payloadDigest);
    QCOMPARE(answer.secondDigest, base::digestHex(second.arguments.bytes));
    QCOMPARE(answer.operation->id, first.operation->id);
    QCOMPARE(ledger.row(first).hits, 0);
    QCOMPARE(ledger.row(first).version, 1);
    const auto conflicts = need(ledger.writer().reader().openConflicts(-1, 10), "conflicts");
    QCOMPARE(conflicts.size(), 1);
    QCOMPARE(conflicts.first().paths, QStringList{u"/amount"_s});
    QCOMPARE(conflicts.first().record, first.operation->record);
    QVERIFY(!first.operation->record.isEmpty());
    QCOMPARE(need(ledger.writer().reader().payload(answer.secondDigest), "payload"), second.arguments.bytes);
}

void TestContractSubmit::conflict_withoutRead_namesNoDigests()
{
    LedgerUnderTest ledger;
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"125"_s, true)));
    static_cast<void>(ledger.execute(AttemptOutcome::Succeeded)); // took effect
    const auto answer = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"1250"_s));
    QCOMPARE(answer.kind, AnswerKind::Conflict);
    QVERIFY(answer.firstDigest.isEmpty() && answer.secondDigest.isEmpty());
}

void TestContractSubmit::rejected_sameDigest_isRepeatedNotCreated()
{
    LedgerUnderTest ledger;
    const auto first = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    QCOMPARE(ledger.decide(ledger.row(first), u"reject"_s).outcome, ledger::Admission::Outcome::Admitted);
    const auto answer = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    QCOMPARE(answer.kind, AnswerKind::Repeated);
    QCOMPARE(answer.code, u"repeated_rejection"_s);
    QCOMPARE(answer.advice, u"stop"_s);
    QCOMPARE(answer.rejectReason, u"wrong account"_s);
    QCOMPARE(answer.operation->status, Status::Rejected);
    QVERIFY(!answer.liveOperation);
    QCOMPARE(ledger.row(first).hits, 1);
}

void TestContractSubmit::rejected_otherDigest_isARevision()
{
    LedgerUnderTest ledger;
    const auto first = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    static_cast<void>(ledger.decide(ledger.row(first), u"reject"_s));
    const auto second = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"600"_s));
    QCOMPARE(second.kind, AnswerKind::Created);
    QCOMPARE(second.operation->revision, 2);
    QCOMPARE(second.operation->generation, 1);
    QCOMPARE(second.operation->wireKey, first.operation->wireKey);
}

void TestContractSubmit::rejected_thenLiveRevision_isNamed()
{
    LedgerUnderTest ledger;
    const auto first = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    static_cast<void>(ledger.decide(ledger.row(first), u"reject"_s));
    const auto live = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"600"_s));
    const auto answer = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    QCOMPARE(answer.code, u"repeated_rejection"_s);
    QCOMPARE(answer.liveOperation, std::optional(live.operation->id));
}

void TestContractSubmit::withdrawn_sameDigest_isARevision()
{
    LedgerUnderTest ledger;
    const auto first = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    const auto withdrawn =
        need(ledger.writer().withdraw(u"acme"_s, u"ops-agent-3"_s, first.operation->id, u"mistake"_s), "");
    QCOMPARE(withdrawn.status, Status::Withdrawn);
    const auto other = ledger.writer().withdraw(u"other"_s, u"x"_s, first.operation->id, {});
    QCOMPARE(other.error().code, base::ErrorCode::NotFound);
    QCOMPARE(ledger.writer().withdraw(u"acme"_s, u"x"_s, first.operation->id, {}).error().code,
             base::ErrorCode::Illegal);
    const auto second = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    QCOMPARE(second.kind, AnswerKind::Created);
    QCOMPARE(second.operation->revision, 2);
    // Withdrawing in between is no way round a person.
    static_cast<void>(ledger.decide(ledger.row(second), u"reject"_s));
    QCOMPARE(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)).code, u"repeated_rejection"_s);
}

void TestContractSubmit::endedByHand_startsNothing_data()
{
    QTest::addColumn<QString>("status");
    for (const char *status : {"failed", "withdrawn", "expired", "rejected"})
        QTest::newRow(status) << QString::fromLatin1(status);
}

/// C17: a database writer cannot free the key of work that was done.
void TestContractSubmit::endedByHand_startsNothing()
{
    QFETCH(const QString, status);
    LedgerUnderTest ledger;
    const auto payment = LedgerUnderTest::payment(u"WD-1"_s, u"499"_s, true);
    const auto first = ledger.submit(payment);
    const auto claim = ledger.claimOne();
    QCOMPARE(ledger.end(LedgerUnderTest::ending(claim, ledger.start(claim), AttemptOutcome::Succeeded)).status,
             Status::Succeeded);
    ledger.close();
    ledger.tamperLive({u"UPDATE operation SET status='%1'"_s.arg(status), u"UPDATE attempt SET outcome='no_effect'"_s});
    ledger.open();
    auto again = LedgerUnderTest::payment(u"WD-1"_s, u"498"_s, true);
    for (int i = 0; i < 2; ++i) {
        const auto answer = ledger.submit(again);
        QCOMPARE(answer.kind, AnswerKind::Refused);
        QCOMPARE(answer.code, u"doubt"_s);
    }
    QCOMPARE(ledger.sql(u"SELECT count(*) FROM operation"_s).toInt(), 1);
    QVERIFY(ledger.row(first).held);
    QCOMPARE(ledger.kinds(first.operation->id).count(u"alarm"_s), 1);
    QVERIFY(ledger.claim().claims.isEmpty());
}

void TestContractSubmit::numbers_editedBeyondReason_endNoProcess()
{
    LedgerUnderTest ledger;
    const auto first = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    ledger.close();
    ledger.tamperLive({u"UPDATE operation SET hits=9223372036854775807, version=9223372036854775807"_s});
    ledger.open();
    QCOMPARE(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)).kind, AnswerKind::Repeated);
    QVERIFY(ledger.row(first).version <= (qint64(1) << 53) - 1);
    QVERIFY(!ledger.writer().withdraw(u"acme"_s, u"agent"_s, first.operation->id, u"no"_s) ||
            ledger.row(first).status == Status::Withdrawn);
}

void TestContractSubmit::overdue_notSweptYet_isExpiredAndPlannedAnew_data()
{
    QTest::addColumn<QString>("amount");
    QTest::addColumn<QString>("again");
    QTest::newRow("waiting, the same again") << u"1250"_s << u"1250"_s;
    QTest::newRow("waiting, another payload") << u"1250"_s << u"1300"_s;
    QTest::newRow("approved, the same again") << u"499"_s << u"499"_s;
}

void TestContractSubmit::overdue_notSweptYet_isExpiredAndPlannedAnew()
{
    QFETCH(const QString, amount);
    QFETCH(const QString, again);
    LedgerUnderTest ledger; // C14: the sweeper is cosmetic, also for the agent
    const auto first = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, amount, true));
    ledger.clock.advance(first.operation->expiresAt - ledger.clock.now() - 1);
    QCOMPARE(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, amount, true)).kind, AnswerKind::Repeated);
    ledger.clock.advance(1);
    const auto answer = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, again, true));
    QCOMPARE(answer.kind, AnswerKind::Created);
    QCOMPARE(answer.operation->revision, 2);
    QCOMPARE(answer.expired.size(), 1);
    QCOMPARE(answer.expired.first().id, first.operation->id);
    QCOMPARE(ledger.row(first).status, Status::Expired);
    QCOMPARE(ledger.kinds(first.operation->id).count(u"expired"_s), 1);
    QVERIFY(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, again, true)).expired.isEmpty());
}

void TestContractSubmit::failed_otherDigest_isARevisionWithANewWireKey()
{
    LedgerUnderTest ledger;
    const auto first = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true));
    QCOMPARE(ledger.execute(AttemptOutcome::NoEffect).status, Status::Failed);
    const auto second = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"11"_s, true));
    QCOMPARE(second.kind, AnswerKind::Created);
    QCOMPARE(second.operation->revision, 2);
    QCOMPARE(second.operation->generation, 2); // §3.5: the owner's own explicit refusal
    QVERIFY(second.operation->wireKey != first.operation->wireKey);
    QCOMPARE(second.operation->wireKey,
             base::wireKey(u"obstat.local/contract"_s, u"acme"_s, first.operation->intentKey, 2));
    QCOMPARE(ledger.row(first).wireKey,
             base::wireKey(u"obstat.local/contract"_s, u"acme"_s, first.operation->intentKey, 1));
}

void TestContractSubmit::refused_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QByteArray>("facts");
    QTest::addColumn<QString>("named");
    QTest::addColumn<QString>("window");
    QTest::addColumn<QString>("code");
    const QByteArray none = "{}";
    QTest::newRow("denied by rule") << u"pay"_s << QByteArray(R"({"record":"BLOCKED","amount":"1"})") << none << u""_s
                                    << u""_s << u"denied"_s;
    QTest::newRow("unknown tool") << u"nope"_s << none << none << u""_s << u""_s << u"unknown_tool"_s;
    QTest::newRow("unanswered") << u"halfway"_s << none << none << u""_s << u""_s << u"unanswered_questions"_s;
    QTest::newRow("read only") << u"look"_s << none << none << u""_s << u""_s << u"read_only"_s;
    QTest::newRow("missing key field") << u"pay"_s << QByteArray(R"({"amount":"1"})") << none << u""_s << u""_s
                                       << u"not_canonical"_s;
    QTest::newRow("amount is no amount") << u"pay"_s << QByteArray(R"({"record":"A","amount":"1,250"})") << none
                                         << u""_s << u""_s << u"not_canonical"_s;
    QTest::newRow("reserved fact") << u"pay"_s << QByteArray(R"({"record":"A","amount":"1"})")
                                   << QByteArray(R"({"run":{}})") << u""_s << u""_s << u"not_canonical"_s;
    QTest::newRow("named beside a natural key") << u"pay"_s << QByteArray(R"({"record":"A","amount":"1"})") << none
                                                << u"x"_s << u""_s << u"named_key_refused"_s;
    QTest::newRow("no natural key and no name") << u"reboot"_s << none << none << u""_s << u""_s << u"no_natural_key"_s;
    QTest::newRow("window for a tool without one") << u"pay"_s << QByteArray(R"({"record":"A","amount":"1"})") << none
                                                   << u""_s << u"2026-09-20"_s << u"bad_window"_s;
    QTest::newRow("window two days off") << u"daily"_s << QByteArray(R"({"record":"A"})") << none << u""_s
                                         << u"2026-09-22"_s << u"bad_window"_s;
}

void TestContractSubmit::refused()
{
    QFETCH(QString, tool);
    QFETCH(QByteArray, arguments);
    QFETCH(QByteArray, facts);
    LedgerUnderTest ledger;
    auto submission = LedgerUnderTest::submission(tool, arguments, u"r-1"_s, facts);
    submission.named = *static_cast<QString *>(QTest::qData("named", QMetaType::QString));
    submission.window = *static_cast<QString *>(QTest::qData("window", QMetaType::QString));
    const auto answer = ledger.submit(submission);
    QCOMPARE(answer.kind, AnswerKind::Refused);
    QTEST(answer.code, "code");
    QVERIFY(!answer.operation);
    QVERIFY(answer.advice == u"stop"_s || answer.advice == u"new-intent"_s);
    QVERIFY(!answer.message.isEmpty());
    QCOMPARE(ledger.events().last().kind, QString(evidence::kinds::refused));
    QCOMPARE(ledger.writer().head().operations, 0);
}

void TestContractSubmit::refused_unanswered_namesWhatIsMissing()
{
    LedgerUnderTest ledger;
    const auto answer = ledger.submit(LedgerUnderTest::submission(u"halfway"_s, "{}"));
    QCOMPARE(answer.missing, (QStringList{u"approver"_s, u"on_repeat"_s}));
}

void TestContractSubmit::keyArguments_areRemovedAndRecorded()
{
    LedgerUnderTest ledger;
    const auto first = ledger.submit(
        LedgerUnderTest::submission(u"pay"_s, R"({"amount":"9","idempotency_key":"from the model","record":"WD-1"})"));
    QCOMPARE(first.operation->keyArguments, u"idempotency_key"_s);
    QCOMPARE(first.operation->payloadDigest, base::digestHex(R"({"amount":"9","record":"WD-1"})"));
    const auto second = ledger.submit(
        LedgerUnderTest::submission(u"pay"_s, R"({"amount":"9","idempotency_key":"another","record":"WD-1"})"));
    QCOMPARE(second.kind, AnswerKind::Repeated);
}

void TestContractSubmit::tenants_shareNothing()
{
    LedgerUnderTest ledger;
    const auto first = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    auto other = LedgerUnderTest::payment(u"WD-1"_s);
    other.tenant = u"globex"_s;
    const auto second = ledger.submit(other);
    QCOMPARE(second.kind, AnswerKind::Created);
    QCOMPARE(second.operation->intentKey, first.operation->intentKey);
    QVERIFY(second.operation->wireKey != first.operation->wireKey);
}

void TestContractSubmit::batch_sameIntents_createEachOnce()
{
    LedgerUnderTest ledger;
    QList<ledger::Submission> batch;
    for (int i = 0; i < 4000; ++i) {
        batch.append(LedgerUnderTest::payment(u"WD-%1"_s.arg(i % 1000)));
    }
    int created = 0;
    int repeated = 0;
    for (qsizetype at = 0; at < batch.size(); at += 250) {
        const auto answers =
            need(ledger.writer().submit(std::span(batch).subspan(static_cast<size_t>(at), 250)), "submit");
        for (const auto &answer : answers) {
            created += answer.kind == AnswerKind::Created ? 1 : 0;
            repeated += answer.kind == AnswerKind::Repeated ? 1 : 0;
        }
    }
    QCOMPARE(created, 1000);
    QCOMPARE(repeated, 3000);
    QCOMPARE(ledger.sql(u"SELECT count(*) FROM operation"_s).toInt(), 1000);
    QCOMPARE(ledger.sql(u"SELECT sum(hits) FROM operation"_s).toInt(), 3000);
    QCOMPARE(ledger.sql(u"SELECT count(*) FROM event WHERE kind='planned'"_s).toInt(), 1000);
}

void TestContractSubmit::warnings_areGiven()
{
    LedgerUnderTest ledger;
    ledger.activatePolicy(QByteArray(LedgerUnderTest::policyToml()).replace("\"treasury\"", "\"nobody_has_it\""));
    const auto answer = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    QCOMPARE(answer.warnings, QStringList{u"no_eligible_approver"_s});
}

void TestContractSubmit::run_countsOperations()
{
    LedgerUnderTest ledger;
    QStringList verdicts;
    for (int i = 0; i < 5; ++i) {
        auto submission = LedgerUnderTest::submission(u"reboot"_s, R"({"device":"d"})", u"r-9"_s);
        submission.named = u"reboot:%1"_s.arg(i);
        verdicts.append(ledger.submit(submission).operation->rule);
    }
    QCOMPARE(verdicts, (QStringList{u"reboots"_s, u"reboots"_s, u"reboots"_s, u"busy_run"_s, u"busy_run"_s}));
    const auto last = ledger.row(5);
    QCOMPARE(last.role, u"sre"_s);
    QCOMPARE(need(ledger.writer().reader().payload(last.factsDigest), "facts"),
             QByteArray(R"({"run":{"operations":5}})"));
}

QTEST_GUILESS_MAIN(TestContractSubmit)
#include "tst_contractsubmit.moc"
