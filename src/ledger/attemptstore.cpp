#include "ledger/attemptstore.h"

#include "ledger/rows.h"

#include <algorithm>

namespace obstat::ledger {

using namespace Qt::StringLiterals;

AttemptStore::AttemptStore(SqliteConnection &connection)
    : m_insert(connection, u"INSERT INTO attempt(operation, number, kind, fence, instance, started_at, timeout, "
                           "request_digest) VALUES(?,?,?,?,?,?,?,?)"_s)
    , m_end(connection, u"UPDATE attempt SET ended_at=?, outcome=?, http_status=?, duration=?, late=?, "
                        "response_digest=?, reference=? WHERE id=? AND ended_at IS NULL"_s)
    , m_find(connection, u"SELECT "_s + rows::attemptColumns() + u" FROM attempt WHERE operation=? AND number=?"_s)
    , m_of(connection, u"SELECT "_s + rows::attemptColumns() + u" FROM attempt WHERE operation=? ORDER BY number"_s)
    , m_open(connection, u"SELECT "_s + rows::attemptColumns() +
                             u" FROM attempt INDEXED BY attempt_open WHERE ended_at IS NULL ORDER BY id"_s)
{
}

base::Result<> AttemptStore::insert(const AttemptRow &row)
{
    return m_insert.run({row.operation, row.number, row.kind, row.fence, text(row.instance), row.startedAt, row.timeout,
                         text(row.requestDigest)});
}

base::Result<> AttemptStore::end(const AttemptRow &row)
{
    const auto done = m_end.run({orNull(row.endedAt), text(row.outcome), orNull(row.httpStatus), orNull(row.duration),
                                 row.late, textOrNull(row.responseDigest), textOrNull(row.reference), row.id});
    if (done && m_end.changed() != 1) {
        return base::fail(base::ErrorCode::Illegal,
                          u"Attempt %1 of operation %2 has ended already."_s.arg(row.number).arg(row.operation));
    }
    return done;
}

base::Result<std::optional<AttemptRow>> AttemptStore::find(qint64 operation, int number)
{
    const auto found = m_find.first({operation, number});
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (!*found) {
        return std::optional<AttemptRow>();
    }
    AttemptRow row = rows::attempt(m_find.row());
    m_find.done();
    return std::optional<AttemptRow>(std::move(row));
}

base::Result<QList<AttemptRow>> AttemptStore::all(Statement &statement, std::initializer_list<QVariant> parameters)
{
    if (auto ran = statement.run(parameters); !ran) {
        return tl::unexpected(ran.error());
    }
    QList<AttemptRow> found;
    while (true) {
        const auto more = statement.next();
        if (!more) {
            return tl::unexpected(more.error());
        }
        if (!*more) {
            return found;
        }
        found.append(rows::attempt(statement.row()));
    }
}

base::Result<QList<AttemptRow>> AttemptStore::of(qint64 operation)
{
    return all(m_of, {operation});
}

base::Result<QList<AttemptRow>> AttemptStore::open()
{
    return all(m_open, {});
}

bool mayHaveHadEffect(const QList<AttemptRow> &attempts, int before)
{
    bool open = false;
    for (const AttemptRow &attempt : attempts) {
        if (before > 0 && attempt.number >= before) {
            break; // they come in the order of their numbers
        }
        if (attempt.kind == kQuery) {
            open = open && attempt.outcome != outcomeText(AttemptOutcome::ProvedAbsent);
        } else {
            open = open || (attempt.outcome != outcomeText(AttemptOutcome::NotSent) &&
                            attempt.outcome != outcomeText(AttemptOutcome::NoEffect));
        }
    }
    return open;
}

bool hasOpenAttempt(const QList<AttemptRow> &attempts)
{
    return std::any_of(attempts.begin(), attempts.end(), [](const AttemptRow &attempt) { return !attempt.endedAt; });
}

} // namespace obstat::ledger
