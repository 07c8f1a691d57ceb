#include "ledger/rulebook.h"

#include "approval/frozenplan.h"
#include "base/canonicaljson.h"
#include "base/digest.h"
#include "ledger/reminders.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kDefaultRole = "approver"_L1;
constexpr auto kRun = "run"_L1;

QString verdictWord(const policy::Verdict &verdict)
{
    return verdict.kind == policy::VerdictKind::Automatic ? u"automatic"_s : u"human"_s;
}

/// The MAC that the row must carry.
QString macOf(const OperationRow &row, const QJsonObject &approvals, const QByteArray &instanceKey)
{
    approval::FrozenPlan plan;
    plan.operation = row.id;
    plan.tenant = row.tenant;
    plan.tool = row.tool;
    plan.intentKey = row.intentKey;
    plan.revision = row.revision;
    plan.generation = row.generation;
    plan.payloadDigest = row.payloadDigest;
    plan.factsDigest = row.factsDigest;
    plan.registryDigest = row.registryDigest;
    plan.policyDigest = row.policyDigest;
    plan.actor = row.actor;
    plan.tokenId = row.tokenId;
    plan.rule = row.rule;
    plan.verdict = row.verdict;
    plan.approvals = approvals;
    plan.expiresAt = row.expiresAt;
    return approval::planMac(instanceKey, plan);
}

} // namespace

QString Rulebook::sponsorOf(const QString &tokenId, const QString &recorded) const
{
    const approval::Token *token = directory.token(tokenId);
    return token != nullptr ? token->sponsor : recorded;
}

policy::Verdict Rulebook::judge(const policy::ToolEntry &entry, const QJsonObject &arguments, const QString &currency,
                                const QJsonObject &facts, bool automaticOn) const
{
    policy::PlanView plan;
    plan.tool = entry.name;
    plan.args = arguments;
    plan.currency = currency;
    plan.facts = facts;
    plan.facts.remove(kRun);
    plan.run = facts.value(kRun).toObject();
    plan.approver = entry.approver;
    policy::Verdict verdict = hasPolicy ? policy.evaluate(plan) : policy::Policy().evaluate(plan);
    if (verdict.kind == policy::VerdictKind::Automatic && !automaticOn) {
        verdict.kind = policy::VerdictKind::Human;
        const bool own = !entry.approver.isEmpty() && entry.approver != "policy"_L1;
        const QString role = own ? entry.approver : policy.defaultRole();
        verdict.approvals = {{1, role.isEmpty() ? QString(kDefaultRole) : role}};
    }
    if (verdict.kind == policy::VerdictKind::Human && verdict.approvals.isEmpty()) {
        verdict.approvals = {{1, kDefaultRole}};
    }
    return verdict;
}

base::Result<policy::Verdict> frozenVerdict(const OperationRow &row)
{
    const auto approvals = base::parseStoredCanonical(row.approvals);
    return approvals ? policy::verdictFromFrozen(approvals->value.toObject()) : tl::unexpected(approvals.error());
}

bool macHolds(const OperationRow &row, const QByteArray &instanceKey)
{
    const auto approvals = base::parseStoredCanonical(row.approvals);
    return approvals &&
           base::equalConstantTime(macOf(row, approvals->value.toObject(), instanceKey).toLatin1(), row.mac.toLatin1());
}

QString roleOf(const policy::Verdict &verdict)
{
    return verdict.approvals.isEmpty() || verdict.approvals.first().role.isEmpty() ? QString(kDefaultRole)
                                                                                   : verdict.approvals.first().role;
}

void freeze(OperationRow &row, const policy::Verdict &verdict, const policy::ToolEntry &entry,
            const QString &policyDigest, Micros now, const QByteArray &instanceKey)
{
    const QJsonObject approvals = verdict.frozen();
    row.registryDigest = entry.digest;
    row.policyDigest = policyDigest;
    row.rule = verdict.rule;
    row.verdict = verdictWord(verdict);
    row.approvals = base::canonicalBytes(approvals);
    row.role = verdict.kind == policy::VerdictKind::Automatic ? QString() : roleOf(verdict);
    row.counted = 0;
    row.expiresAt = now + (verdict.expiresAfter > 0 ? verdict.expiresAfter : entry.expiresAfter);
    row.remindAt = verdict.kind == policy::VerdictKind::Human ? nextReminder(row, verdict, now) : std::nullopt;
    row.mac = macOf(row, approvals, instanceKey);
}

} // namespace obstat::ledger
