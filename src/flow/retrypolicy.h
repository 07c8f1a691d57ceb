#pragma once

#include "base/clock.h"
#include "base/random.h"
#include "ledger/types.h"
#include "policy/toolentry.h"

#include <optional>

namespace obstat::flow {

/// Contract 7.4: when the same wire key may be sent again after this outcome, or nothing when a person (later: a
/// query) must say what happened. Not sent → with backoff. Without proof of absence → only where the owner honours the
/// key, its lifetime is not over, and attempts are left. Times are wall clock; jitter is half to whole of the backoff.
[[nodiscard]] std::optional<base::Micros> retryAt(const policy::ToolEntry &entry, const ledger::OperationRow &operation,
                                                  ledger::AttemptOutcome outcome, base::Micros now,
                                                  base::Random &random);

/// 0.5 s doubled per attempt, at most one minute.
[[nodiscard]] base::Micros backoff(int attempts, base::Random &random);

} // namespace obstat::flow
