#include "metrics/sixnumbers.h"

#include "metrics/judgement.h"

namespace obstat::metrics {

using namespace Qt::StringLiterals;

namespace {

constexpr Micros kMonth = 30 * base::kDay;

/// Remembers the first error of several reads.
class Reads
{
public:
    template <typename T>
    T operator()(base::Result<T> result)
    {
        if (result)
            return std::move(*result);
        if (!m_error)
            m_error = std::move(result.error());
        return {};
    }
    [[nodiscard]] const std::optional<base::Error> &error() const { return m_error; }

private:
    std::optional<base::Error> m_error;
};

} // namespace

MetricsRange rangeUntil(Micros now, Micros length, const QString &tool)
{
    return {now - length, now, tool};
}

base::Result<SixNumbers> SixNumbers::compute(MetricsQuery &query, const SixNumbersRequest &request)
{
    const MetricsRange &range = request.range;
    if (range.to <= range.from)
        return base::fail(base::ErrorCode::Malformed, u"The range of the metrics ends before it begins."_s);
    SixNumbers six;
    six.range = range;
    six.previous = {range.from - (range.to - range.from), range.from, range.tool};
    Reads read;
    six.idempotencyHits = judge(read(query.hits(range)), read(query.hits(six.previous)));
    six.operationsPerRun =
        judge(read(query.runs(range, request.runLimit)), read(query.runs(six.previous, request.runLimit)));
    const MetricsQuery::Attempts attempts = read(query.attempts(range));
    const MetricsQuery::Attempts attemptsBefore = read(query.attempts(six.previous));
    six.timeoutRate = judgeTimeouts(attempts, attemptsBefore);
    six.duration = judgeDuration(attempts, attemptsBefore);
    six.retries = read(query.retries(range));
    six.retriesBefore = read(query.retries(six.previous));
    six.waiting = judge(read(query.waiting(range, request.now)), read(query.waiting(six.previous, request.now)));
    six.monthBefore = read(query.approvals({range.from - kMonth, range.from, range.tool}));
    six.automaticApprovalRate =
        judge(read(query.approvals(range)), read(query.approvals(six.previous)), six.monthBefore);
    six.auditCompleteness = judge(read(query.completeness(range)), read(query.completeness(six.previous)));
    if (read.error())
        return tl::unexpected(*read.error());
    return six;
}

base::Result<SixNumbers> sixNumbers(ledger::LedgerReader &reader, const MetricsRange &range, Micros now)
{
    MetricsQuery query(reader);
    SixNumbersRequest request;
    request.range = range;
    request.now = now;
    return SixNumbers::compute(query, request);
}

} // namespace obstat::metrics
