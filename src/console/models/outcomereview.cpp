#include "console/models/outcomereview.h"

#include "approval/decision.h"
#include "base/canonicaljson.h"
#include "base/digest.h"
#include "evidence/event.h"
#include "policy/registry.h"

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;
using ledger::Status;

namespace {

constexpr auto kQuery = "query"_L1;
constexpr auto kDefaultRole = "approver"_L1; // as the ledger asks where no policy names one

/// The entry that the owner is asked by: the one in force where it names the same owner and can ask, since a mended
/// query must be usable for old work; else the one that the plan names.
std::optional<policy::ToolEntry> entryOf(const OperationDetail &detail)
{
    if (!detail.entry || !*detail.entry)
        return std::nullopt;
    const auto approved = policy::entryFromCanonical(**detail.entry);
    if (!approved || base::digestHex(**detail.entry) != detail.row.registryDigest)
        return std::nullopt;
    if (detail.registryInForce && *detail.registryInForce) {
        const auto registry = policy::Registry::parse(**detail.registryInForce, u"tools.toml"_s);
        const policy::ToolEntry *now = registry ? registry->find(detail.row.tool) : nullptr;
        if (now && now->owner.name == approved->owner.name && now->owner.url == approved->owner.url &&
            now->canBeAsked())
            return *now;
    }
    return *approved;
}

std::optional<base::CanonicalJson> argumentsOf(const OperationDetail &detail)
{
    if (!detail.arguments || !*detail.arguments)
        return std::nullopt;
    const auto json = base::parseStoredCanonical(**detail.arguments);
    const bool right =
        json && json->value.isObject() && base::digestHex(**detail.arguments) == detail.row.payloadDigest;
    return right ? std::optional(*json) : std::nullopt;
}

policy::Policy policyOf(const OperationDetail &detail)
{
    if (!detail.policyInForce || !*detail.policyInForce)
        return {};
    const auto policy = policy::Policy::parse(**detail.policyInForce, u"policy.toml"_s);
    return policy ? *policy : policy::Policy();
}

/// When it last became unknown.
std::optional<base::Micros> unknownSince(const OperationDetail &detail)
{
    for (auto row = detail.timeline.crbegin(); row != detail.timeline.crend(); ++row) {
        const auto event = evidence::parseLeaf(row->leaf);
        if (event && event->to == ledger::statusText(Status::Unknown))
            return event->at;
    }
    return std::nullopt;
}

bool holdsKey(const ledger::OperationRow &row)
{
    return !ledger::endedWithoutEffect(row.status);
}

} // namespace

OutcomeReview OutcomeReview::of(const OperationDetail &detail)
{
    OutcomeReview review;
    review.row = detail.row;
    review.conflicts = detail.conflicts;
    review.people = detail.people;
    review.delegations = detail.delegations;
    for (const ledger::OperationRow &other : detail.sameKey) {
        if (other.id != detail.row.id && holdsKey(other))
            review.holder = std::min(other.id, review.holder.value_or(other.id));
        if (other.id > detail.row.id)
            review.later = std::min(other.id, review.later.value_or(other.id));
    }
    review.readDocuments(detail);
    review.readWords(detail);
    return review;
}

OutcomeReview OutcomeReview::read(const OperationDetail &detail)
{
    return detail.outcome ? *detail.outcome : of(detail);
}

void OutcomeReview::readDocuments(const OperationDetail &detail)
{
    const auto frozen = base::parseStoredCanonical(row.approvals);
    const auto verdict = frozen ? policy::verdictFromFrozen(frozen->value.toObject())
                                : base::Result<policy::Verdict>(tl::unexpected(frozen.error()));
    const auto entry = entryOf(detail);
    const auto arguments = argumentsOf(detail);
    damaged = !verdict || !entry || !arguments;
    readAttempts(detail, entry ? entry->owner.settleAfter : 0);
    const policy::Policy policy = policyOf(detail);
    m_quorum = QuorumReview::of(row, detail.decisions, detail.people);
    if (verdict && verdict->kind != policy::VerdictKind::Human)
        m_otherwise = policy.defaultRole().isEmpty() ? QString(kDefaultRole) : policy.defaultRole();
    if (damaged)
        return;
    canBeAsked = entry->canBeAsked();
    const auto subject = policy::subjectOf(*entry, arguments->value.toObject());
    twoPeople = !subject || policy.wantsSecondPerson(subject->amount, subject->currency);
}

void OutcomeReview::readAttempts(const OperationDetail &detail, base::Micros settleAfter)
{
    std::optional<base::Micros> last;
    for (const ledger::AttemptRow &attempt : detail.attempts) {
        open = open || !attempt.endedAt;
        if (attempt.kind != kQuery && attempt.endedAt)
            last = std::max(last.value_or(0), *attempt.endedAt);
    }
    sent = row.status == Status::Unknown || row.status == Status::Succeeded ||
           (row.status == Status::Failed && row.attempts > 0);
    if (!last)
        last = unknownSince(detail); // doubted by a resume: the other copy's sends are not known
    if (settleAfter > 0 && last && !open)
        settledAt = *last + settleAfter;
}

void OutcomeReview::readWords(const OperationDetail &detail)
{
    for (const ledger::DecisionRow &decision : detail.decisions) {
        if (decision.state != "admitted"_L1 || decision.code != "counted"_L1 || !decision.kind.startsWith("resolve"_L1))
            continue;
        const auto body = approval::DecisionBody::parse(decision.body);
        const bool revoked = std::any_of(people.begin(), people.end(), [&decision](const auto &one) {
            return one.keyId == decision.keyId && one.revoked;
        });
        if (body && body->version == row.version && !revoked)
            words.append(
                {decision.kind, body->approver, body->onBehalfOf, body->keyId, body->reference, decision.receivedAt});
    }
}

QStringList OutcomeReview::rolesAt(base::Micros now) const
{
    return m_otherwise.isEmpty() ? m_quorum.rolesAt(now) : QStringList{m_otherwise};
}

} // namespace obstat::console
