#pragma once

#include "ledger/statement.h"

namespace obstat::ledger {

/// The window of a run's work, pinned at its first submit (contract 3.2).
class PinStore
{
public:
    explicit PinStore(SqliteConnection &connection);

    /// "" when nothing is pinned.
    [[nodiscard]] base::Result<QString> find(const QString &tenant, const QString &run, const QString &baseText);
    /// Keeps an earlier pin.
    [[nodiscard]] base::Result<> pin(const QString &tenant, const QString &run, const QString &baseText,
                                     const QString &window);

private:
    Statement m_find;
    Statement m_insert;
};

} // namespace obstat::ledger
