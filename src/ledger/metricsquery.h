#pragma once

#include "base/result.h"
#include "ledger/ledgerreader.h"

namespace obstat::ledger {

/// A half-open range of ledger time and an optional tool.
struct MetricsRange
{
    Micros from = 0, to = 0;
    QString tool; ///< "" = all
};

/// The plain computation of contract 9 in SQL over the whole range, never over a loaded page. Each function is one
/// consistent read; counts are raw, the meaning is given in metrics/. Percentiles are exact, by nearest rank: the
/// smallest value that at least p % of all do not exceed.
class MetricsQuery
{
public:
    explicit MetricsQuery(LedgerReader &reader) : m_reader(reader) {}

    /// submits: created + repeated + conflict + refused
    struct Hits
    {
        qint64 submits = 0, repeats = 0;
    };
    /// Operations planned in the range, by tenant and run; operations without a run are in no run.
    struct Runs
    {
        qint64 runs = 0;
        double median = 0;
        qint64 p95 = 0, max = 0;
        QList<QPair<QString, qint64>> overLimit; ///< the largest first, at most 1,000
    };
    /// Commit attempts started in the range that were on the wire (not those proved not sent) and have ended or passed
    /// their timeout. cut: listened to without an answer (contract 7.1), counts as twice the timeout; a connection that
    /// broke took until then, and an attempt whose sender died has no duration. timeout: of the slowest tool.
    struct Attempts
    {
        qint64 commits = 0, overTimeout = 0, cut = 0;
        std::optional<Micros> p50, p95, p99;
        Micros timeout = 0;
    };
    /// What the retry policy (contract 7.4) did in the range: sends after an earlier one of the same plan, questions to
    /// owners, sends proved not to have left. forPeople: unknown now and given up, whatever the range.
    struct Retries
    {
        qint64 sentAgain = 0, asked = 0, notSent = 0, forPeople = 0;
    };
    /// From entering the queue to a person's approval or rejection in the range; pending, oldest, overdue and byRole
    /// (of the pending) are as of `now`.
    struct Waiting
    {
        qint64 decided = 0;
        std::optional<Micros> p50, p90, p99;
        qint64 pending = 0;
        std::optional<Micros> oldestPending; ///< when it was planned
        qint64 overdue = 0;
        QList<QPair<QString, qint64>> byRole;
    };
    /// Approvals in the range, by rule and by people.
    struct Approvals
    {
        qint64 automatic = 0, byPeople = 0;
    };
    /// Operations planned in the range that are past `approved` and not still running: succeeded, failed, unknown.
    struct Completeness
    {
        qint64 operations = 0, complete = 0;
        QMap<QString, qint64> gaps; ///< gap name (run, key, arguments, result) -> operations
    };

    [[nodiscard]] base::Result<Hits> hits(const MetricsRange &range);
    [[nodiscard]] base::Result<Runs> runs(const MetricsRange &range, qint64 limit);
    [[nodiscard]] base::Result<Attempts> attempts(const MetricsRange &range);
    [[nodiscard]] base::Result<Retries> retries(const MetricsRange &range);
    [[nodiscard]] base::Result<Waiting> waiting(const MetricsRange &range, Micros now);
    [[nodiscard]] base::Result<Approvals> approvals(const MetricsRange &range);
    [[nodiscard]] base::Result<Completeness> completeness(const MetricsRange &range);
    /// Ids of operations with a gap of that name, newest first, below `after` (0 = from the newest).
    [[nodiscard]] base::Result<QList<qint64>> gapOperations(const MetricsRange &range, const QString &gap, qint64 after,
                                                            int limit);

private:
    LedgerReader &m_reader;
};

} // namespace obstat::ledger
