#pragma once

#include "ledger/ledgerreader.h"
#include "ledger/readsession.h"

namespace obstat::ledger {

/// For the ledger's own classes: what a reader reads through.
struct LedgerReader::Private
{
    explicit Private(std::unique_ptr<SqliteConnection> owned) : session(std::move(owned)) {}
    /// Over the writer's connection, which must outlive the reader.
    explicit Private(SqliteConnection &borrowed) : session(borrowed) {}

    ReadSession session;
};

/// All rows of a statement, each read by `read`.
template <typename T>
[[nodiscard]] base::Result<QList<T>> collect(ReadSession &session, const SqlText &text,
                                             T (*read)(const QSqlQuery &row, int from))
{
    QList<T> found;
    const auto visited = session.forEach(text, [&](const QSqlQuery &row) {
        found.append(read(row, 0));
        return true;
    });
    if (!visited)
        return tl::unexpected(visited.error());
    return found;
}

/// The first row of a statement.
template <typename T>
[[nodiscard]] base::Result<std::optional<T>> collectOne(ReadSession &session, const SqlText &text,
                                                        T (*read)(const QSqlQuery &row, int from))
{
    std::optional<T> found;
    const auto visited = session.forEach(text, [&](const QSqlQuery &row) {
        found = read(row, 0);
        return false;
    });
    if (!visited)
        return tl::unexpected(visited.error());
    return found;
}

/// The ids of the operations created in [from, to), which are a range because ledger time never falls: first and last,
/// first > last when there are none. Unlimited ends are 1 and the largest number.
struct KeyRange
{
    qint64 first = 0;
    qint64 last = 0;
};
[[nodiscard]] base::Result<KeyRange> operationsBetween(ReadSession &session, std::optional<Micros> from,
                                                       std::optional<Micros> to);
/// The same for the numbers of events.
[[nodiscard]] base::Result<KeyRange> eventsBetween(ReadSession &session, std::optional<Micros> from,
                                                   std::optional<Micros> to);

} // namespace obstat::ledger
