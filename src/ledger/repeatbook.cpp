#include "ledger/repeatbook.h"

#include "base/canonicalwriter.h"
#include "base/plantedbug.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

qint64 RepeatBook::count(const OperationRow &operation, const QString &actor, const QString &run)
{
    const Micros at = m_core.now();
    auto place = m_at.constFind(operation.id);
    if (place == m_at.constEnd()) {
        place = m_at.insert(operation.id, m_bursts.size());
        m_bursts.append({operation.id, operation.tenant, operation.tool, actor, run, 0, at, at});
    }
    Burst &burst = m_bursts[*place];
    burst.last = at;
    return operation.hits + ++burst.count;
}

base::Result<> RepeatBook::write()
{
    for (const Burst &burst : std::as_const(m_bursts)) {
        if (auto counted =
                m_core.operations.countHits(burst.operation, base::plantedBug("repeats_not_counted") ? 0 : burst.count);
            !counted) {
            return counted;
        }
        evidence::Event event;
        event.kind = evidence::kinds::replayed;
        event.tenant = burst.tenant;
        event.operation = burst.operation;
        event.actor = {evidence::actors::agent, burst.actor};
        event.run = burst.run;
        base::CanonicalWriter data;
        data.number("count"_L1, burst.count)
            .number("first_at"_L1, burst.first)
            .number("last_at"_L1, burst.last)
            .text("tool"_L1, burst.tool);
        m_core.events.append(std::move(event), data.take());
    }
    clear();
    return {};
}

void RepeatBook::clear()
{
    m_bursts.clear();
    m_at.clear();
}

} // namespace obstat::ledger
