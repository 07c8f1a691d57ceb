// The half of ClaimTransaction that gives a plan to an orchestrator which executes it by itself (contract 7.3).
#include "base/digest.h"
#include "base/faultpoint.h"
#include "ledger/callerwork.h"
#include "ledger/claimtransaction.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::fail;
using Kind = PlanFinding::Kind;

namespace {

CallerClaimAnswer refused(const OperationRow &row, const QString &code, const QString &message)
{
    CallerClaimAnswer answer;
    answer.code = code;
    answer.message = message;
    answer.operation = row;
    return answer;
}

CallerClaimAnswer refused(const OperationRow &row, const QString &code)
{
    return refused(row, code, u"Operation %1 is %2 and cannot be claimed."_s.arg(row.id).arg(statusText(row.status)));
}

CallerClaimAnswer heldElsewhere(const OperationRow &row, const CallerLeases::Held &held)
{
    CallerClaimAnswer answer =
        refused(row, u"claimed_by_another"_s,
                u"Operation %1 is claimed by %2 until %3."_s.arg(row.id).arg(held.actor, base::isoText(held.until)));
    answer.holder = held.actor;
    answer.leaseUntil = held.until;
    return answer;
}

/// Why nothing may be sent under this plan any more; the owner's own rules decide (contract 7.4).
CallerClaimAnswer notAgain(const OperationRow &row, QLatin1StringView why)
{
    return refused(
        row, why,
        u"Operation %1 may have happened already and is not given out again (%2); a person settles it."_s.arg(row.id)
            .arg(why));
}

/// What the log keeps of what was given out; the arguments stand under their own digest.
QByteArray givenOut(const OperationRow &row, const CallerClaim &wanted)
{
    return base::canonicalBytes(QJsonObject{{u"fence"_s, *row.fence},
                                            {u"lease_until"_s, base::isoText(*row.leaseUntil)},
                                            {u"operation"_s, row.id},
                                            {u"payload"_s, row.payloadDigest},
                                            {u"token"_s, wanted.tokenId},
                                            {u"wire_key"_s, row.wireKey}});
}

} // namespace

base::Result<CallerClaimAnswer> ClaimTransaction::forCaller(const CallerClaim &wanted)
{
    auto row = m_core.operations.byId(wanted.operation);
    if (!row || row->tenant != wanted.tenant) {
        return row ? fail(base::ErrorCode::NotFound, u"There is no operation %1."_s.arg(wanted.operation))
                   : tl::unexpected(row.error());
    }
    const auto canonical = m_core.documents.load(row->registryDigest);
    const auto entry = canonical ? policy::entryFromCanonical(*canonical) : tl::unexpected(canonical.error());
    if (!entry) {
        return tl::unexpected(entry.error());
    }
    if (!entry->owner.isCaller()) {
        return refused(*row, u"not_a_caller"_s,
                       u"Tool '%1' is carried out by Obstat itself and cannot be claimed."_s.arg(row->tool));
    }
    if (row->held) {
        return refused(*row, u"held"_s,
                       u"Operation %1 is held because its record was tampered with or is contradicted."_s.arg(row->id));
    }
    auto before = claimBefore(wanted, *row);
    if (!before || *before) {
        return before ? std::move(**before) : base::Result<CallerClaimAnswer>(tl::unexpected(before.error()));
    }
    if (row->status != Status::Approved && row->status != Status::Unknown) {
        return refused(*row, row->status == Status::Expired ? u"expired"_s : u"not_claimable"_s);
    }
    const auto finding = m_check.check(*row);
    if (!finding) {
        return tl::unexpected(finding.error());
    }
    auto obstacle = obstacleFor(*row, *finding);
    if (!obstacle || *obstacle) {
        return obstacle ? std::move(**obstacle) : base::Result<CallerClaimAnswer>(tl::unexpected(obstacle.error()));
    }
    return giveTo(wanted, *row, *finding);
}

/// A claim that was answered before, or that somebody else holds.
ClaimTransaction::Obstacle ClaimTransaction::claimBefore(const CallerClaim &wanted, const OperationRow &row)
{
    const auto named = m_leases.byNonce(row.id, wanted.tokenId, base::digestHex(wanted.nonce.toUtf8()));
    const auto current = row.fence ? m_leases.byFence(row.id, *row.fence) : CallerLeases::Found(std::nullopt);
    if (!named || !current) {
        return tl::unexpected(named ? current.error() : named.error());
    }
    const bool isOut = row.status == Status::Running && *current && (*current)->until > m_core.now();
    if (!*named) {
        return isOut ? Obstacle(heldElsewhere(row, **current)) : Obstacle(std::nullopt);
    }
    if (!isOut || (*named)->fence != *row.fence) {
        return refused(row, u"claim_over"_s,
                       u"What was claimed under this nonce is over; operation %1 is %2."_s.arg(row.id).arg(
                           statusText(row.status)));
    }
    const auto arguments = m_core.payloads.load(row.payloadDigest);
    if (!arguments) {
        return tl::unexpected(arguments.error());
    }
    CallerClaimAnswer again;
    again.code = u"repeated"_s;
    again.message = u"Claimed by you before; the lease runs since then."_s;
    again.operation = row;
    again.arguments = *arguments;
    again.fence = (*named)->fence;
    again.leaseUntil = (*named)->until;
    again.resend = (*named)->resend;
    return again;
}

/// The checks of 6.3 and the retry policy, as for the flow; what they end or return is written.
ClaimTransaction::Obstacle ClaimTransaction::obstacleFor(OperationRow &row, const PlanFinding &finding)
{
    const auto after = [&row](base::Result<> done, const QString &code) {
        return done ? Obstacle(refused(row, code)) : tl::unexpected(done.error());
    };
    if (finding.kind == Kind::Hold) {
        return after(hold(m_core, row, finding.why), u"held"_s);
    }
    const auto attempts = m_core.attempts.of(row.id);
    if (!attempts) {
        return tl::unexpected(attempts.error());
    }
    if (hasOpenAttempt(*attempts)) {
        return refused(row, u"still_open"_s);
    }
    Situation situation = situationOf(row, *attempts, m_core.now());
    if (row.status == Status::Unknown) {
        situation.maySend = finding.kind == Kind::Good && row.expiresAt > m_core.now();
        const NextStep next = nextStep(finding.entry, situation);
        return next.step == Step::Send ? Obstacle(std::nullopt) : Obstacle(notAgain(row, next.why));
    }
    if (row.expiresAt <= m_core.now()) {
        return after(m_ending.expire(row), u"expired"_s);
    }
    if (finding.kind == Kind::Withdraw) {
        return after(withdraw(row, finding), u"withdrawn"_s);
    }
    if (finding.kind == Kind::Return) {
        return after(giveBack(row, finding), u"returned"_s);
    }
    return situation.sends >= finding.entry.maxAttempts ? Obstacle(refused(row, u"attempts_used"_s))
                                                        : Obstacle(std::nullopt);
}

base::Result<CallerClaimAnswer> ClaimTransaction::giveTo(const CallerClaim &wanted, OperationRow &row,
                                                         const PlanFinding &finding)
{
    const Micros lease = finding.entry.owner.lease;
    CallerClaimAnswer answer;
    answer.code = u"claimed"_s;
    answer.message = u"Yours until %1: execute exactly these arguments with this wire key once, then report."_s.arg(
        base::isoText(m_core.now() + lease));
    answer.resend = row.status == Status::Unknown;
    answer.fence = m_core.events.nextFence();
    answer.leaseUntil = m_core.now() + lease;
    answer.arguments = finding.arguments.bytes;
    row.fence = answer.fence;
    row.leaseUntil = answer.leaseUntil;
    row.instance = m_core.instanceId;
    row.notBefore.reset();
    evidence::Event event = eventOf(row, evidence::kinds::claimed, {evidence::actors::agent, wanted.actor});
    event.digests = {{u"payload"_s, row.payloadDigest}, {u"entry"_s, row.registryDigest}};
    event.data = {{u"fence"_s, answer.fence},
                  {u"resend"_s, answer.resend},
                  {u"token"_s, wanted.tokenId},
                  {u"nonce"_s, base::digestHex(wanted.nonce.toUtf8())},
                  {u"lease"_s, lease}};
    if (auto moved = m_core.operations.move(row, Status::Running, std::move(event)); !moved) {
        return tl::unexpected(moved.error());
    }
    if (const auto started = m_attempts.start({row.id, answer.fence, givenOut(row, wanted), lease}); !started) {
        return tl::unexpected(started.error());
    }
    auto now = m_core.operations.byId(row.id);
    if (!now) {
        return tl::unexpected(now.error());
    }
    answer.operation = std::move(*now);
    base::faultPoint("P5");
    return answer;
}

} // namespace obstat::ledger
