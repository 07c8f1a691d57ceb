#pragma once

#include "ledger/types.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace obstat::gateway {

/// Requests that are held by `Prefer: wait` until their operation changes. Thread-safe.
class Waiters
{
public:
    using Ready = std::function<void()>;
    using Until = std::function<bool(const ledger::OperationRow &)>;
    using Ticket = quint64;

    /// `ready` runs once: when an announced row of that operation satisfies `until`, or by `fire`.
    Ticket add(qint64 operation, Until until, Ready ready);
    /// Runs `ready` now (time is up); nothing when it ran already.
    void fire(Ticket ticket);
    /// Forgets it without running it (the client is gone).
    void drop(Ticket ticket);
    /// From the ledger thread.
    void announce(const ledger::OperationRow &operation);
    [[nodiscard]] std::size_t size() const;

private:
    struct Waiter
    {
        qint64 operation = 0;
        Until until;
        Ready ready;
    };
    mutable std::mutex m_mutex;
    Ticket m_next = 1;
    std::map<Ticket, Waiter> m_waiters;
    std::multimap<qint64, Ticket> m_byOperation;
    Waiter takeLocked(Ticket ticket);
};

} // namespace obstat::gateway
