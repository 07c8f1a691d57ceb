#pragma once

#include "evidence/event.h"
#include "ledger/statement.h"
#include "ledger/types.h"

#include <functional>

namespace obstat::ledger {

/// Reads leaves back, for what must be held against the log and not against a row.
class EventLookup
{
public:
    explicit EventLookup(SqliteConnection &connection);

    /// The newest event of the operation that changed its status and that `wanted` accepts.
    [[nodiscard]] base::Result<std::optional<evidence::Event>>
    lastTransition(qint64 operation, const std::function<bool(const evidence::Event &)> &wanted);
    /// True when the newest transition in the log ends at this status: a row alone is no witness (C17).
    [[nodiscard]] base::Result<bool> witnesses(qint64 operation, Status status);
    /// True when all leaves of the operation together are a life that an instance could have written and that ends at
    /// this status.
    [[nodiscard]] base::Result<bool> ledTo(qint64 operation, Status status);
    /// The event of this number; nullopt when it is missing or cannot be read.
    [[nodiscard]] base::Result<std::optional<evidence::Event>> at(qint64 number);
    /// Why the operation was held last; "" when it is not held by its events.
    [[nodiscard]] base::Result<QString> whyHeld(qint64 operation);
    /// The event that settled the operation as succeeded.
    [[nodiscard]] base::Result<std::optional<evidence::Event>> succeeded(qint64 operation);
    /// All events of this kind, oldest first; for the few kinds of administrators' acts.
    [[nodiscard]] base::Result<QList<evidence::Event>> ofKind(QLatin1StringView kind);

private:
    Statement m_transitions;
    Statement m_life;
    Statement m_at;
    Statement m_succeeded;
    Statement m_kind;
};

} // namespace obstat::ledger
