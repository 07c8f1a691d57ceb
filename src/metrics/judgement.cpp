#include "metrics/judgement.h"

namespace obstat::metrics {

using namespace Qt::StringLiterals;

namespace {

std::optional<double> ratio(qint64 part, qint64 whole)
{
    if (whole == 0)
        return {};
    return static_cast<double>(part) / static_cast<double>(whole);
}

} // namespace

std::optional<double> perThousand(const MetricsQuery::Hits &hits)
{
    return ratio(hits.repeats * 1000, hits.submits);
}

std::optional<double> timeoutRate(const MetricsQuery::Attempts &attempts)
{
    return ratio(attempts.overTimeout, attempts.commits);
}

std::optional<double> automaticRate(const MetricsQuery::Approvals &approvals)
{
    return ratio(approvals.automatic, approvals.automatic + approvals.byPeople);
}

std::optional<double> completeRate(const MetricsQuery::Completeness &completeness)
{
    return ratio(completeness.complete, completeness.operations);
}

Number<MetricsQuery::Hits> judge(const MetricsQuery::Hits &current, const MetricsQuery::Hits &previous)
{
    Number<MetricsQuery::Hits> number{current, previous, State::NoData, {}};
    if (current.submits == 0)
        return number;
    if (current.repeats == 0) {
        number.state = State::NeverTested;
        number.meaning = u"never_tested"_s;
    } else if (previous.repeats > 0 && current.repeats >= 2 * previous.repeats) {
        number.state = State::Warning;
        number.meaning = u"look_at_timeouts"_s;
    } else {
        number.state = State::Normal;
    }
    return number;
}

Number<MetricsQuery::Runs> judge(const MetricsQuery::Runs &current, const MetricsQuery::Runs &previous)
{
    Number<MetricsQuery::Runs> number{current, previous, State::NoData, {}};
    if (current.runs == 0)
        return number;
    number.state = current.overLimit.isEmpty() ? State::Normal : State::Warning;
    if (!current.overLimit.isEmpty())
        number.meaning = u"runs_over_limit"_s;
    return number;
}

Number<MetricsQuery::Attempts> judgeTimeouts(const MetricsQuery::Attempts &current,
                                             const MetricsQuery::Attempts &previous)
{
    Number<MetricsQuery::Attempts> number{current, previous, State::NoData, {}};
    if (current.commits == 0)
        return number;
    number.state = State::Normal;
    // Compared in whole numbers: current / commits >= 2 * previous / previous commits.
    const bool doubled = previous.overTimeout > 0 &&
                         current.overTimeout * previous.commits >= 2 * previous.overTimeout * current.commits;
    if (current.overTimeout * 100 >= current.commits && current.overTimeout > 0)
        number.meaning = u"over_timeout"_s;
    else if (doubled)
        number.meaning = u"timeouts_doubled"_s;
    if (!number.meaning.isEmpty())
        number.state = State::Warning;
    return number;
}

Number<MetricsQuery::Attempts> judgeDuration(const MetricsQuery::Attempts &current,
                                             const MetricsQuery::Attempts &previous)
{
    Number<MetricsQuery::Attempts> number{current, previous, State::NoData, {}};
    if (current.commits == 0 || !current.p99)
        return number;
    number.state = State::Normal;
    if (*current.p99 >= current.timeout) {
        number.state = State::Critical;
        number.meaning = u"over_timeout"_s;
    } else if (*current.p99 * 10 >= current.timeout * 8) {
        number.state = State::Warning;
        number.meaning = u"near_timeout"_s;
    }
    return number;
}

Number<MetricsQuery::Waiting> judge(const MetricsQuery::Waiting &current, const MetricsQuery::Waiting &previous)
{
    Number<MetricsQuery::Waiting> number{current, previous, State::NoData, {}};
    if (current.overdue > 0) {
        number.state = State::Warning;
        number.meaning = u"overdue"_s;
    } else if (current.decided > 0 || current.pending > 0) {
        number.state = State::Normal;
    }
    return number;
}

Number<MetricsQuery::Approvals> judge(const MetricsQuery::Approvals &current, const MetricsQuery::Approvals &previous,
                                      const MetricsQuery::Approvals &month)
{
    Number<MetricsQuery::Approvals> number{current, previous, State::NoData, {}};
    const qint64 all = current.automatic + current.byPeople;
    if (all == 0)
        return number;
    number.state = State::Normal;
    const qint64 allBefore = month.automatic + month.byPeople;
    // Over 10 points, compared in whole numbers.
    const bool climbs = allBefore > 0 && 10 * (current.automatic * allBefore - month.automatic * all) > all * allBefore;
    if (climbs) {
        number.state = State::Warning;
        number.meaning = u"automatic_climbs"_s;
    }
    return number;
}

Number<MetricsQuery::Completeness> judge(const MetricsQuery::Completeness &current,
                                         const MetricsQuery::Completeness &previous)
{
    Number<MetricsQuery::Completeness> number{current, previous, State::NoData, {}};
    if (current.operations == 0)
        return number;
    number.state = State::Normal;
    if (current.complete < current.operations) {
        number.state = State::Warning;
        number.meaning = u"gaps"_s;
    }
    return number;
}

} // namespace obstat::metrics
