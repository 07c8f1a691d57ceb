#include "ledger/decisionjudge.h"

#include "base/plantedbug.h"
#include "ledger/shownplan.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using Outcome = Admission::Outcome;

namespace {

/// What this version admits.
const QStringList kKinds{u"approve"_s,          u"reject"_s,    u"change"_s,        u"resolve_succeeded"_s,
                         u"resolve_absent"_s,   u"ask_again"_s, u"conflict_keep"_s, u"conflict_new"_s,
                         u"conflict_dismiss"_s, u"reopen"_s};

constexpr Micros kClockTolerance = 120 * base::kSecond; // approval-integrity C16

} // namespace

QString clockText(Micros at)
{
    return QString(base::isoText(at).mid(11, 8) + u'Z');
}

QString decidedWord(const QString &kind)
{
    return kind == "approve"_L1 ? u"approved"_s : kind == "change"_L1 ? u"changed"_s : u"rejected"_s;
}

DecisionJudge::DecisionJudge(WriterCore &core)
    : m_core(core)
    , m_votes(core)
    , m_winner(*core.connection, u"SELECT kind, approver, received_at FROM decision WHERE operation=? AND "
                                 "state='admitted' ORDER BY id DESC LIMIT 1"_s)
{
}

std::optional<DecisionObjection> DecisionJudge::concernOf(const approval::DecisionEnvelope &envelope,
                                                          const approval::DecisionBody &body,
                                                          const OperationRow &row) const
{
    if (const auto form = formOf(envelope, body)) {
        return form;
    }
    if (body.tenant != row.tenant || body.intentKey != row.intentKey || body.revision != row.revision) {
        return DecisionObjection{Outcome::Refused, u"wrong_operation"_s, u"The decision is about another plan."_s};
    }
    return std::nullopt;
}

DecisionJudge::Judged DecisionJudge::judge(const approval::DecisionBody &body, const OperationRow &row)
{
    const bool open =
        row.status == Status::AwaitingApproval || (row.status == Status::Approved && body.kind != "approve"_L1);
    // Whoever ended it, the sweeper or this decision: an expired plan was lost to nobody (contract 4.8).
    const bool over = row.status == Status::Expired ||
                      (open && row.expiresAt <= m_core.now() && !base::plantedBug("expiry_by_sweeper_only"));
    if (!open && !over) {
        return raceOf(body, row);
    }
    if (over) {
        return DecisionObjection{Outcome::Expired, u"expired"_s,
                                 u"The plan expired at %1."_s.arg(clockText(row.expiresAt))};
    }
    if (const auto binding = bindingOf(body, row)) {
        return binding;
    }
    if (auto eligibility = eligibilityOf(body, row); !eligibility || *eligibility) {
        return eligibility;
    }
    return body.kind == "approve"_L1 ? shownOf(body, row) : Judged(std::nullopt);
}

std::optional<DecisionObjection> DecisionJudge::formOf(const approval::DecisionEnvelope &envelope,
                                                       const approval::DecisionBody &body) const
{
    const auto refuse = [](const QString &code, const QString &message) {
        return DecisionObjection{Outcome::Refused, code, message};
    };
    if (body.origin != m_core.events.head().origin) {
        return refuse(u"wrong_origin"_s, u"The decision is for another ledger, %1."_s.arg(body.origin));
    }
    if (!kKinds.contains(body.kind)) {
        return refuse(u"unsupported"_s, u"This version does not admit decisions of the kind '%1'."_s.arg(body.kind));
    }
    // The time that a decision waited in the console's outbox is declared by sent_at and not counted.
    const Micros off = envelope.sentAt - m_core.now();
    if (std::abs(off) > kClockTolerance || body.decidedAt > envelope.sentAt + kClockTolerance) {
        return refuse(u"clock"_s, u"Your clock is wrong by %1 seconds."_s.arg(off / base::kSecond));
    }
    const bool needsReason = body.kind != "approve"_L1 && body.kind != "ask_again"_L1;
    if (needsReason && body.reason.trimmed().isEmpty()) {
        return refuse(u"no_reason"_s,
                      body.kind.startsWith("resolve"_L1)
                          ? u"Say what you saw at the owner; it is the evidence."_s
                          : u"%1 needs a reason."_s.arg(body.kind == "reject"_L1 || body.kind == "change"_L1
                                                            ? u"A rejection"_s
                                                            : u"This decision"_s));
    }
    // What is signed and means nothing must not look as if it did.
    const bool ofConflict = body.kind.startsWith("conflict_"_L1);
    if ((!body.replacementDigest.isEmpty() && !ofConflict && body.kind != "change"_L1) ||
        (body.conflictEvent >= 0 && !ofConflict)) {
        return refuse(u"stray_member"_s,
                      u"A decision of the kind '%1' names no second payload and no conflict."_s.arg(body.kind));
    }
    if (body.kind == "approve"_L1 && !body.allShown) {
        return refuse(u"not_shown"_s, u"The whole plan was not on the screen when it was approved."_s);
    }
    return {};
}

DecisionJudge::Judged DecisionJudge::raceOf(const approval::DecisionBody &body, const OperationRow &row)
{
    const auto found = m_winner.first({row.id});
    if (!found) {
        return tl::unexpected(found.error());
    }
    QString message = u"The plan is %1 since %2."_s.arg(statusText(row.status), clockText(row.updatedAt));
    if (*found) {
        const QString kind = m_winner.value(0).toString();
        const QString who = m_winner.value(1).toString();
        const QString when = clockText(m_winner.value(2).toLongLong());
        m_winner.done();
        const bool claimed = body.kind != "approve"_L1 && kind == "approve"_L1;
        message = claimed ? u"%1 approved it at %2 and it is %3 already."_s.arg(who, when, statusText(row.status))
                          : u"%1 %2 it at %3."_s.arg(who, decidedWord(kind), when);
    }
    return DecisionObjection{Outcome::Lost, u"lost"_s, message};
}

DecisionJudge::Judged DecisionJudge::eligibilityOf(const approval::DecisionBody &body, const OperationRow &row)
{
    const bool approve = body.kind == "approve"_L1;
    if (approve && row.held) {
        return DecisionObjection{Outcome::Refused, u"held"_s,
                                 u"The plan is held because its record was tampered with."_s};
    }
    const auto frozen = frozenVerdict(row);
    if (approve && !frozen) {
        return DecisionObjection{Outcome::Refused, u"damaged"_s, u"What the plan asks for cannot be read."_s};
    }
    Vote vote;
    vote.body = body;
    vote.receivedAt = m_core.now();
    const auto may = approve ? m_votes.mayVote(vote, row, *frozen) : mayReject(body, row);
    if (!may) {
        return DecisionObjection{Outcome::Refused, u"not_eligible"_s, may.error().message};
    }
    if (!approve) {
        return std::nullopt;
    }
    const auto before = m_votes.of(row.id, row.version);
    if (!before) {
        return tl::unexpected(before.error());
    }
    const QString reason =
        quorumOf(*frozen).whyNot(m_votes.counting(*before, row, *frozen), m_votes.voterOf(vote, row, *frozen));
    return reason.isEmpty() ? Judged(std::nullopt)
                            : Judged(DecisionObjection{Outcome::Refused, u"not_needed"_s, reason});
}

/// Any enrolled approver of the tenant may stop a plan.
base::Result<approval::PublicKey> DecisionJudge::mayReject(const approval::DecisionBody &body,
                                                           const OperationRow &row) const
{
    return m_core.rules.directory.mayDecide({body.approver,
                                             body.keyId,
                                             {},
                                             row.tenant,
                                             row.actor,
                                             m_core.rules.sponsorOf(row.tokenId, row.sponsor),
                                             body.onBehalfOf,
                                             m_core.now()});
}

std::optional<DecisionObjection> DecisionJudge::bindingOf(const approval::DecisionBody &body,
                                                          const OperationRow &row) const
{
    if (body.payloadDigest != row.payloadDigest) {
        return DecisionObjection{Outcome::Refused, u"wrong_digest"_s, u"The decision is about another payload."_s};
    }
    if (body.kind == "reject"_L1) {
        return {};
    }
    if (body.version != row.version) {
        return DecisionObjection{
            Outcome::Refused, u"wrong_version"_s,
            u"The plan changed since it was shown: version %1 was seen, it is %2 now."_s.arg(body.version)
                .arg(row.version)};
    }
    const bool same = body.tool == row.tool && body.registryDigest == row.registryDigest &&
                      body.factsDigest == row.factsDigest && body.policyDigest == row.policyDigest &&
                      (body.expiresAt == 0 || body.expiresAt == row.expiresAt);
    if (!same) {
        return DecisionObjection{Outcome::Refused, u"wrong_digest"_s,
                                 u"The decision names other facts, tool entry, policy or expiry than the plan has."_s};
    }
    return {};
}

/// The digest of what was on the screen must be that of what the ledger holds (approval-integrity C1).
DecisionJudge::Judged DecisionJudge::shownOf(const approval::DecisionBody &body, const OperationRow &row)
{
    const DecisionObjection wrong{Outcome::Refused, u"wrong_shown"_s,
                                  u"What was shown is not what the ledger holds."_s};
    const auto arguments = m_core.payloads.load(row.payloadDigest);
    const auto facts = m_core.payloads.load(row.factsDigest);
    const auto canonical = m_core.documents.load(row.registryDigest);
    for (const auto *value : {&arguments, &facts, &canonical}) {
        if (!*value && value->error().code != ErrorCode::NotFound && value->error().code != ErrorCode::Corrupt) {
            return tl::unexpected(value->error());
        }
        if (!*value) {
            return wrong;
        }
    }
    const auto entry = policy::entryFromCanonical(*canonical);
    const auto parsedArguments = base::parseStoredCanonical(*arguments);
    const auto parsedFacts = base::parseStoredCanonical(*facts);
    if (!entry || !parsedArguments || !parsedFacts) {
        return wrong;
    }
    const auto plan = shownPlan(row, *entry, *parsedArguments, *parsedFacts);
    if (!plan || approval::shownDigest(*plan) != body.shownDigest) {
        return wrong;
    }
    return std::nullopt;
}

} // namespace obstat::ledger
