#pragma once

#include "ledger/metricsquery.h"
#include "metrics/number.h"

#include <QJsonObject>

namespace obstat::metrics {

using base::Micros;
using ledger::MetricsQuery;
using ledger::MetricsRange;

/// Exactly the `length` before `now`, whatever the calendar says.
[[nodiscard]] MetricsRange rangeUntil(Micros now, Micros length, const QString &tool = {});

/// What is asked: the range, the time that pending and overdue work is judged by, and from how many operations on a run
/// is listed as over the limit.
struct SixNumbersRequest
{
    MetricsRange range;
    Micros now = 0;
    qint64 runLimit = 20;
};

/// The six watched numbers of contract 9 over one range, the equal range before it beside. Number three is two: the
/// rate and the duration.
struct SixNumbers
{
    MetricsRange range;
    MetricsRange previous;
    Number<MetricsQuery::Hits> idempotencyHits;
    Number<MetricsQuery::Runs> operationsPerRun;
    Number<MetricsQuery::Attempts> timeoutRate;
    Number<MetricsQuery::Attempts> duration;
    MetricsQuery::Retries retries; ///< what became of those over the timeout, and of others
    MetricsQuery::Retries retriesBefore;
    Number<MetricsQuery::Waiting> waiting;
    Number<MetricsQuery::Approvals> automaticApprovalRate;
    MetricsQuery::Approvals monthBefore; ///< what a climb of the automatic rate is judged by
    Number<MetricsQuery::Completeness> auditCompleteness;

    /// Plain counts of the whole range by `query`. Malformed for an empty range, and the query's own errors.
    [[nodiscard]] static base::Result<SixNumbers> compute(MetricsQuery &query, const SixNumbersRequest &request);

    /// `obstatctl metrics --json`: {"range", "previous", "idempotency_hits", "operations_per_run", "timeout_rate",
    /// "duration", "retries", "waiting", "automatic_approval_rate", "audit_completeness"}; each number has "state",
    /// "meaning", "value" (null without data), its raw counts, and the same counts in "previous". Durations are
    /// microseconds.
    [[nodiscard]] QJsonObject toJson() const;
};

/// The six numbers over a range with the usual limit, by a reader of its own query.
[[nodiscard]] base::Result<SixNumbers> sixNumbers(ledger::LedgerReader &reader, const MetricsRange &range, Micros now);

} // namespace obstat::metrics
