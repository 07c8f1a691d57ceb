#pragma once

#include "ledger/keysetquery.h"
#include "ledger/ledgerreader_p.h"
#include "ledger/metricsquery.h"

/// The statements of MetricsQuery.
namespace obstat::ledger::metricssql {

/// Events of a kind among `keys`: how many, and the sum of their data.count (1 where they have none).
[[nodiscard]] SqlText submits(const QStringList &kinds, const KeyRange &keys, const QString &tool);

/// Columns: runs, median, p95, max.
[[nodiscard]] SqlText runs(const KeyRange &keys, const QString &tool);
/// Columns: run, operations.
[[nodiscard]] SqlText runsOver(const KeyRange &keys, const QString &tool, qint64 limit);

/// Columns: commits, over timeout, cut, timeout, p50, p95, p99. `now`: ledger time that open attempts are judged by.
[[nodiscard]] SqlText attempts(const MetricsRange &range, Micros now);

/// Columns: sent again, asked, not sent.
[[nodiscard]] SqlText retries(const MetricsRange &range);
/// Unknown outcomes that nothing is due for and no attempt is open of.
[[nodiscard]] SqlText forPeople(const QString &tool);

/// Columns: decided, p50, p90, p99.
[[nodiscard]] SqlText waiting(const KeyRange &keys, const QString &tool);
/// Columns: role, pending, oldest.
[[nodiscard]] SqlText pending(const QString &tool);
[[nodiscard]] SqlText overdue(const QString &tool, Micros decidedBefore);

/// Columns: by rule, by people.
[[nodiscard]] SqlText approvals(const KeyRange &keys, const QString &tool);

/// The names of the gaps in the order of the columns of completeness().
[[nodiscard]] const QStringList &gapNames();
/// Columns: operations, complete, then one count for each gap.
[[nodiscard]] SqlText completeness(const KeyRange &keys, const QString &tool);
/// Column: id. `gap` is one of gapNames().
[[nodiscard]] SqlText withGap(const KeyRange &keys, const QString &tool, const QString &gap, int limit);

} // namespace obstat::ledger::metricssql
