#pragma once

#include "ledger/types.h"

#include <functional>
#include <map>
#include <mutex>
#include <vector>

namespace obstat::gateway {

/// Requests that are held by `Prefer: wait` until their operation changes. Thread-safe.
class Waiters
{
public:
    using Ready = std::function<void()>;
    using Until = std::function<bool(const ledger::OperationRow &)>;
    using Ticket = quint64;

    /// `ready` runs once: when an announced row of that operation satisfies `until`, by `fire`, or by `close` (after
    /// it: at once, on the calling thread).
    Ticket add(qint64 operation, Until until, Ready ready);
    /// `over` runs once when that waiter has left, whichever way it did, now if it is gone already: its timer ends.
    void whenOver(Ticket ticket, std::function<void()> over);
    /// Runs `ready` now (time is up); nothing when it ran already.
    void fire(Ticket ticket);
    /// Forgets it without running it (the client is gone).
    void drop(Ticket ticket);
    /// From the ledger thread.
    void announce(const ledger::OperationRow &operation);
    /// The instance stops: everybody is answered now, and nobody is held any more.
    void close();
    [[nodiscard]] std::size_t size() const;

private:
    struct Waiter
    {
        qint64 operation = 0;
        Until until;
        Ready ready;
        std::function<void()> over;
    };
    [[nodiscard]] Waiter takeLocked(Ticket ticket);
    static void run(const std::vector<Waiter> &left);

    mutable std::mutex m_mutex;
    Ticket m_next = 1;
    bool m_closed = false;
    std::map<Ticket, Waiter> m_waiters;
    std::multimap<qint64, Ticket> m_byOperation;
};

} // namespace obstat::gateway
