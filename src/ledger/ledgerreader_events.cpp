// LedgerReader: events, attempts, decisions and conflicts.
#include "ledger/eventquery.h"
#include "ledger/keysetreader.h"
#include "ledger/ledgerreader.h"
#include "ledger/ledgerreader_p.h"
#include "ledger/rows.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

constexpr int kTimelineEvents = 5000;

base::Result<KeysetQuery> queryOf(ReadSession &session, const EventFilter &filter)
{
    KeysetQuery query = eventQuery(filter);
    if (filter.from || filter.to) {
        const auto range = eventsBetween(session, filter.from, filter.to);
        if (!range)
            return tl::unexpected(range.error());
        query.limitTo(range->first, range->last);
    }
    return query;
}

base::Result<qint64> newestEvent(ReadSession &session)
{
    const auto size = session.number({u"SELECT size FROM head WHERE one = 1"_s, {}});
    if (!size)
        return tl::unexpected(size.error());
    return size->value_or(0) - 1;
}

/// conflictColumns() and the record of the operation that it is about.
ConflictRow conflictWithOperation(const QSqlQuery &row, int from)
{
    ConflictRow conflict = rows::conflict(row, from);
    conflict.record = row.value(u"record"_s).toString();
    return conflict;
}

} // namespace

base::Result<QList<EventRow>> LedgerReader::events(const EventFilter &filter, qint64 before, int limit)
{
    const Reading reading(d->session);
    auto query = queryOf(d->session, filter);
    if (!query)
        return tl::unexpected(query.error());
    QList<EventRow> found;
    if (before == 0)
        return found;
    const auto read =
        KeysetReader(d->session, *query)
            .forEach(rows::eventColumns(), qMax<qint64>(before, 0), qMax(limit, 0), [&found](const QSqlQuery &row) {
                found.append(rows::event(row));
                return true;
            });
    if (!read)
        return tl::unexpected(read.error());
    return found;
}

base::Result<QList<EventRow>> LedgerReader::eventsFrom(qint64 seq, int limit)
{
    const Reading reading(d->session);
    return collect(
        d->session,
        {u"SELECT "_s % rows::eventColumns() % u" FROM event WHERE seq >= ? ORDER BY seq LIMIT ?"_s, {seq, limit}},
        &rows::event);
}

base::Result<qint64> LedgerReader::countEvents(const EventFilter &filter)
{
    const Reading reading(d->session);
    const auto query = queryOf(d->session, filter);
    if (!query)
        return tl::unexpected(query.error());
    if (!query->isPlainRange())
        return KeysetReader(d->session, *query).count();
    const auto newest = newestEvent(d->session);
    if (!newest)
        return tl::unexpected(newest.error());
    return qMax<qint64>(0, qMin(*newest, query->last()) - query->first() + 1);
}

base::Result<QList<qint64>> LedgerReader::eventAnchors(const EventFilter &filter, int pageSize)
{
    const Reading reading(d->session);
    const auto query = queryOf(d->session, filter);
    if (!query)
        return tl::unexpected(query.error());
    if (!query->isPlainRange())
        return KeysetReader(d->session, *query).anchors(u"seq"_s, pageSize, -1);
    const auto newest = newestEvent(d->session);
    if (!newest)
        return tl::unexpected(newest.error());
    const qint64 last = qMin(*newest, query->last());
    QList<qint64> anchors{-1};
    for (qint64 skipped = pageSize; skipped < last - query->first() + 1; skipped += pageSize)
        anchors.append(last + 1 - skipped);
    return anchors;
}

base::Result<QList<EventRow>> LedgerReader::timeline(qint64 operation)
{
    const Reading reading(d->session);
    return collect(
        d->session,
        {u"SELECT "_s % rows::eventColumns() %
             u" FROM event INDEXED BY event_operation WHERE operation = ? AND operation IS NOT NULL ORDER BY "
             "seq LIMIT ?"_s,
         {operation, kTimelineEvents}},
        &rows::event);
}

base::Result<QList<AttemptRow>> LedgerReader::attempts(qint64 operation)
{
    const Reading reading(d->session);
    return collect(
        d->session,
        {u"SELECT "_s % rows::attemptColumns() % u" FROM attempt WHERE operation = ? ORDER BY number"_s, {operation}},
        &rows::attempt);
}

base::Result<QList<DecisionRow>> LedgerReader::decisions(qint64 operation)
{
    const Reading reading(d->session);
    return collect(d->session,
                   {u"SELECT "_s % rows::decisionColumns() %
                        u" FROM decision INDEXED BY decision_operation WHERE operation = ? ORDER BY id"_s,
                    {operation}},
                   &rows::decision);
}

base::Result<std::optional<DecisionRow>> LedgerReader::decisionByNonce(const QString &nonce)
{
    const Reading reading(d->session);
    return collectOne(d->session,
                      {u"SELECT "_s % rows::decisionColumns() % u" FROM decision WHERE nonce = ?"_s, {nonce}},
                      &rows::decision);
}

base::Result<QList<ConflictRow>> LedgerReader::openConflicts(qint64 before, int limit)
{
    const Reading reading(d->session);
    const qint64 below = before > 0 ? before : std::numeric_limits<qint64>::max();
    return collect(d->session,
                   {u"SELECT "_s % rows::conflictColumns() %
                        u", (SELECT record FROM operation WHERE id = conflict.operation) AS record"
                        " FROM conflict INDEXED BY conflict_open WHERE state = 'open' AND event < ? ORDER BY event "
                        "DESC LIMIT ?"_s,
                    {below, limit}},
                   &conflictWithOperation);
}

base::Result<QList<ConflictRow>> LedgerReader::conflictsOf(qint64 operation)
{
    const Reading reading(d->session);
    return collect(d->session,
                   {u"SELECT "_s % rows::conflictColumns() %
                        u" FROM conflict INDEXED BY conflict_operation WHERE operation = ? ORDER BY event"_s,
                    {operation}},
                   &rows::conflict);
}

} // namespace obstat::ledger
