#include "ledger/metricsquery.h"

#include "ledger/ledgerreader_p.h"
#include "ledger/metricssql.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

constexpr Micros kOverdueAfter = base::kMinute;

std::optional<Micros> microsAt(const QSqlQuery &row, int column)
{
    if (row.isNull(column))
        return {};
    return row.value(column).toLongLong();
}

base::Result<QList<QPair<QString, qint64>>> pairs(ReadSession &session, const SqlText &text)
{
    QList<QPair<QString, qint64>> found;
    const auto read = session.forEach(text, [&found](const QSqlQuery &row) {
        found.append({row.value(0).toString(), row.value(1).toLongLong()});
        return true;
    });
    if (!read)
        return tl::unexpected(read.error());
    return found;
}

} // namespace

base::Result<MetricsQuery::Hits> MetricsQuery::hits(const MetricsRange &range)
{
    ReadSession &session = m_reader.d->session;
    const Reading reading(session);
    const auto keys = eventsBetween(session, range.from, range.to);
    if (!keys)
        return tl::unexpected(keys.error());
    Hits hits;
    const auto repeats = session.number(metricssql::submits({u"replayed"_s}, *keys, range.tool));
    if (!repeats)
        return tl::unexpected(repeats.error());
    const auto others =
        session.number(metricssql::submits({u"planned"_s, u"conflict"_s, u"refused"_s}, *keys, range.tool));
    if (!others)
        return tl::unexpected(others.error());
    hits.repeats = repeats->value_or(0);
    hits.submits = others->value_or(0) + hits.repeats;
    return hits;
}

base::Result<MetricsQuery::Runs> MetricsQuery::runs(const MetricsRange &range, qint64 limit)
{
    ReadSession &session = m_reader.d->session;
    const Reading reading(session);
    const auto keys = operationsBetween(session, range.from, range.to);
    if (!keys)
        return tl::unexpected(keys.error());
    Runs runs;
    const auto read = session.forEach(metricssql::runs(*keys, range.tool), [&runs](const QSqlQuery &row) {
        runs.runs = row.value(0).toLongLong();
        runs.median = row.value(1).toDouble();
        runs.p95 = row.value(2).toLongLong();
        runs.max = row.value(3).toLongLong();
        return false;
    });
    if (!read)
        return tl::unexpected(read.error());
    auto over = pairs(session, metricssql::runsOver(*keys, range.tool, limit));
    if (!over)
        return tl::unexpected(over.error());
    runs.overLimit = std::move(*over);
    return runs;
}

base::Result<MetricsQuery::Attempts> MetricsQuery::attempts(const MetricsRange &range)
{
    ReadSession &session = m_reader.d->session;
    const Reading reading(session);
    const auto ledgerTime = session.number({u"SELECT at FROM head WHERE one = 1"_s, {}});
    if (!ledgerTime)
        return tl::unexpected(ledgerTime.error());
    Attempts attempts;
    const SqlText text = metricssql::attempts(range, ledgerTime->value_or(0));
    const auto read = session.forEach(text, [&attempts](const QSqlQuery &row) {
        attempts.commits = row.value(0).toLongLong();
        attempts.overTimeout = row.value(1).toLongLong();
        attempts.cut = row.value(2).toLongLong();
        attempts.timeout = row.value(3).toLongLong();
        attempts.p50 = microsAt(row, 4);
        attempts.p95 = microsAt(row, 5);
        attempts.p99 = microsAt(row, 6);
        return false;
    });
    if (!read)
        return tl::unexpected(read.error());
    return attempts;
}

base::Result<MetricsQuery::Retries> MetricsQuery::retries(const MetricsRange &range)
{
    ReadSession &session = m_reader.d->session;
    const Reading reading(session);
    Retries retries;
    const auto read = session.forEach(metricssql::retries(range), [&retries](const QSqlQuery &row) {
        retries.sentAgain = row.value(0).toLongLong();
        retries.asked = row.value(1).toLongLong();
        retries.notSent = row.value(2).toLongLong();
        return false;
    });
    if (!read)
        return tl::unexpected(read.error());
    const auto forPeople = session.number(metricssql::forPeople(range.tool));
    if (!forPeople)
        return tl::unexpected(forPeople.error());
    retries.forPeople = forPeople->value_or(0);
    return retries;
}

base::Result<MetricsQuery::Waiting> MetricsQuery::waiting(const MetricsRange &range, Micros now)
{
    ReadSession &session = m_reader.d->session;
    const Reading reading(session);
    const auto keys = eventsBetween(session, range.from, range.to);
    if (!keys)
        return tl::unexpected(keys.error());
    Waiting waiting;
    const auto decided = session.forEach(metricssql::waiting(*keys, range.tool), [&waiting](const QSqlQuery &row) {
        waiting.decided = row.value(0).toLongLong();
        waiting.p50 = microsAt(row, 1);
        waiting.p90 = microsAt(row, 2);
        waiting.p99 = microsAt(row, 3);
        return false;
    });
    if (!decided)
        return tl::unexpected(decided.error());
    const auto pending = session.forEach(metricssql::pending(range.tool), [&waiting](const QSqlQuery &row) {
        const qint64 count = row.value(1).toLongLong();
        waiting.byRole.append({row.value(0).toString(), count});
        waiting.pending += count;
        const Micros oldest = row.value(2).toLongLong();
        waiting.oldestPending = qMin(waiting.oldestPending.value_or(oldest), oldest);
        return true;
    });
    if (!pending)
        return tl::unexpected(pending.error());
    const auto overdue = session.number(metricssql::overdue(range.tool, now - kOverdueAfter));
    if (!overdue)
        return tl::unexpected(overdue.error());
    waiting.overdue = overdue->value_or(0);
    return waiting;
}

base::Result<MetricsQuery::Approvals> MetricsQuery::approvals(const MetricsRange &range)
{
    ReadSession &session = m_reader.d->session;
    const Reading reading(session);
    const auto keys = eventsBetween(session, range.from, range.to);
    if (!keys)
        return tl::unexpected(keys.error());
    Approvals approvals;
    const auto read = session.forEach(metricssql::approvals(*keys, range.tool), [&approvals](const QSqlQuery &row) {
        approvals.automatic = row.value(0).toLongLong();
        approvals.byPeople = row.value(1).toLongLong();
        return false;
    });
    if (!read)
        return tl::unexpected(read.error());
    return approvals;
}

base::Result<MetricsQuery::Completeness> MetricsQuery::completeness(const MetricsRange &range)
{
    ReadSession &session = m_reader.d->session;
    const Reading reading(session);
    const auto keys = operationsBetween(session, range.from, range.to);
    if (!keys)
        return tl::unexpected(keys.error());
    Completeness completeness;
    const auto read =
        session.forEach(metricssql::completeness(*keys, range.tool), [&completeness](const QSqlQuery &row) {
            completeness.operations = row.value(0).toLongLong();
            completeness.complete = row.value(1).toLongLong();
            const QStringList &names = metricssql::gapNames();
            for (int i = 0; i < names.size(); ++i) {
                if (const qint64 count = row.value(2 + i).toLongLong(); count > 0)
                    completeness.gaps.insert(names.at(i), count);
            }
            return false;
        });
    if (!read)
        return tl::unexpected(read.error());
    return completeness;
}

base::Result<QList<qint64>> MetricsQuery::gapOperations(const MetricsRange &range, const QString &gap, qint64 after,
                                                        int limit)
{
    if (!metricssql::gapNames().contains(gap))
        return base::fail(base::ErrorCode::Usage, u"There is no gap named \"%1\"."_s.arg(gap));
    ReadSession &session = m_reader.d->session;
    const Reading reading(session);
    auto keys = operationsBetween(session, range.from, range.to);
    if (!keys)
        return tl::unexpected(keys.error());
    if (after > 0)
        keys->last = qMin(keys->last, after - 1);
    QList<qint64> ids;
    const auto read = session.forEach(metricssql::withGap(*keys, range.tool, gap, limit), [&ids](const QSqlQuery &row) {
        ids.append(row.value(0).toLongLong());
        return true;
    });
    if (!read)
        return tl::unexpected(read.error());
    return ids;
}

} // namespace obstat::ledger
