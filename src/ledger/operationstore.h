#pragma once

#include "ledger/eventlog.h"
#include "ledger/statement.h"
#include "ledger/types.h"

namespace obstat::ledger {

/// Rows of `operation`. Status changes only through move(): a legal transition, compare-and-set on the version, one
/// event in the same transaction (contract 4.3).
class OperationStore
{
public:
    OperationStore(SqliteConnection &connection, EventLog &events);

    [[nodiscard]] base::Result<std::optional<OperationRow>> find(qint64 id);
    /// NotFound.
    [[nodiscard]] base::Result<OperationRow> byId(qint64 id);
    /// A new row: nothing sent, nothing settled.
    [[nodiscard]] base::Result<> insert(const OperationRow &row);

    /// Moves the row to `to` and appends the event (kind, actor, digests, data given; the rest is filled in). Other
    /// changes that the caller made to the row's changeable columns are saved with it. Illegal, Stale.
    [[nodiscard]] base::Result<> move(OperationRow &row, Status to, evidence::Event event);
    /// Saves changeable columns without a transition: attempts, fence, held, not_before. Stale.
    [[nodiscard]] base::Result<> save(OperationRow &row);
    /// Saves what a re-freeze changed (rule, verdict, digests, MAC, expiry) too; counts as a version when move()
    /// follows.
    /// Writes how many approvals count and whose is missing next; no transition.
    [[nodiscard]] base::Result<> saveVotes(const OperationRow &row);
    [[nodiscard]] base::Result<> saveFrozen(const OperationRow &row);
    [[nodiscard]] base::Result<> countHits(qint64 id, qint64 hits);

    /// Ids in rising order of their expiry: awaiting and approved ones that are over.
    [[nodiscard]] base::Result<QList<qint64>> overdue(Micros now, int limit);
    [[nodiscard]] base::Result<QList<qint64>> withStatus(Status status);
    /// Runs a statement and gives the first column of every row.
    [[nodiscard]] static base::Result<QList<qint64>> ids(Statement &statement,
                                                         std::initializer_list<QVariant> parameters);

private:
    [[nodiscard]] base::Result<> write(const OperationRow &row, qint64 seenVersion, Status seenStatus);

    EventLog &m_events;
    Statement m_select;
    Statement m_insert;
    Statement m_update;
    Statement m_updateFrozen;
    Statement m_updateVotes;
    Statement m_hits;
    Statement m_overdue;
    Statement m_status;
};

/// An event about this operation with its tenant and run filled in.
[[nodiscard]] evidence::Event eventOf(const OperationRow &row, QLatin1StringView kind, const evidence::Actor &actor);

} // namespace obstat::ledger
