#include "console/client/operationfilters.h"

namespace obstat::console {

bool isUnfiltered(const ledger::OperationFilter &f)
{
    return f.tenant.isEmpty() && f.statuses.isEmpty() && f.tool.isEmpty() && f.run.isEmpty() && f.actor.isEmpty() &&
           f.record.isEmpty() && f.rule.isEmpty() && f.reference.isEmpty() && f.key.isEmpty() && f.role.isEmpty() &&
           !f.from && !f.to && !f.amountFrom && !f.amountTo && !f.overdue && !f.held && !f.contradicted;
}

} // namespace obstat::console
