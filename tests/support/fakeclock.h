#pragma once

#include "base/clock.h"

#include <atomic>

namespace obstat::tests {

/// A clock that stands still until it is set or advanced. Thread-safe.
class FakeClock final : public base::Clock
{
public:
    /// 2026-09-20T14:00:00Z unless said.
    explicit FakeClock(base::Micros start = 1'789'912'800 * base::kSecond) : m_now(start) {}

    [[nodiscard]] base::Micros now() const override { return m_now; }
    [[nodiscard]] base::Micros monotonic() const override { return m_monotonic; }

    /// Both clocks go on.
    void advance(base::Micros by)
    {
        m_now += by;
        m_monotonic += by;
    }
    /// The wall clock jumps, as after a correction; the monotonic one does not.
    void setNow(base::Micros now) { m_now = now; }

private:
    std::atomic<base::Micros> m_now;
    std::atomic<base::Micros> m_monotonic = 0;
};

} // namespace obstat::tests
