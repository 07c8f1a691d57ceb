#pragma once

#include "ledger/statement.h"

namespace obstat::ledger {

/// The window of a run's work, pinned at its first submit (contract 3.2). An edited pin would be another key, so the
/// plan of that run counts before it, and the row carries a MAC.
class PinStore
{
public:
    PinStore(SqliteConnection &connection, QByteArray instanceKey);

    /// "" when nothing is pinned.
    [[nodiscard]] base::Result<QString> find(const QString &tenant, const QString &run, const QString &baseText);
    /// Keeps an earlier pin.
    [[nodiscard]] base::Result<> pin(const QString &tenant, const QString &run, const QString &baseText,
                                     const QString &window);

private:
    [[nodiscard]] QString macOf(const QString &tenant, const QString &run, const QString &baseText,
                                const QString &window) const;

    const QByteArray m_instanceKey;
    Statement m_planned;
    Statement m_find;
    Statement m_insert;
};

} // namespace obstat::ledger
