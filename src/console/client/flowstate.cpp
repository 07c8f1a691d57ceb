#include "console/client/flowstate.h"

#include <algorithm>

namespace obstat::console {

bool isAlive(const ledger::InstanceRow &instance, Micros now)
{
    return !instance.stoppedAt && now - instance.heartbeat <= kHeartbeatLimit;
}

FlowState flowState(const Overview &overview, Micros now)
{
    const auto flowing = [now](const ledger::InstanceRow &instance) { return instance.flow && isAlive(instance, now); };
    const auto flow = std::find_if(overview.instances.begin(), overview.instances.end(), flowing);
    if (flow == overview.instances.end())
        return FlowState::None;
    const bool healthy = flow->state.isEmpty() || flow->state == u"running";
    return healthy && overview.counts.overdue == 0 ? FlowState::Running : FlowState::Behind;
}

QString decisionAddress(const Overview &overview, Micros now)
{
    for (const ledger::InstanceRow &instance : overview.instances) {
        if (!instance.address.isEmpty() && isAlive(instance, now))
            return instance.address;
    }
    return {};
}

} // namespace obstat::console
