#include "ledger/plancheck.h"

#include "base/digest.h"
#include "base/plantedbug.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using Kind = PlanFinding::Kind;

namespace {

PlanFinding found(Kind kind, const QString &why)
{
    PlanFinding finding;
    finding.kind = kind;
    finding.why = why;
    return finding;
}

/// Damage is a finding; a disk that cannot be read is an error.
bool isDamage(const base::Error &error)
{
    return error.code == base::ErrorCode::Corrupt || error.code == base::ErrorCode::NotFound;
}

} // namespace

PlanCheck::PlanCheck(WriterCore &core) : m_core(core), m_lookup(*core.connection), m_votes(core) {}

base::Result<PlanFinding> PlanCheck::check(const OperationRow &row)
{
    if (!macHolds(row, m_core.options.instanceKey) && !base::plantedBug("mac_ignored")) {
        return found(Kind::Hold, u"mac"_s);
    }
    const auto frozen = frozenVerdict(row);
    const bool automatic = frozen && frozen->kind == policy::VerdictKind::Automatic;
    if (!frozen || frozen->kind == policy::VerdictKind::Deny || automatic != (row.verdict == "automatic"_L1)) {
        return found(Kind::Hold, u"verdict"_s);
    }
    if (row.wireKey != base::wireKey(m_core.events.head().firstOrigin, row.tenant, row.intentKey, row.generation) &&
        !base::plantedBug("wire_key_by_revision")) {
        return found(Kind::Hold, u"wire_key"_s);
    }
    const auto payload = m_core.payloads.load(row.payloadDigest);
    const auto facts = m_core.payloads.load(row.factsDigest);
    if (!payload || !facts) {
        const base::Error &error = payload ? facts.error() : payload.error();
        return isDamage(error) ? base::Result<PlanFinding>(found(Kind::Hold, payload ? u"facts"_s : u"payload"_s))
                               : tl::unexpected(error);
    }
    auto arguments = base::parseStoredCanonical(*payload);
    const auto factsJson = base::parseStoredCanonical(*facts);
    if (!arguments || !factsJson) {
        return found(Kind::Hold, arguments ? u"facts"_s : u"payload"_s);
    }
    // People signed what the stored entry says; the one in force must not stand in for one that was changed.
    const auto entry = m_core.documents.load(row.registryDigest);
    if (!entry) {
        return isDamage(entry.error()) ? base::Result<PlanFinding>(found(Kind::Hold, u"entry"_s))
                                       : tl::unexpected(entry.error());
    }
    if (base::plantedBug("status_trusted")) {
        return rulesOver(row, *frozen, std::nullopt, std::move(*arguments), factsJson->value.toObject());
    }
    const auto witnessed = m_lookup.witnesses(row.id, row.status);
    if (!witnessed) {
        return tl::unexpected(witnessed.error());
    }
    if (!*witnessed) {
        return found(Kind::Hold, u"status"_s);
    }
    auto approval = approvalOf(row, *frozen);
    if (!approval) {
        return tl::unexpected(approval.error());
    }
    if (*approval && (*approval)->kind == Kind::Hold) {
        return std::move(**approval);
    }
    return rulesOver(row, *frozen, *approval, std::move(*arguments), factsJson->value.toObject());
}

PlanCheck::Judged PlanCheck::approvalOf(const OperationRow &row, const policy::Verdict &frozen)
{
    const auto approved = m_lookup.lastTransition(row.id, [](const evidence::Event &event) {
        return event.from == statusText(Status::AwaitingApproval) && event.to == statusText(Status::Approved);
    });
    if (!approved) {
        return tl::unexpected(approved.error());
    }
    if (!*approved) {
        return found(Kind::Hold, u"not_approved"_s);
    }
    if (frozen.kind != policy::VerdictKind::Automatic) {
        return quorumOver(row, frozen, **approved);
    }
    return (*approved)->actor.type == evidence::actors::rule ? Judged(std::nullopt)
                                                             : Judged(found(Kind::Hold, u"not_approved"_s));
}

/// Every approval that the log counted, verified as if for the first time, and the quorum of those that still count.
PlanCheck::Judged PlanCheck::quorumOver(const OperationRow &row, const policy::Verdict &frozen,
                                        const evidence::Event &approved)
{
    const auto stored = m_votes.of(row.id, approved.data.value("version"_L1).toInteger() - 1);
    if (!stored) {
        return tl::unexpected(stored.error());
    }
    QStringList named;
    for (const QJsonValue &digest : approved.data.value("votes"_L1).toArray()) {
        named.append(digest.toString());
    }
    if (named.isEmpty()) {
        named.append(approved.digests.value(u"decision"_s));
    }
    QList<Vote> counted;
    for (const QString &digest : std::as_const(named)) {
        const auto vote =
            std::find_if(stored->begin(), stored->end(), [&digest](const Vote &one) { return one.digest == digest; });
        if (vote == stored->end()) {
            return found(Kind::Hold, u"decision_missing"_s);
        }
        auto judged = voteOf(*vote, row, approved);
        if (!judged || *judged) {
            return judged;
        }
        counted.append(*vote);
    }
    return quorumOf(frozen).isMet(m_votes.counting(counted, row, frozen))
               ? Judged(std::nullopt)
               : Judged(found(Kind::Return, u"approver_not_allowed"_s));
}

/// One approval's form: bound to this plan, signed by an enrolled key, received when its event says.
PlanCheck::Judged PlanCheck::voteOf(const Vote &vote, const OperationRow &row, const evidence::Event &approved)
{
    if (!binds(vote.body, row, approved)) {
        return found(Kind::Hold, u"decision"_s);
    }
    const auto event = m_lookup.at(vote.event);
    if (!event) {
        return tl::unexpected(event.error());
    }
    if (!*event || (*event)->digests.value(u"decision"_s) != vote.digest || (*event)->at != vote.receivedAt) {
        return found(Kind::Hold, u"decision"_s);
    }
    const approval::Person *person = m_core.rules.directory.person(vote.body.approver);
    const bool valid = person != nullptr && std::any_of(person->keys.begin(), person->keys.end(), [&](const auto &key) {
                           return key.key.id() == vote.body.keyId && approval::verifyDecision(vote.envelope, key.key);
                       });
    return valid || base::plantedBug("signature_ignored") ? Judged(std::nullopt)
                                                          : Judged(found(Kind::Hold, u"signature"_s));
}

bool PlanCheck::binds(const approval::DecisionBody &body, const OperationRow &row,
                      const evidence::Event &approved) const
{
    return body.origin == m_core.events.head().origin && body.kind == "approve"_L1 && body.verdict == "approve"_L1 &&
           body.tenant == row.tenant && body.operation == row.id && body.intentKey == row.intentKey &&
           body.revision == row.revision && body.tool == row.tool && body.registryDigest == row.registryDigest &&
           body.payloadDigest == row.payloadDigest && body.factsDigest == row.factsDigest &&
           body.policyDigest == row.policyDigest && body.allShown &&
           body.version + 1 == approved.data.value("version"_L1).toInteger();
}

PlanFinding PlanCheck::rulesOver(const OperationRow &row, const policy::Verdict &frozen,
                                 const std::optional<PlanFinding> &approval, base::CanonicalJson arguments,
                                 const QJsonObject &facts) const
{
    const policy::ToolEntry *entry = m_core.rules.registry.find(row.tool);
    if (entry == nullptr || !entry->isWritable()) {
        return found(Kind::Withdraw, u"tool_not_registered"_s);
    }
    PlanFinding finding;
    finding.entry = *entry;
    const auto subject = policy::subjectOf(*entry, arguments.value.toObject());
    const QString currency = subject ? subject->currency : QString();
    const QJsonObject values = arguments.value.toObject();
    finding.verdict = m_core.rules.judge(*entry, values, currency, facts, m_core.events.head().automatic);
    finding.arguments = std::move(arguments);
    if (finding.verdict.kind == policy::VerdictKind::Deny) {
        finding.kind = Kind::Withdraw;
        finding.why = u"denied"_s;
    } else if (entry->digest != row.registryDigest && !base::plantedBug("registry_change_ignored")) {
        finding.kind = Kind::Return;
        finding.why = u"registry_changed"_s;
    } else if (finding.verdict.isStricterThan(frozen)) {
        finding.kind = Kind::Return;
        finding.why = u"stricter_verdict"_s;
    } else if (approval) {
        finding.kind = approval->kind;
        finding.why = approval->why;
    }
    // What people had to approve is not approved by a rule because somebody's approval does not count any more.
    if (finding.kind == Kind::Return && row.verdict == "human"_L1) {
        finding.verdict = m_core.rules.judge(*entry, values, currency, facts, false);
    }
    return finding;
}

} // namespace obstat::ledger
