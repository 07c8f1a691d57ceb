#include "ledger/shownplan.h"

#include "base/digest.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

base::Result<approval::ShownPlan> shownPlan(const OperationRow &row, const policy::ToolEntry &entry,
                                            const base::CanonicalJson &arguments, const base::CanonicalJson &facts)
{
    const auto differs = [&row](const QString &what) {
        return base::fail(base::ErrorCode::Corrupt,
                          u"The stored %1 of operation %2 is not what its row names."_s.arg(what).arg(row.id));
    };
    const QString digest = base::digestHex(arguments.bytes);
    if (digest != row.payloadDigest)
        return differs(u"payload"_s);
    if (base::digestHex(facts.bytes) != row.factsDigest)
        return differs(u"facts text"_s);
    if (entry.digest != row.registryDigest || entry.name != row.tool)
        return differs(u"registry entry"_s);
    const QJsonObject object = arguments.value.toObject();
    const auto subject = policy::subjectOf(entry, object);
    if (!subject)
        return tl::unexpected(subject.error());
    if (subject->record != row.record || subject->amount != row.amount || subject->currency != row.currency)
        return differs(u"record or amount"_s);
    approval::ShownPlan plan;
    plan.tool = row.tool;
    plan.tenant = row.tenant;
    plan.record = subject->record;
    plan.amount = subject->amount;
    plan.currency = subject->currency;
    plan.facts = facts.value.toObject();
    plan.arguments = object;
    plan.rule = row.rule;
    plan.policyDigest = row.policyDigest;
    plan.undo = entry.undo;
    plan.approver = entry.approver;
    plan.onRepeat = entry.onRepeat;
    plan.payloadDigest = digest;
    return plan;
}

} // namespace obstat::ledger
