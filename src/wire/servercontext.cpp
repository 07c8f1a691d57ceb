#include "wire/servercontext.h"

#include <chrono>

namespace obstat::wire {

bool ServerContext::enter()
{
    const std::lock_guard lock(m_mutex);
    if (m_connections >= config.maxConnections)
        return false;
    ++m_connections;
    return true;
}

void ServerContext::leave()
{
    const std::lock_guard lock(m_mutex);
    if (--m_connections == 0)
        m_emptied.notify_all();
}

int ServerContext::connections() const
{
    const std::lock_guard lock(m_mutex);
    return m_connections;
}

void ServerContext::waitUntilEmpty(base::Micros atMost)
{
    std::unique_lock lock(m_mutex);
    m_emptied.wait_for(lock, std::chrono::microseconds(atMost), [this] { return m_connections == 0; });
}

} // namespace obstat::wire
