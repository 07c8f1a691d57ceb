#pragma once

#include "base/clock.h"

namespace obstat::ledger {

/// Ledger time (contract 7.8): the wall clock, never below the head's. Compares it with the monotonic clock, so that
/// a jump of over an hour is noticed; while it lasts, time goes on from the last good reading.
class LedgerClock
{
public:
    static constexpr base::Micros kJump = base::kHour;

    LedgerClock(const base::Clock &clock, base::Micros headAt);

    /// Ledger time now; judges the clock.
    [[nodiscard]] base::Micros read(base::Micros headAt);
    /// By how much the wall clock is off; 0 while it is good. As of the last read().
    [[nodiscard]] base::Micros jump() const { return m_jump; }
    /// An administrator says that the wall clock is right as it is.
    void accept();

private:
    const base::Clock &m_clock;
    base::Micros m_goodWall;
    base::Micros m_goodMonotonic;
    base::Micros m_jump = 0;
};

} // namespace obstat::ledger
