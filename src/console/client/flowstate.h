#pragma once

#include "console/client/ledgertypes.h"

namespace obstat::console {

/// Whether anybody carries out what is approved, judged by the instances' heartbeats.
enum class FlowState {
    Running, ///< a flow is alive and nothing is overdue
    Behind,  ///< a flow is alive, but approved plans wait over a minute, or it says it is in doubt
    None,    ///< no flow is running
};

inline constexpr Micros kHeartbeatLimit = 15 * base::kSecond; ///< older: the instance counts as gone

[[nodiscard]] bool isAlive(const ledger::InstanceRow &instance, Micros now);
[[nodiscard]] FlowState flowState(const Overview &overview, Micros now);
/// host:port of an instance that takes decisions, "" when none does.
[[nodiscard]] QString decisionAddress(const Overview &overview, Micros now);

} // namespace obstat::console
