#pragma once

#include "base/clock.h"

namespace obstat::wire {

/// Time since the machine started, in which it may have slept; only differences mean something.
[[nodiscard]] base::Micros bootTime();

} // namespace obstat::wire
