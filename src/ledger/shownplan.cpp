#include "ledger/shownplan.h"

namespace obstat::ledger {

base::Result<approval::ShownPlan> shownPlan(const OperationRow &operation, const QJsonObject &arguments,
                                            const QJsonObject &facts, const policy::ToolEntry &entry)
{
    const auto subject = policy::subjectOf(entry, arguments);
    if (!subject) {
        return tl::unexpected(subject.error());
    }
    approval::ShownPlan plan;
    plan.tool = operation.tool;
    plan.tenant = operation.tenant;
    plan.record = subject->record;
    plan.amount = subject->amount;
    plan.currency = subject->currency;
    plan.facts = facts;
    plan.arguments = arguments;
    plan.rule = operation.rule;
    plan.policyDigest = operation.policyDigest;
    plan.undo = entry.undo;
    plan.approver = entry.approver;
    plan.onRepeat = entry.onRepeat;
    plan.payloadDigest = operation.payloadDigest;
    return plan;
}

} // namespace obstat::ledger
