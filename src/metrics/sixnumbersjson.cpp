// SixNumbers::toJson().
#include "metrics/judgement.h"
#include "metrics/sixnumbers.h"

#include <QJsonArray>

namespace obstat::metrics {

using namespace Qt::StringLiterals;

namespace {

QJsonValue orNull(const std::optional<double> &value)
{
    return value ? QJsonValue(*value) : QJsonValue();
}

QJsonValue orNull(const std::optional<Micros> &value)
{
    return value ? QJsonValue(*value) : QJsonValue();
}

QJsonArray listOf(const QList<QPair<QString, qint64>> &pairs, const QString &name, const QString &count)
{
    QJsonArray list;
    for (const auto &[text, number] : pairs)
        list.append(QJsonObject{{name, text}, {count, number}});
    return list;
}

QJsonObject rangeJson(const MetricsRange &range)
{
    return {{u"from"_s, range.from},
            {u"to"_s, range.to},
            {u"tool"_s, range.tool.isEmpty() ? QJsonValue() : QJsonValue(range.tool)}};
}

QJsonObject hitsJson(const MetricsQuery::Hits &hits)
{
    return {{u"submits"_s, hits.submits}, {u"repeats"_s, hits.repeats}, {u"per_thousand"_s, orNull(perThousand(hits))}};
}

QJsonObject runsJson(const MetricsQuery::Runs &runs)
{
    const bool any = runs.runs > 0;
    return {{u"runs"_s, runs.runs},
            {u"median"_s, any ? QJsonValue(runs.median) : QJsonValue()},
            {u"p95"_s, any ? QJsonValue(runs.p95) : QJsonValue()},
            {u"max"_s, any ? QJsonValue(runs.max) : QJsonValue()},
            {u"over_limit"_s, listOf(runs.overLimit, u"run"_s, u"operations"_s)}};
}

QJsonObject timeoutsJson(const MetricsQuery::Attempts &attempts)
{
    return {{u"attempts"_s, attempts.commits},
            {u"over_timeout"_s, attempts.overTimeout},
            {u"rate"_s, orNull(timeoutRate(attempts))}};
}

QJsonObject durationJson(const MetricsQuery::Attempts &attempts)
{
    return {{u"attempts"_s, attempts.commits},
            {u"cut"_s, attempts.cut},
            {u"p50"_s, orNull(attempts.p50)},
            {u"p95"_s, orNull(attempts.p95)},
            {u"p99"_s, orNull(attempts.p99)},
            {u"timeout"_s, attempts.commits > 0 ? QJsonValue(attempts.timeout) : QJsonValue()}};
}

QJsonObject retriesJson(const MetricsQuery::Retries &retries)
{
    return {{u"sent_again"_s, retries.sentAgain}, {u"asked"_s, retries.asked}, {u"not_sent"_s, retries.notSent}};
}

QJsonObject waitingJson(const MetricsQuery::Waiting &waiting)
{
    return {{u"decided"_s, waiting.decided},
            {u"p50"_s, orNull(waiting.p50)},
            {u"p90"_s, orNull(waiting.p90)},
            {u"p99"_s, orNull(waiting.p99)}};
}

QJsonObject approvalsJson(const MetricsQuery::Approvals &approvals)
{
    return {{u"automatic"_s, approvals.automatic},
            {u"by_people"_s, approvals.byPeople},
            {u"rate"_s, orNull(automaticRate(approvals))}};
}

QJsonObject completenessJson(const MetricsQuery::Completeness &completeness)
{
    QJsonObject gaps;
    for (auto it = completeness.gaps.constBegin(); it != completeness.gaps.constEnd(); ++it)
        gaps.insert(it.key(), it.value());
    return {{u"operations"_s, completeness.operations},
            {u"complete"_s, completeness.complete},
            {u"gaps"_s, gaps},
            {u"rate"_s, orNull(completeRate(completeness))}};
}

/// The counts of the current range with state, meaning, value, and those of the previous range beside.
template <typename Values>
QJsonObject numberJson(const Number<Values> &number, QJsonObject (*counts)(const Values &), const QString &value)
{
    QJsonObject json = counts(number.current);
    json.insert(u"value"_s, json.value(value));
    json.insert(u"state"_s, stateText(number.state));
    json.insert(u"meaning"_s, number.meaning);
    json.insert(u"previous"_s, counts(number.previous));
    return json;
}

} // namespace

QJsonObject SixNumbers::toJson() const
{
    QJsonObject queue = numberJson(waiting, &waitingJson, u"p50"_s);
    queue.insert(u"pending"_s, waiting.current.pending);
    queue.insert(u"oldest_pending"_s, orNull(waiting.current.oldestPending));
    queue.insert(u"overdue"_s, waiting.current.overdue);
    queue.insert(u"by_role"_s, listOf(waiting.current.byRole, u"role"_s, u"pending"_s));
    QJsonObject automatic = numberJson(automaticApprovalRate, &approvalsJson, u"rate"_s);
    automatic.insert(u"month_before"_s, approvalsJson(monthBefore));
    QJsonObject again = retriesJson(retries);
    again.insert(u"for_people"_s, retries.forPeople);
    again.insert(u"previous"_s, retriesJson(retriesBefore));
    return {{u"range"_s, rangeJson(range)},
            {u"previous"_s, rangeJson(previous)},
            {u"idempotency_hits"_s, numberJson(idempotencyHits, &hitsJson, u"repeats"_s)},
            {u"operations_per_run"_s, numberJson(operationsPerRun, &runsJson, u"median"_s)},
            {u"timeout_rate"_s, numberJson(timeoutRate, &timeoutsJson, u"rate"_s)},
            {u"duration"_s, numberJson(duration, &durationJson, u"p99"_s)},
            {u"retries"_s, again},
            {u"waiting"_s, queue},
            {u"automatic_approval_rate"_s, automatic},
            {u"audit_completeness"_s, numberJson(auditCompleteness, &completenessJson, u"rate"_s)}};
}

} // namespace obstat::metrics
