#pragma once

#include "ledger/types.h"
#include "policy/toolentry.h"
#include "wire/exchange.h"

namespace obstat::flow {

/// Turns what the wire saw into what the contract calls it (7.2): `outcome`, status, duration, late, response, result,
/// reference and replay marker of an AttemptEnd; operation, fence, number and retryAt stay the caller's. Pure.
/// `earlierOpen`: an earlier attempt under the same wire key may have had its effect; then a refusal counts only as the
/// owner's marked replay. TimedOut is not final and must not be passed.
[[nodiscard]] ledger::AttemptEnd judgeAnswer(const policy::ToolEntry &entry, bool earlierOpen,
                                             const wire::Outcome &outcome);

} // namespace obstat::flow
