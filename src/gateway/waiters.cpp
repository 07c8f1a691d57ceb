#include "gateway/waiters.h"

namespace obstat::gateway {

Waiters::Ticket Waiters::add(qint64 operation, Until until, Ready ready)
{
    {
        const std::lock_guard lock(m_mutex);
        const Ticket ticket = m_next++;
        if (!m_closed) {
            m_waiters.emplace(ticket, Waiter{operation, std::move(until), std::move(ready), {}});
            m_byOperation.emplace(operation, ticket);
            return ticket;
        }
    }
    ready();
    return 0;
}

void Waiters::whenOver(Ticket ticket, std::function<void()> over)
{
    {
        const std::lock_guard lock(m_mutex);
        const auto it = m_waiters.find(ticket);
        if (it != m_waiters.end()) {
            it->second.over = std::move(over);
            return;
        }
    }
    over();
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

void Waiters::run(const std::vector<Waiter> &left)
{
    for (const Waiter &waiter : left) {
        if (waiter.over)
            waiter.over();
        if (waiter.ready)
            waiter.ready();
    }
}

void Waiters::fire(Ticket ticket)
{
    std::vector<Waiter> left(1);
    {
        const std::lock_guard lock(m_mutex);
        left.front() = takeLocked(ticket);
    }
    run(left);
}

void Waiters::drop(Ticket ticket)
{
    Waiter left; // what it holds goes outside the lock
    {
        const std::lock_guard lock(m_mutex);
        left = takeLocked(ticket);
    }
    if (left.over)
        left.over();
}

void Waiters::announce(const ledger::OperationRow &operation)
{
    std::vector<Waiter> left;
    {
        const std::lock_guard lock(m_mutex);
        const auto [first, last] = m_byOperation.equal_range(operation.id);
        std::vector<Ticket> due;
        for (auto entry = first; entry != last; ++entry)
            if (m_waiters.at(entry->second).until(operation))
                due.push_back(entry->second);
        for (const Ticket ticket : due)
            left.push_back(takeLocked(ticket));
    }
    run(left);
}

void Waiters::close()
{
    std::vector<Waiter> left;
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        for (auto &[ticket, waiter] : m_waiters)
            left.push_back(std::move(waiter));
        m_waiters.clear();
        m_byOperation.clear();
    }
    run(left);
}

std::size_t Waiters::size() const
{
    const std::lock_guard lock(m_mutex);
    return m_waiters.size();
}

} // namespace obstat::gateway
