#pragma once

#include "ledger/statement.h"

namespace obstat::ledger {

/// Notices that somebody else wrote into the database: exactly one connection of one process may. What was written then
/// is believed only after the whole ledger was verified; so it is at the start, when nobody watched.
class OutsideWrites
{
public:
    explicit OutsideWrites(SqliteConnection &connection);

    /// Inside a transaction, when nobody else can write: true when somebody did and it was not told yet.
    [[nodiscard]] base::Result<bool> look();
    /// Somebody wrote, and the running transaction is the first to know.
    [[nodiscard]] bool isUntold() const { return m_untold; }
    /// The transaction that wrote the alarm is durable.
    void told() { m_untold = false; }
    /// The number of the verification that is due; nullopt when the ledger is known to be whole.
    [[nodiscard]] std::optional<qint64> due() const { return m_verified ? std::nullopt : std::optional(m_number); }
    /// A verification that began when `number` was due found the ledger whole. Nothing when somebody wrote meanwhile.
    void verified(qint64 number);

private:
    Statement m_version;
    std::optional<qint64> m_seen;
    qint64 m_number = 0;
    bool m_untold = false;
    bool m_verified = false;
};

} // namespace obstat::ledger
