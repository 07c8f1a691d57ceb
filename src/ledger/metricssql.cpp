#include "ledger/metricssql.h"

namespace obstat::ledger::metricssql {

using namespace Qt::StringLiterals;

namespace {

constexpr int kRunsListed = 1000;

/// Nearest-rank percentiles of `value` over the rows of `source`, which has the columns value, n (its rank) and total.
QString percentiles(const QString &value, const QList<int> &wanted)
{
    QStringList columns;
    for (const int percent : wanted)
        columns << u"max(CASE WHEN n = (total * %2 + 99) / 100 THEN %1 END)"_s.arg(value).arg(percent);
    return columns.join(u", "_s);
}

/// `, row_number() … AS n, count(*) … AS total` for percentiles().
QString ranked(const QString &value)
{
    return u"row_number() OVER (ORDER BY %1) AS n, count(*) OVER () AS total"_s.arg(value);
}

/// The operations of the range by the index of the tool, or along the table.
QString operationsOf(const QString &tool)
{
    return tool.isEmpty() ? u"operation NOT INDEXED WHERE id >= ? AND id <= ?"_s
                          : u"operation INDEXED BY operation_tool WHERE id >= ? AND id <= ? AND tool = ?"_s;
}

QVariantList valuesOf(const KeyRange &keys, const QString &tool)
{
    QVariantList values{keys.first, keys.last};
    if (!tool.isEmpty())
        values << tool;
    return values;
}

/// The events of some kinds in the range, as `e`.
SqlText eventsOf(const QStringList &kinds, const KeyRange &keys)
{
    SqlText text{u"event e INDEXED BY event_kind WHERE e.kind IN ('%1') AND e.seq >= ? AND e.seq <= ?"_s.arg(
                     kinds.join(u"','"_s)),
                 {keys.first, keys.last}};
    return text;
}

QString member(const QString &path)
{
    return u"(CAST(e.leaf AS TEXT) ->> '$.%1')"_s.arg(path);
}

/// `operation`: the column that names it.
void restrictToTool(SqlText &text, const QString &tool, const QString &operation = u"e.operation"_s)
{
    if (tool.isEmpty())
        return;
    text.sql += u" AND (SELECT o.tool FROM operation o WHERE o.id = "_s % operation % u") = ?"_s;
    text.values << tool;
}

} // namespace

SqlText submits(const QStringList &kinds, const KeyRange &keys, const QString &tool)
{
    SqlText text = eventsOf(kinds, keys);
    text.sql = u"SELECT sum(coalesce("_s % member(u"data.count"_s) % u", 1)) FROM "_s % text.sql;
    if (!tool.isEmpty()) { // a refused call has no operation, so the tool is read from the leaf
        text.sql += u" AND "_s % member(u"data.tool"_s) % u" = ?"_s;
        text.values << tool;
    }
    return text;
}

SqlText runs(const KeyRange &keys, const QString &tool)
{
    return {u"SELECT count(*), avg(CASE WHEN n IN ((total + 1) / 2, (total + 2) / 2) THEN operations END), "_s %
                percentiles(u"operations"_s, {95}) % u", max(operations) FROM (SELECT operations, "_s %
                ranked(u"operations"_s) % u" FROM (SELECT count(*) AS operations FROM "_s % operationsOf(tool) %
                u" AND run <> '' GROUP BY tenant, run))"_s,
            valuesOf(keys, tool)};
}

SqlText runsOver(const KeyRange &keys, const QString &tool, qint64 limit)
{
    SqlText text{u"SELECT run, count(*) AS operations FROM "_s % operationsOf(tool) %
                     u" AND run <> '' GROUP BY tenant, run HAVING count(*) > ? ORDER BY operations DESC, run LIMIT ?"_s,
                 valuesOf(keys, tool)};
    text.values << limit << kRunsListed;
    return text;
}

SqlText attempts(const MetricsRange &range, Micros now)
{
    // Cut: listened to without an answer. A connection that broke took until it broke; how long an owner worked on what
    // a dead sender had sent is not known.
    SqlText text{
        u"WITH asked AS (SELECT timeout, started_at, ended_at, duration, operation, outcome, ended_at IS NULL OR "
        "outcome = ? AS cut FROM attempt INDEXED BY attempt_started WHERE started_at >= ? AND started_at < ? AND kind "
        "= "
        "'commit' AND outcome IS NOT ? AND (ended_at IS NOT NULL OR started_at + timeout <= ?)), sent AS (SELECT "
        "timeout, operation, cut, CASE WHEN cut THEN 2 * timeout WHEN outcome = ? THEN NULL ELSE coalesce(duration, "
        "ended_at - started_at) END AS took FROM asked WHERE 1"_s,
        {outcomeText(AttemptOutcome::TimedOut), range.from, range.to, outcomeText(AttemptOutcome::NotSent), now,
         outcomeText(AttemptOutcome::Crashed)}};
    restrictToTool(text, range.tool, u"asked.operation"_s);
    text.sql += u"), ranked AS (SELECT took, "_s % ranked(u"took"_s) %
                u" FROM sent WHERE took IS NOT NULL) SELECT (SELECT count(*) FROM sent), (SELECT sum(took > timeout) "
                "FROM sent), (SELECT sum(cut) FROM sent), (SELECT max(timeout) FROM sent), "_s %
                percentiles(u"took"_s, {50, 95, 99}) % u" FROM ranked"_s;
    return text;
}

SqlText retries(const MetricsRange &range)
{
    SqlText text{
        u"SELECT sum(a.kind = 'commit' AND a.number > 1 AND EXISTS (SELECT 1 FROM attempt b WHERE b.operation = "
        "a.operation AND b.number < a.number AND b.kind = 'commit')), sum(a.kind = 'query'), sum(a.kind = "
        "'commit' AND a.outcome IS ?) FROM attempt a INDEXED BY attempt_started WHERE a.started_at >= ? AND "
        "a.started_at < ?"_s,
        {outcomeText(AttemptOutcome::NotSent), range.from, range.to}};
    restrictToTool(text, range.tool, u"a.operation"_s);
    return text;
}

SqlText forPeople(const QString &tool)
{
    SqlText text{u"SELECT count(*) FROM operation o INDEXED BY operation_status WHERE o.status = 'unknown' AND "
                 "o.not_before IS NULL AND NOT EXISTS (SELECT 1 FROM attempt a WHERE a.operation = o.id AND a.ended_at "
                 "IS NULL)"_s,
                 {}};
    if (!tool.isEmpty()) {
        text.sql += u" AND o.tool = ?"_s;
        text.values << tool;
    }
    return text;
}

SqlText waiting(const KeyRange &keys, const QString &tool)
{
    SqlText text = eventsOf({u"approved"_s, u"rejected"_s}, keys);
    text.sql = u"WITH decided AS (SELECT e.at - coalesce((SELECT q.at FROM event q INDEXED BY event_operation WHERE "
               "q.operation = e.operation AND q.operation IS NOT NULL AND q.seq < e.seq AND q.kind IN "
               "('planned','returned','reopened') ORDER BY q.seq DESC LIMIT 1), e.at) AS waited FROM "_s %
               text.sql % u" AND "_s % member(u"actor.type"_s) % u" = 'person' AND "_s % member(u"from"_s) %
               u" = 'awaiting_approval'"_s;
    restrictToTool(text, tool);
    text.sql += u") SELECT count(*), "_s % percentiles(u"waited"_s, {50, 90, 99}) % u" FROM (SELECT waited, "_s %
                ranked(u"waited"_s) % u" FROM decided)"_s;
    return text;
}

SqlText pending(const QString &tool)
{
    SqlText text{u"SELECT role, count(*), min(created_at) FROM operation INDEXED BY operation_status WHERE status = "
                 "'awaiting_approval'"_s,
                 {}};
    if (!tool.isEmpty()) {
        text.sql += u" AND tool = ?"_s;
        text.values << tool;
    }
    text.sql += u" GROUP BY role ORDER BY count(*) DESC, role"_s;
    return text;
}

SqlText overdue(const QString &tool, Micros decidedBefore)
{
    SqlText text{u"SELECT count(*) FROM operation INDEXED BY operation_status WHERE status = 'approved' AND "
                 "coalesce(decided_at, created_at) < ?"_s,
                 {decidedBefore}};
    if (!tool.isEmpty()) {
        text.sql += u" AND tool = ?"_s;
        text.values << tool;
    }
    return text;
}

SqlText approvals(const KeyRange &keys, const QString &tool)
{
    SqlText text = eventsOf({u"approved"_s}, keys);
    text.sql = u"SELECT sum(type = 'rule'), sum(type = 'person') FROM (SELECT "_s % member(u"actor.type"_s) %
               u" AS type FROM "_s % text.sql;
    restrictToTool(text, tool);
    text.sql += u')';
    return text;
}

const QStringList &gapNames()
{
    static const QStringList names{u"run"_s, u"key"_s, u"arguments"_s, u"result"_s};
    return names;
}

namespace {

/// A value that its digest names and that is neither stored nor purged by a recorded act.
const auto kPurged =
    "(SELECT 1 FROM event x INDEXED BY event_operation WHERE x.operation = operation.id AND x.operation "
    "IS NOT NULL AND x.kind = 'purged')"_L1;

/// The condition of each gap over a row of `operation`, in the order of gapNames().
QStringList gapConditions()
{
    return {u"run = ''"_s, u"(length(intent_key) <> 32 OR intent_key GLOB '*[^0-9a-f]*')"_s,
            u"(NOT EXISTS (SELECT 1 FROM payload p WHERE p.digest = operation.payload_digest) AND NOT EXISTS "_s %
                kPurged % u')',
            // A recorded unknown needs no result, nor does an operation that a person's signed word settled.
            u"(CASE WHEN status = 'unknown' THEN NOT EXISTS (SELECT 1 FROM event x INDEXED BY event_operation WHERE "
            "x.operation = operation.id AND x.operation IS NOT NULL AND x.kind = 'unknown') WHEN result_digest IS NULL "
            "THEN NOT EXISTS (SELECT 1 FROM decision v INDEXED BY decision_operation WHERE v.operation = operation.id "
            "AND v.state = 'admitted' AND v.kind IN ('resolve_succeeded','resolve_absent')) ELSE NOT EXISTS (SELECT 1 "
            "FROM payload p WHERE p.digest = operation.result_digest) AND NOT EXISTS "_s %
                kPurged % u" END)"_s};
}

constexpr auto kSettled = " AND status IN ('succeeded','failed','unknown')"_L1;

} // namespace

SqlText completeness(const KeyRange &keys, const QString &tool)
{
    QStringList columns;
    QStringList sums;
    const QStringList conditions = gapConditions();
    for (qsizetype i = 0; i < conditions.size(); ++i) {
        columns << conditions.at(i) % u" AS g"_s % QString::number(i);
        sums << u"sum(g%1)"_s.arg(i);
    }
    return {u"SELECT count(*), sum(NOT (g0 OR g1 OR g2 OR g3)), "_s % sums.join(u", "_s) % u" FROM (SELECT "_s %
                columns.join(u", "_s) % u" FROM "_s % operationsOf(tool) % kSettled % u')',
            valuesOf(keys, tool)};
}

SqlText withGap(const KeyRange &keys, const QString &tool, const QString &gap, int limit)
{
    const qsizetype index = gapNames().indexOf(gap);
    SqlText text{u"SELECT id FROM "_s % operationsOf(tool) % kSettled % u" AND "_s % gapConditions().at(index) %
                     u" ORDER BY id DESC LIMIT ?"_s,
                 valuesOf(keys, tool)};
    text.values << limit;
    return text;
}

} // namespace obstat::ledger::metricssql
