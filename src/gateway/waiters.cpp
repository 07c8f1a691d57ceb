#include "gateway/waiters.h"

#include <vector>

namespace obstat::gateway {

Waiters::Ticket Waiters::add(qint64 operation, Until until, Ready ready)
{
    const std::lock_guard lock(m_mutex);
    const Ticket ticket = m_next++;
    m_waiters.emplace(ticket, Waiter{operation, std::move(until), std::move(ready)});
    m_byOperation.emplace(operation, ticket);
    return ticket;
}

Waiters::Waiter Waiters::takeLocked(Ticket ticket)
{
    const auto it = m_waiters.find(ticket);
    if (it == m_waiters.end())
        return {};
    Waiter waiter = std::move(it->second);
    m_waiters.erase(it);
    const auto [first, last] = m_byOperation.equal_range(waiter.operation);
    for (auto entry = first; entry != last; ++entry) {
        if (entry->second == ticket) {
            m_byOperation.erase(entry);
            break;
        }
    }
    return waiter;
}

void Waiters::fire(Ticket ticket)
{
    Waiter waiter;
    {
        const std::lock_guard lock(m_mutex);
        waiter = takeLocked(ticket);
    }
    if (waiter.ready)
        waiter.ready();
}

void Waiters::drop(Ticket ticket)
{
    const std::lock_guard lock(m_mutex);
    (void)takeLocked(ticket);
}

void Waiters::announce(const ledger::OperationRow &operation)
{
    std::vector<Ready> ready;
    {
        const std::lock_guard lock(m_mutex);
        const auto [first, last] = m_byOperation.equal_range(operation.id);
        std::vector<Ticket> due;
        for (auto entry = first; entry != last; ++entry)
            if (m_waiters.at(entry->second).until(operation))
                due.push_back(entry->second);
        for (const Ticket ticket : due)
            ready.push_back(takeLocked(ticket).ready);
    }
    for (const Ready &run : ready)
        run();
}

std::size_t Waiters::size() const
{
    const std::lock_guard lock(m_mutex);
    return m_waiters.size();
}

} // namespace obstat::gateway
