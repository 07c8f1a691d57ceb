#pragma once

#include "ledger/statement.h"
#include "ledger/types.h"

namespace obstat::ledger {

/// Finds who holds an intent key that an operation gave free when it ended. Sees what the running transaction wrote.
class KeyHolder
{
public:
    explicit KeyHolder(SqliteConnection &connection);

    /// The operation other than `row` that is alive, unknown or took effect under its key; nothing where none is.
    [[nodiscard]] base::Result<std::optional<qint64>> otherThan(const OperationRow &row);

private:
    Statement m_holder;
};

} // namespace obstat::ledger
