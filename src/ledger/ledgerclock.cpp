#include "ledger/ledgerclock.h"

#include <algorithm>
#include <cstdlib>

namespace obstat::ledger {

LedgerClock::LedgerClock(const base::Clock &clock, base::Micros headAt)
    : m_clock(clock), m_goodWall(clock.now()), m_goodMonotonic(clock.monotonic())
{
    // A clock that is hours behind the last event was set back while nobody looked.
    if (headAt - m_goodWall > kJump) {
        m_goodWall = headAt;
    }
}

base::Micros LedgerClock::read(base::Micros headAt)
{
    const base::Micros wall = m_clock.now();
    const base::Micros monotonic = m_clock.monotonic();
    const base::Micros expected = m_goodWall + (monotonic - m_goodMonotonic);
    if (std::abs(wall - expected) > kJump) {
        m_jump = wall - expected;
        return std::max(expected, headAt);
    }
    m_jump = 0;
    m_goodWall = wall;
    m_goodMonotonic = monotonic;
    return std::max(wall, headAt);
}

void LedgerClock::accept()
{
    m_goodWall = m_clock.now();
    m_goodMonotonic = m_clock.monotonic();
    m_jump = 0;
}

} // namespace obstat::ledger
