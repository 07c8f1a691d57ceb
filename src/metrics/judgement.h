#pragma once

#include "ledger/metricsquery.h"
#include "metrics/number.h"

#include <optional>

/// The rules of contract 9 over raw counts. Pure functions.
namespace obstat::metrics {

using ledger::MetricsQuery;

/// Repeats per 1,000 submits; nothing without submits.
[[nodiscard]] std::optional<double> perThousand(const MetricsQuery::Hits &hits);
/// Attempts over their timeout / attempts; nothing without attempts.
[[nodiscard]] std::optional<double> timeoutRate(const MetricsQuery::Attempts &attempts);
/// Automatic / all approved; nothing without approvals.
[[nodiscard]] std::optional<double> automaticRate(const MetricsQuery::Approvals &approvals);
/// Complete / all; nothing without operations.
[[nodiscard]] std::optional<double> completeRate(const MetricsQuery::Completeness &completeness);

/// "never_tested" without a repeat; "look_at_timeouts" at twice the previous range.
[[nodiscard]] Number<MetricsQuery::Hits> judge(const MetricsQuery::Hits &current, const MetricsQuery::Hits &previous);
/// "runs_over_limit" when a run is over the limit.
[[nodiscard]] Number<MetricsQuery::Runs> judge(const MetricsQuery::Runs &current, const MetricsQuery::Runs &previous);
/// The timeout rate: "over_timeout" from 1 % on (then the p99 is over it), "timeouts_doubled" at twice the previous.
[[nodiscard]] Number<MetricsQuery::Attempts> judgeTimeouts(const MetricsQuery::Attempts &current,
                                                           const MetricsQuery::Attempts &previous);
/// The duration: "near_timeout" from a p99 of 80 % of the timeout on, critical "over_timeout" from the timeout on.
[[nodiscard]] Number<MetricsQuery::Attempts> judgeDuration(const MetricsQuery::Attempts &current,
                                                           const MetricsQuery::Attempts &previous);
/// "overdue" when something is approved and not executed.
[[nodiscard]] Number<MetricsQuery::Waiting> judge(const MetricsQuery::Waiting &current,
                                                  const MetricsQuery::Waiting &previous);
/// "automatic_climbs" when the rate is over 10 points above that of the month before the range.
[[nodiscard]] Number<MetricsQuery::Approvals> judge(const MetricsQuery::Approvals &current,
                                                    const MetricsQuery::Approvals &previous,
                                                    const MetricsQuery::Approvals &month);
/// "gaps" when an operation is incomplete.
[[nodiscard]] Number<MetricsQuery::Completeness> judge(const MetricsQuery::Completeness &current,
                                                       const MetricsQuery::Completeness &previous);

} // namespace obstat::metrics
