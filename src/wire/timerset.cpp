#include "wire/timerset.h"

namespace obstat::wire {

void TimerSet::add(quint64 id, base::Micros delay, std::function<void()> fire)
{
    const auto [place, added] = m_timers.try_emplace(id, m_io, std::chrono::microseconds(delay));
    if (!added)
        return;
    ++m_pending;
    place->second.async_wait([this, id, fire = std::move(fire)](const boost::system::error_code &code) {
        // A timer that was due when it was cancelled arrives here without an error.
        if (code || m_timers.erase(id) == 0)
            return;
        --m_pending;
        fire();
    });
}

void TimerSet::cancel(quint64 id)
{
    if (m_timers.erase(id) > 0)
        --m_pending;
}

void TimerSet::clear()
{
    m_timers.clear();
    m_pending = 0;
}

} // namespace obstat::wire
