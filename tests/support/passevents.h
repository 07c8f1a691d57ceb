#pragma once

#include <QTest>

namespace obstat::tests {

/// Lets posted events and timers that are due run, for checks that nothing happens; what does happen is waited for with
/// QTRY. GUI thread.
inline void passEvents(int milliseconds = 1)
{
    QTest::qWait(milliseconds); // lint-ok: nothing else runs posted events and timers for a bounded time
}

} // namespace obstat::tests
