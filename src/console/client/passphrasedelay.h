#pragma once

#include "base/clock.h"

#include <algorithm>

namespace obstat::console {

/// How long the next try of a passphrase has to wait: 1, 2, 4 … seconds after each wrong one, at most 30. Times are
/// monotonic. A pure value.
class PassphraseDelay
{
public:
    static constexpr base::Micros kMost = 30 * base::kSecond;

    void failed(base::Micros now);
    void succeeded() { *this = {}; }
    /// 0 when a try may be made.
    [[nodiscard]] base::Micros left(base::Micros now) const { return std::max<base::Micros>(0, m_until - now); }

private:
    base::Micros m_next = base::kSecond;
    base::Micros m_until = 0;
};

} // namespace obstat::console
