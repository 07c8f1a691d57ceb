#pragma once

#include "base/clock.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <atomic>
#include <functional>
#include <unordered_map>

namespace obstat::wire {

/// One-shot timers of one io_context; used on its thread only, but for `pending`.
class TimerSet
{
public:
    explicit TimerSet(boost::asio::io_context &io) : m_io(io) {}

    void add(quint64 id, base::Micros delay, std::function<void()> fire);
    void cancel(quint64 id);
    void clear();
    /// Timers that did not fire yet; from any thread.
    [[nodiscard]] int pending() const { return m_pending; }

private:
    boost::asio::io_context &m_io;
    std::unordered_map<quint64, boost::asio::steady_timer> m_timers;
    std::atomic<int> m_pending = 0;
};

} // namespace obstat::wire
