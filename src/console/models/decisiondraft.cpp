#include "console/models/decisiondraft.h"

namespace obstat::console {

approval::DecisionBody decisionDraft(const PlanReview &plan, const QString &kind, const QString &reason,
                                     const ShownState &shown, base::Micros now)
{
    approval::DecisionBody body;
    body.origin = plan.origin;
    body.tenant = plan.row.tenant;
    body.operation = plan.row.id;
    body.intentKey = plan.row.intentKey;
    body.revision = plan.row.revision;
    body.version = plan.row.version;
    body.tool = plan.row.tool;
    body.registryDigest = plan.row.registryDigest;
    body.payloadDigest = plan.row.payloadDigest;
    body.factsDigest = plan.row.factsDigest;
    body.policyDigest = plan.row.policyDigest;
    body.kind = kind;
    body.verdict = kind == QLatin1StringView("approve") || kind == QLatin1StringView("reject") ? kind : QString();
    body.reason = reason;
    body.decidedAt = now;
    body.expiresAt = plan.row.expiresAt;
    body.shownDigest = plan.shownDigest;
    body.millisecondsShown = shown.shownFor / base::kMillisecond;
    body.allShown = shown.all;
    body.surface = shown.surface;
    return body;
}

} // namespace obstat::console
