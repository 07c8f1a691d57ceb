#include "base/digest.h"
#include "ledger/metricsquery.h"
#include "unit/ledger/rawledger.h"

#include <QtTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using base::kDay;
using base::kHour;
using base::kMinute;
using base::kSecond;
using base::Micros;
using ledger::AttemptRow;
using ledger::LedgerReader;
using ledger::MetricsQuery;
using ledger::MetricsRange;
using ledger::OperationRow;
using ledger::Status;

namespace {

constexpr Micros kStart = 1'000 * kHour;

std::unique_ptr<LedgerReader> opened(const RawLedger &ledger)
{
    auto reader = LedgerReader::open(ledger.path());
    if (!reader)
        qFatal("%s", qPrintable(reader.error().message));
    return std::move(*reader);
}

/// A value, or the end of the program with the error.
template <typename T>
T got(base::Result<T> result)
{
    if (!result)
        qFatal("%s", qPrintable(QString(result.error().message % u' ' % result.error().detail)));
    return std::move(*result);
}

evidence::Event eventAt(QLatin1StringView kind, Micros at, std::optional<qint64> operation = {},
                        const QJsonObject &data = {})
{
    evidence::Event event;
    event.kind = kind;
    event.at = at;
    event.operation = operation;
    event.data = data;
    return event;
}

evidence::Event decided(QLatin1StringView kind, Micros at, qint64 operation, QLatin1StringView by)
{
    evidence::Event event = eventAt(kind, at, operation);
    event.actor = {by, u"somebody"_s};
    event.from = u"awaiting_approval"_s;
    event.to = kind;
    return event;
}

/// An operation with everything that completeness asks for.
OperationRow complete(RawLedger &ledger, Status status, Micros at)
{
    OperationRow row;
    row.status = status;
    row.run = u"r-1"_s;
    row.createdAt = at;
    const QByteArray bytes = QByteArray::number(ledger.number(u"SELECT operations FROM head"_s));
    row.payloadDigest = base::digestHex(bytes);
    row.resultDigest = base::digestHex(QByteArray("result" + bytes));
    ledger.storePayload(row.payloadDigest, bytes);
    ledger.storePayload(row.resultDigest, "result" + bytes);
    return row;
}

} // namespace

/// Contract 9, by hand.
class TestMetricsQuery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everything_onAnIdleLedger_isNoDataAndNotZeroPercent()
    {
        RawLedger ledger;
        const auto reader = opened(ledger);
        MetricsQuery query(*reader);
        const MetricsRange range{kStart, kStart + kDay, {}};
        QCOMPARE(got(query.hits(range)).submits, 0);
        QCOMPARE(got(query.runs(range, 5)).runs, 0);
        const auto attempts = got(query.attempts(range));
        QCOMPARE(attempts.commits, 0);
        QVERIFY(!attempts.p50 && !attempts.p99);
        const auto waiting = got(query.waiting(range, kStart));
        QCOMPARE(waiting.decided, 0);
        QVERIFY(!waiting.p50 && !waiting.oldestPending);
        QCOMPARE(got(query.approvals(range)).automatic, 0);
        QCOMPARE(got(query.completeness(range)).operations, 0);
        QVERIFY(got(query.gapOperations(range, u"run"_s, 0, 10)).isEmpty());
    }

    void hits_createdRepeatedConflictAndRefused_areSubmits()
    {
        RawLedger ledger;
        const QJsonObject pay{{u"tool"_s, u"pay"_s}};
        const auto replayed = [](const QString &tool, int count) {
            return QJsonObject{{u"tool"_s, tool}, {u"count"_s, count}};
        };
        ledger.add(eventAt(evidence::kinds::planned, kStart - 1, 1, pay)); // before the range
        ledger.add(eventAt(evidence::kinds::planned, kStart, 1, pay));
        ledger.add(eventAt(evidence::kinds::planned, kStart + 1, 2, {{u"tool"_s, u"mail"_s}}));
        ledger.add(eventAt(evidence::kinds::replayed, kStart + 2, 1, replayed(u"pay"_s, 94)));
        ledger.add(eventAt(evidence::kinds::replayed, kStart + 3, 2, replayed(u"mail"_s, 1)));
        ledger.add(eventAt(evidence::kinds::conflict, kStart + 4, 1, pay));
        ledger.add(eventAt(evidence::kinds::refused, kStart + 5, {}, pay));
        ledger.add(eventAt(evidence::kinds::approved, kStart + 6, 1));                              // no submit
        ledger.add(eventAt(evidence::kinds::replayed, kStart + kHour, 1, replayed(u"pay"_s, 500))); // after it
        const auto reader = opened(ledger);
        MetricsQuery query(*reader);
        const auto all = got(query.hits({kStart, kStart + kHour, {}}));
        QCOMPARE(all.repeats, 95);
        QCOMPARE(all.submits, 99);
        const auto ofPay = got(query.hits({kStart, kStart + kHour, u"pay"_s}));
        QCOMPARE(ofPay.repeats, 94);
        QCOMPARE(ofPay.submits, 97);
    }

    void runs_medianP95AndMax_byHand()
    {
        RawLedger ledger;
        // 20 runs with 1, 2, … 20 operations, in two tenants that name their runs alike; operations without a run.
        Micros at = kStart;
        for (int run = 1; run <= 20; ++run) {
            for (int i = 0; i < run; ++i) {
                OperationRow row;
                row.tenant = run % 2 == 0 ? u"acme"_s : u"default"_s;
                row.run = u"r-%1"_s.arg((run + 1) / 2);
                row.tool = run == 20 ? u"deploy"_s : u"pay"_s;
                row.createdAt = ++at;
                ledger.add(row);
            }
        }
        OperationRow without;
        without.createdAt = ++at;
        ledger.add(without);
        const auto reader = opened(ledger);
        MetricsQuery query(*reader);
        const auto runs = got(query.runs({kStart, kStart + kHour, {}}, 18));
        QCOMPARE(runs.runs, 20);
        QCOMPARE(runs.median, 10.5);
        QCOMPARE(runs.p95, 19);
        QCOMPARE(runs.max, 20);
        const QList<QPair<QString, qint64>> over{{u"r-10"_s, 20}, {u"r-10"_s, 19}};
        QCOMPARE(runs.overLimit, over);
        QCOMPARE(got(query.runs({kStart, kStart + kHour, u"deploy"_s}, 18)).runs, 1);
        QCOMPARE(got(query.runs({kStart, kStart + 2, {}}, 18)).max, 1); // only the first operation is in the range
    }

    void attempts_percentilesAndCutOnes_byHand()
    {
        RawLedger ledger;
        OperationRow row;
        row.createdAt = kStart;
        const qint64 pay = ledger.add(row);
        row.tool = u"mail"_s;
        const qint64 mail = ledger.add(row);
        const auto add = [&ledger](qint64 operation, Micros at, std::optional<Micros> duration, const QString &outcome,
                                   bool ended = true) {
            AttemptRow attempt;
            attempt.operation = operation;
            attempt.startedAt = at;
            attempt.timeout = 30 * kSecond;
            attempt.duration = duration;
            attempt.outcome = outcome;
            attempt.late = duration && *duration > attempt.timeout;
            if (ended)
                attempt.endedAt = at + duration.value_or(outcome == u"reset" ? kSecond / 5 : 60 * kSecond);
            ledger.add(attempt);
        };
        for (int i = 1; i <= 96; ++i)
            add(pay, kStart + i, i * kSecond / 10, u"succeeded"_s);
        add(pay, kStart + 97, 31 * kSecond, u"succeeded"_s); // late, but measured
        add(pay, kStart + 98, {}, u"timed_out"_s);
        add(mail, kStart + 99, {}, u"reset"_s);        // no answer, but known to be over after 0.2 s
        add(mail, kStart + 100, {}, u""_s, false);     // open, past its timeout by ledger time
        add(mail, kStart + 101, {}, u"not_sent"_s);    // was never on the wire
        add(mail, kStart + kMinute, {}, u""_s, false); // still within its timeout: not failed, not counted
        AttemptRow question;
        question.operation = pay;
        question.kind = u"query"_s;
        question.startedAt = kStart + 5;
        question.timeout = 30 * kSecond;
        ledger.add(question);
        ledger.setLedgerTime(kStart + kMinute + 10 * kSecond);
        const auto reader = opened(ledger);
        MetricsQuery query(*reader);
        const auto attempts = got(query.attempts({kStart, kStart + kDay, {}}));
        QCOMPARE(attempts.commits, 100);
        QCOMPARE(attempts.overTimeout, 3); // late, timed out, open past its timeout
        QCOMPARE(attempts.cut, 2);
        QCOMPARE(attempts.timeout, 30 * kSecond);
        QCOMPARE(*attempts.p50, 49 * kSecond / 10);
        QCOMPARE(*attempts.p95, 94 * kSecond / 10); // the reset is the third
        QCOMPARE(*attempts.p99, 60 * kSecond);      // the 99th and 100th count as twice the timeout
        const auto ofMail = got(query.attempts({kStart, kStart + kDay, u"mail"_s}));
        QCOMPARE(ofMail.commits, 2);
        QCOMPARE(ofMail.overTimeout, 1);
        QCOMPARE(got(query.attempts({kStart, kStart + 2, {}})).commits, 1);
    }

    /// Contract 9.3: only what was listened to until twice its timeout is cut.
    void attempts_brokenAndCrashed_areNotCut()
    {
        RawLedger ledger;
        OperationRow row;
        row.createdAt = kStart;
        const qint64 pay = ledger.add(row);
        const auto add = [&ledger, pay](Micros at, Micros after, const QString &outcome) {
            AttemptRow attempt;
            attempt.operation = pay;
            attempt.startedAt = at;
            attempt.endedAt = at + after;
            attempt.timeout = 30 * kSecond;
            attempt.outcome = outcome;
            ledger.add(attempt);
        };
        add(kStart, kSecond / 50, u"reset"_s);
        add(kStart + 1, kSecond / 10, u"unreadable"_s);
        add(kStart + 2, 3 * kHour, u"crashed"_s);  // found dead at the next start
        add(kStart + 3, 40 * kSecond, u"reset"_s); // broke after its timeout
        ledger.setLedgerTime(kStart + kDay);
        const auto reader = opened(ledger);
        const auto attempts = got(MetricsQuery(*reader).attempts({kStart, kStart + kDay, {}}));
        QCOMPARE(attempts.commits, 4);
        QCOMPARE(attempts.cut, 0);
        QCOMPARE(attempts.overTimeout, 1);
        QCOMPARE(*attempts.p50, kSecond / 10);
        QCOMPARE(*attempts.p99, 40 * kSecond);
    }

    /// Contract 7.7: every retry decision is counted, and what only people can settle now.
    void retries_sendsQuestionsAndWhatIsLeftToPeople_byHand()
    {
        RawLedger ledger;
        OperationRow row;
        row.createdAt = kStart;
        row.status = Status::Unknown;
        row.notBefore = kStart + kHour;
        const qint64 due = ledger.add(row);
        row.notBefore.reset();
        const qint64 listening = ledger.add(row); // its end says what comes next
        row.tool = u"mail"_s;
        const qint64 left = ledger.add(row);
        const auto add = [&ledger](qint64 operation, const QString &kind, Micros at, const QString &outcome,
                                   bool ended = true) {
            AttemptRow attempt;
            attempt.operation = operation;
            attempt.kind = kind;
            attempt.startedAt = at;
            attempt.timeout = 30 * kSecond;
            attempt.outcome = outcome;
            if (ended)
                attempt.endedAt = at + kSecond;
            ledger.add(attempt);
        };
        add(due, u"commit"_s, kStart - kHour, u"not_sent"_s); // in the range before
        add(due, u"commit"_s, kStart + 1, u"timed_out"_s);    // after another one
        add(due, u"query"_s, kStart + 2, u"no_answer"_s);
        add(due, u"commit"_s, kStart + 3, u"reset"_s);
        add(listening, u"commit"_s, kStart + 4, u""_s, false); // its first
        add(left, u"query"_s, kStart + 5, u"no_answer"_s);
        add(left, u"commit"_s, kStart + 6, u"reset"_s); // after a question, but its first send
        const auto reader = opened(ledger);
        MetricsQuery query(*reader);
        const auto all = got(query.retries({kStart, kStart + kDay, {}}));
        QCOMPARE(all.sentAgain, 2);
        QCOMPARE(all.asked, 2);
        QCOMPARE(all.notSent, 0);
        QCOMPARE(all.forPeople, 1);
        const auto before = got(query.retries({kStart - kDay, kStart, {}}));
        QCOMPARE(before.sentAgain, 0);
        QCOMPARE(before.notSent, 1);
        const auto ofMail = got(query.retries({kStart, kStart + kDay, u"mail"_s}));
        QCOMPARE(ofMail.sentAgain, 0);
        QCOMPARE(ofMail.asked, 1);
        QCOMPARE(ofMail.forPeople, 1);
        QCOMPARE(got(query.retries({kStart, kStart + kDay, u"pay"_s})).forPeople, 0);
    }

    void waiting_fromQueuedToDecidedByPeople_byHand()
    {
        RawLedger ledger;
        for (qint64 i = 1; i <= 10; ++i)
            ledger.add(eventAt(evidence::kinds::planned, kStart + i, i));
        for (qint64 i = 1; i <= 8; ++i) {
            ledger.add(decided(i % 2 == 0 ? evidence::kinds::approved : evidence::kinds::rejected,
                               kStart + i + i * kMinute, i, evidence::actors::person));
        }
        ledger.add(decided(evidence::kinds::approved, kStart + 20 * kMinute, 9, evidence::actors::rule));
        evidence::Event returned = eventAt(evidence::kinds::returned, kStart + 30 * kMinute, 2);
        ledger.add(returned); // back in the queue: its second wait is one of its own
        ledger.add(decided(evidence::kinds::approved, kStart + 130 * kMinute, 2, evidence::actors::person));
        const auto reader = opened(ledger);
        MetricsQuery query(*reader);
        const auto waiting = got(query.waiting({kStart, kStart + kDay, {}}, kStart));
        QCOMPARE(waiting.decided, 9); // 1 … 8 minutes and 100 minutes
        QCOMPARE(*waiting.p50, 5 * kMinute);
        QCOMPARE(*waiting.p90, 100 * kMinute);
        QCOMPARE(*waiting.p99, 100 * kMinute);
        const auto approvals = got(query.approvals({kStart, kStart + kDay, {}}));
        QCOMPARE(approvals.automatic, 1);
        QCOMPARE(approvals.byPeople, 5);
        QCOMPARE(got(query.waiting({kStart, kStart + 4 * kMinute, {}}, kStart)).decided, 3);
    }

    void waiting_pendingOldestRolesAndOverdue_areOfNow()
    {
        RawLedger ledger;
        const auto add = [&ledger](Status status, const QString &role, Micros at,
                                   std::optional<Micros> decidedAt = {}) {
            OperationRow row;
            row.status = status;
            row.role = role;
            row.createdAt = at;
            row.decidedAt = decidedAt;
            ledger.add(row);
        };
        add(Status::AwaitingApproval, u"sre"_s, kStart + 1);
        add(Status::AwaitingApproval, u"treasury"_s, kStart + 2);
        add(Status::AwaitingApproval, u"treasury"_s, kStart + 3);
        add(Status::Approved, u"sre"_s, kStart + 4, kStart + 5);
        add(Status::Approved, u"sre"_s, kStart + 4, kStart + kHour - kMinute); // not yet over a minute
        add(Status::Succeeded, u"sre"_s, kStart + 4, kStart + 5);
        const auto reader = opened(ledger);
        MetricsQuery query(*reader);
        const auto waiting = got(query.waiting({0, 1, {}}, kStart + kHour));
        QCOMPARE(waiting.pending, 3);
        QCOMPARE(*waiting.oldestPending, kStart + 1);
        QCOMPARE(waiting.overdue, 1);
        const QList<QPair<QString, qint64>> roles{{u"treasury"_s, 2}, {u"sre"_s, 1}};
        QCOMPARE(waiting.byRole, roles);
        QCOMPARE(got(query.waiting({0, 1, u"deploy"_s}, kStart + kHour)).pending, 0);
    }

    /// bug_M1: 10 done, 5 running, 2 failed without a result, over midnight: 10 of 12, and exactly 24 hours.
    void completeness_tenFiveTwo_isTenOfTwelve()
    {
        RawLedger ledger;
        const Micros from = kStart;
        ledger.add(complete(ledger, Status::Succeeded, from - 1)); // a microsecond too early
        for (int i = 0; i < 10; ++i)
            ledger.add(complete(ledger, Status::Succeeded, from + i * kHour));
        for (int i = 0; i < 5; ++i) {
            OperationRow running = complete(ledger, Status::Running, from + 12 * kHour);
            running.resultDigest.clear();
            ledger.add(running);
        }
        for (int i = 0; i < 2; ++i) {
            OperationRow failed = complete(ledger, Status::Failed, from + kDay - 1);
            failed.resultDigest.clear();
            ledger.add(failed);
        }
        ledger.add(complete(ledger, Status::Succeeded, from + kDay)); // belongs to the next 24 hours
        const auto reader = opened(ledger);
        MetricsQuery query(*reader);
        const auto completeness = got(query.completeness({from, from + kDay, {}}));
        QCOMPARE(completeness.operations, 12);
        QCOMPARE(completeness.complete, 10);
        const QMap<QString, qint64> gaps{{u"result"_s, 2}};
        QCOMPARE(completeness.gaps, gaps);
    }

    void completeness_eachGap_isListedByWhatIsMissing()
    {
        RawLedger ledger;
        const auto add = [&ledger](auto &&spoil) {
            OperationRow row = complete(ledger, Status::Succeeded, kStart);
            spoil(row);
            return ledger.add(row);
        };
        const qint64 whole = add([](OperationRow &) {});
        const qint64 noRun = add([](OperationRow &row) { row.run.clear(); });
        const qint64 noKey = add([](OperationRow &row) { row.intentKey = u"by hand"_s; });
        const qint64 noArguments = add([](OperationRow &row) { row.payloadDigest = base::digestHex("gone"); });
        const qint64 noResult = add([](OperationRow &row) { row.resultDigest = base::digestHex("gone"); });
        const qint64 nothing = add([](OperationRow &row) {
            row.run.clear();
            row.resultDigest.clear();
        });
        const qint64 purged =
            add([](OperationRow &row) { row.payloadDigest = row.resultDigest = base::digestHex("old"); });
        ledger.add(eventAt(evidence::kinds::purged, kStart, purged));
        const qint64 known = add([](OperationRow &row) {
            row.status = Status::Unknown;
            row.resultDigest.clear();
        });
        ledger.add(eventAt(evidence::kinds::unknown, kStart, known));
        const qint64 byHand = add([](OperationRow &row) {
            row.status = Status::Unknown;
            row.resultDigest.clear();
        });
        const auto reader = opened(ledger);
        MetricsQuery query(*reader);
        const MetricsRange range{kStart, kStart + 1, {}};
        const auto completeness = got(query.completeness(range));
        QCOMPARE(completeness.operations, 9);
        QCOMPARE(completeness.complete, 3);
        const QMap<QString, qint64> gaps{{u"run"_s, 2}, {u"key"_s, 1}, {u"arguments"_s, 1}, {u"result"_s, 3}};
        QCOMPARE(completeness.gaps, gaps);
        QCOMPARE(got(query.gapOperations(range, u"run"_s, 0, 10)), (QList<qint64>{nothing, noRun}));
        QCOMPARE(got(query.gapOperations(range, u"key"_s, 0, 10)), QList<qint64>{noKey});
        QCOMPARE(got(query.gapOperations(range, u"arguments"_s, 0, 10)), QList<qint64>{noArguments});
        QCOMPARE(got(query.gapOperations(range, u"result"_s, 0, 10)), (QList<qint64>{byHand, nothing, noResult}));
        QCOMPARE(got(query.gapOperations(range, u"result"_s, byHand, 1)), QList<qint64>{nothing});
        QVERIFY(whole < noRun);
        QVERIFY(!query.gapOperations(range, u"colour"_s, 0, 10));
        QCOMPARE(got(query.completeness({kStart, kStart + 1, u"deploy"_s})).operations, 0);
    }
};

QTEST_GUILESS_MAIN(TestMetricsQuery)
#include "tst_metricsquery.moc"
