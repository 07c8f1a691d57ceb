#include "metrics/sixnumbers.h"
#include "unit/ledger/rawledger.h"

#include <QtTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::metrics;
using namespace obstat::tests;
using base::kDay;
using base::kSecond;
using ledger::LedgerReader;

namespace {

constexpr Micros kNow = 1'000 * kDay;

std::unique_ptr<LedgerReader> opened(const RawLedger &ledger)
{
    auto reader = LedgerReader::open(ledger.path());
    if (!reader)
        qFatal("%s", qPrintable(reader.error().message));
    return std::move(*reader);
}

void addSubmits(RawLedger &ledger, Micros at, int planned, int repeats)
{
    evidence::Event event;
    event.at = at;
    event.operation = 1;
    event.kind = evidence::kinds::planned;
    for (int i = 0; i < planned; ++i)
        ledger.add(event);
    event.kind = evidence::kinds::replayed;
    event.data = {{u"count"_s, repeats}};
    ledger.add(event);
}

} // namespace

class TestSixNumbers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rangeUntil_aDay_isExactlyTwentyFourHours()
    {
        const MetricsRange range = rangeUntil(kNow, kDay, u"pay"_s);
        QCOMPARE(range.to, kNow);
        QCOMPARE(range.from, kNow - 24 * base::kHour);
        QCOMPARE(range.tool, u"pay"_s);
    }

    void compute_onAnIdleLedger_isNoDataEverywhere()
    {
        RawLedger ledger;
        const auto reader = opened(ledger);
        MetricsQuery query(*reader);
        const auto six = SixNumbers::compute(query, {rangeUntil(kNow, kDay), kNow, 20});
        QVERIFY(six);
        const QJsonObject json = six->toJson();
        for (const QString &key : {u"idempotency_hits"_s, u"operations_per_run"_s, u"timeout_rate"_s, u"duration"_s,
                                   u"waiting"_s, u"automatic_approval_rate"_s, u"audit_completeness"_s}) {
            QVERIFY2(json.value(key).isObject(), qPrintable(key));
            const QJsonObject number = json.value(key).toObject();
            QCOMPARE(number.value(u"state"_s).toString(), u"no_data"_s);
            QVERIFY(number.value(u"previous"_s).isObject());
            if (key != u"idempotency_hits"_s)
                QVERIFY2(number.value(u"value"_s).isNull(), qPrintable(key)); // never 0 %
        }
        QVERIFY(json.value(u"idempotency_hits"_s).toObject().value(u"per_thousand"_s).isNull());
    }

    void compute_twiceThePreviousRange_looksAtTimeouts()
    {
        RawLedger ledger;
        addSubmits(ledger, kNow - kDay - 1, 40, 10); // the last microsecond of the previous range
        addSubmits(ledger, kNow - kDay, 80, 20);
        const auto reader = opened(ledger);
        MetricsQuery query(*reader);
        const auto six = SixNumbers::compute(query, {rangeUntil(kNow, kDay), kNow, 20});
        QVERIFY(six);
        QCOMPARE(six->previous.from, kNow - 2 * kDay);
        QCOMPARE(six->previous.to, six->range.from);
        QCOMPARE(six->idempotencyHits.current.repeats, 20);
        QCOMPARE(six->idempotencyHits.previous.repeats, 10);
        QCOMPARE(six->idempotencyHits.state, State::Warning);
        const QJsonObject hits = six->toJson().value(u"idempotency_hits"_s).toObject();
        QCOMPARE(hits.value(u"meaning"_s).toString(), u"look_at_timeouts"_s);
        QCOMPARE(hits.value(u"value"_s).toInteger(), 20);
        QCOMPARE(hits.value(u"per_thousand"_s).toDouble(), 200.0);
        QCOMPARE(hits.value(u"previous"_s).toObject().value(u"repeats"_s).toInteger(), 10);
    }

    void compute_theIncident_isCritical()
    {
        RawLedger ledger;
        ledger::OperationRow row;
        row.createdAt = kNow - kDay;
        ledger::AttemptRow attempt;
        attempt.operation = ledger.add(row);
        attempt.startedAt = kNow - kDay;
        attempt.timeout = 30 * kSecond;
        attempt.duration = 31 * kSecond;
        attempt.endedAt = attempt.startedAt + 31 * kSecond;
        attempt.outcome = u"succeeded"_s;
        attempt.late = true;
        ledger.add(attempt);
        const auto reader = opened(ledger);
        MetricsQuery query(*reader);
        const auto six = SixNumbers::compute(query, {rangeUntil(kNow, kDay), kNow, 20});
        QVERIFY(six);
        QCOMPARE(six->duration.state, State::Critical);
        QCOMPARE(six->toJson().value(u"duration"_s).toObject().value(u"p99"_s).toInteger(), 31'000'000);
        QCOMPARE(six->toJson().value(u"timeout_rate"_s).toObject().value(u"value"_s).toDouble(), 1.0);
    }

    void compute_anEmptyRange_isRefused()
    {
        RawLedger ledger;
        const auto reader = opened(ledger);
        MetricsQuery query(*reader);
        const auto six = SixNumbers::compute(query, {{kNow, kNow, {}}, kNow, 20});
        QVERIFY(!six);
        QCOMPARE(six.error().code, base::ErrorCode::Malformed);
    }
};

QTEST_GUILESS_MAIN(TestSixNumbers)
#include "tst_sixnumbers.moc"
