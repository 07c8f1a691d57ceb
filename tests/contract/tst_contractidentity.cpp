#include "contract/ledgerundertest.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::AnswerKind;
using ledger::AttemptOutcome;
using ledger::Status;

/// Windows, pins and earlier formulas (§3.1, §3.2). The clock starts at 2026-09-20T14:00Z.
class TestContractIdentity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void window_byTheClock_isPartOfTheKey();
    void window_asked_wins();
    void window_openWorkOfYesterday_isRepeatedOrConflict();
    void window_settledWorkOfYesterday_doesNotBlock();
    void pin_retryAcrossMidnight_keepsItsKey();
    void pin_otherRun_hasItsOwnWindow();
    void pin_survivesARestart();
    void previousFormula_isLookedUpToo();
    void named_isTheOrchestratorsName();

private:
    static ledger::Submission daily(const QString &run, const QByteArray &arguments = R"({"record":"A"})")
    {
        return LedgerUnderTest::submission(u"daily"_s, arguments, run);
    }
};

void TestContractIdentity::window_byTheClock_isPartOfTheKey()
{
    LedgerUnderTest ledger;
    const auto row = ledger.row(ledger.submit(daily(u"r-1"_s)));
    QCOMPARE(row.natural, u"daily|A|2026-09-20"_s);
    QCOMPARE(row.withoutWindow, u"daily|A"_s);
    QCOMPARE(row.window, u"2026-09-20"_s);
    QCOMPARE(row.intentKey, base::intentKey(u"daily|A|2026-09-20"_s));
}

void TestContractIdentity::window_asked_wins()
{
    LedgerUnderTest ledger;
    auto submission = daily(u"r-1"_s);
    submission.window = u"2026-09-21"_s;
    QCOMPARE(ledger.submit(submission).operation->window, u"2026-09-21"_s);
}

void TestContractIdentity::window_openWorkOfYesterday_isRepeatedOrConflict()
{
    LedgerUnderTest ledger;
    const auto first = ledger.submit(daily(u"r-1"_s));
    QCOMPARE(first.kind, AnswerKind::Created);
    ledger.clock.advance(base::kDay);
    const auto same = ledger.submit(daily(u"r-2"_s));
    QCOMPARE(same.kind, AnswerKind::Repeated);
    QCOMPARE(same.operation->id, first.operation->id);
    const auto other = ledger.submit(daily(u"r-3"_s, R"({"note":"x","record":"A"})"));
    QCOMPARE(other.kind, AnswerKind::Conflict);
    QCOMPARE(other.operation->id, first.operation->id);
    QCOMPARE(ledger.writer().head().operations, 1);
}

void TestContractIdentity::window_settledWorkOfYesterday_doesNotBlock()
{
    LedgerUnderTest ledger;
    static_cast<void>(ledger.submit(daily(u"r-1"_s)));
    static_cast<void>(ledger.execute(AttemptOutcome::Succeeded));
    ledger.clock.advance(base::kDay);
    const auto second = ledger.submit(daily(u"r-2"_s));
    QCOMPARE(second.kind, AnswerKind::Created);
    QCOMPARE(second.operation->window, u"2026-09-21"_s);
    QCOMPARE(second.operation->revision, 1);
}

void TestContractIdentity::pin_retryAcrossMidnight_keepsItsKey()
{
    LedgerUnderTest ledger;
    const auto first = ledger.submit(daily(u"r-1"_s));
    static_cast<void>(ledger.execute(AttemptOutcome::Succeeded));
    ledger.clock.advance(base::kDay);
    const auto retry = ledger.submit(daily(u"r-1"_s));
    QCOMPARE(retry.kind, AnswerKind::Repeated);
    QCOMPARE(retry.operation->id, first.operation->id);
    QCOMPARE(retry.result, QByteArray(R"({"id":"inv_91"})"));
}

void TestContractIdentity::pin_otherRun_hasItsOwnWindow()
{
    LedgerUnderTest ledger;
    static_cast<void>(ledger.submit(daily(u"r-1"_s)));
    static_cast<void>(ledger.execute(AttemptOutcome::Succeeded));
    ledger.clock.advance(base::kDay);
    QCOMPARE(ledger.submit(daily(u"r-2"_s)).operation->window, u"2026-09-21"_s);
    QCOMPARE(ledger.submit(daily(u"r-1"_s)).operation->window, u"2026-09-20"_s);
}

void TestContractIdentity::pin_survivesARestart()
{
    LedgerUnderTest ledger;
    static_cast<void>(ledger.submit(daily(u"r-1"_s)));
    static_cast<void>(ledger.execute(AttemptOutcome::Succeeded));
    ledger.reopen();
    ledger.clock.advance(base::kDay);
    QCOMPARE(ledger.submit(daily(u"r-1"_s)).kind, AnswerKind::Repeated);
}

void TestContractIdentity::previousFormula_isLookedUpToo()
{
    LedgerUnderTest ledger;
    const auto first = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    QByteArray tools = LedgerUnderTest::toolsToml();
    tools.replace("natural_key = [\"record\"]\nrecord = \"record\"",
                  "natural_key = [\"record\", \"amount\"]\nprevious_natural_key = [[\"record\"]]\nrecord = \"record\"");
    ledger.loadTools(tools);
    const auto same = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    QCOMPARE(same.kind, AnswerKind::Repeated);
    QCOMPARE(same.operation->id, first.operation->id);
    QCOMPARE(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"600"_s)).kind, AnswerKind::Conflict);
    const auto fresh = ledger.submit(LedgerUnderTest::payment(u"WD-2"_s));
    QCOMPARE(fresh.kind, AnswerKind::Created);
    QCOMPARE(fresh.operation->natural, u"pay|WD-2|1250"_s);
}

void TestContractIdentity::named_isTheOrchestratorsName()
{
    LedgerUnderTest ledger;
    auto submission = LedgerUnderTest::submission(u"reboot"_s, R"({"device":"d"})");
    submission.named = u"reboot:d:1"_s;
    const auto first = ledger.submit(submission);
    QCOMPARE(first.operation->natural, u"named|reboot|reboot:d:1"_s);
    QCOMPARE(ledger.submit(submission).kind, AnswerKind::Repeated);
    submission.named = u"reboot:d:2"_s;
    QCOMPARE(ledger.submit(submission).kind, AnswerKind::Created);
}

QTEST_GUILESS_MAIN(TestContractIdentity)
#include "tst_contractidentity.moc"
