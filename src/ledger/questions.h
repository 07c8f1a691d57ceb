#pragma once

#include "ledger/attemptlife.h"
#include "ledger/nextstep.h"

namespace obstat::ledger {

/// Questions to owners about what became of a send (contract 7.5). Each is an attempt of kind `query`, durable before
/// its first byte leaves. Inside a running transaction.
class Questions
{
public:
    explicit Questions(WriterCore &core);

    /// What would be asked about this row. The entry is the one in force where it names the same owner, since a mended
    /// query must be usable for old work; else the one the plan was approved with.
    [[nodiscard]] base::Result<Question> prepare(const OperationRow &row, const QList<AttemptRow> &attempts);
    /// True when a person has asked for a question since the last one.
    [[nodiscard]] base::Result<bool> isAskedFor(qint64 operation, const QList<AttemptRow> &attempts);
    /// When a "no" about this operation begins to count: every sender stopped, and the owner's time to settle passed
    /// since. Nothing while a sender is open, and where the owner states no such time.
    [[nodiscard]] base::Result<std::optional<Micros>>
    settledAt(const OperationRow &row, const QList<AttemptRow> &attempts, const policy::OwnerEntry &owner);
    /// Stale when the row is not unknown and not done; Illegal while an attempt is open. On either nothing changed.
    [[nodiscard]] base::Result<QuestionStarted> start(const AttemptStart &start);
    /// Ends it and settles the row: found → succeeded, proved absent → approved again or failed, else still unknown.
    [[nodiscard]] base::Result<OperationRow> end(AttemptEnd end, const policy::ToolEntry &entry);

private:
    [[nodiscard]] base::Result<> settle(const AttemptEnd &end, const AttemptRow &attempt, OperationRow &row,
                                        const policy::ToolEntry &entry, const QList<AttemptRow> &attempts);
    [[nodiscard]] base::Result<Micros> unknownSince(qint64 operation);
    [[nodiscard]] base::Result<> leaveAbsent(const AttemptEnd &end, OperationRow &row, const policy::ToolEntry &entry,
                                             const QList<AttemptRow> &attempts);
    [[nodiscard]] base::Result<> askAgain(const AttemptEnd &end, OperationRow &row, const policy::ToolEntry &entry,
                                          const QList<AttemptRow> &attempts);

    WriterCore &m_core;
    AttemptLife m_attempts;
    EventLookup m_lookup;
    Statement m_askedFor;
};

} // namespace obstat::ledger
