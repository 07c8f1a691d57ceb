#include "ledger/nextstep.h"

#include "ledger/attemptstore.h"

#include <QtEndian>

#include <algorithm>

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

constexpr Micros kFirst = base::kSecond / 2;
constexpr int kMostDoublings = 20;
constexpr int kMostQuestions = 16; // about four hours, then a person knows more than another question

/// A key must live until the request has arrived at the latest, by the owner's clock, which may be ahead of ours: the
/// claim may wait for its lease, the request for its limit, and what was lost may act until the owner has settled. A
/// caller may send until its lease is over.
bool keyStillLives(const policy::ToolEntry &entry, const Situation &situation)
{
    const policy::OwnerEntry &owner = entry.owner;
    const Micros sending = owner.isCaller() ? owner.lease : kLease + 2 * entry.timeout;
    const Micros margin = sending + owner.settleAfter + base::kMinute;
    return owner.keyLifetime <= 0 ||
           (situation.firstSentAt && situation.at < *situation.firstSentAt + owner.keyLifetime - margin);
}

/// What was proved not to have been sent is bounded by the plan's time alone: an owner that is down comes back.
QLatin1StringView whyNotSend(const policy::ToolEntry &entry, const Situation &situation)
{
    const bool read = entry.effect == policy::Effect::Read;
    if ((read || situation.effectOpen) && situation.sends >= entry.maxAttempts)
        return "attempts_used"_L1;
    if (!situation.maySend)
        return "plan_over"_L1;
    if (read || !situation.effectOpen)
        return {};
    if (!entry.owner.honoursKey)
        return "key_ignored"_L1;
    return keyStillLives(entry, situation) ? QLatin1StringView() : "key_expired"_L1;
}

bool mayAsk(const policy::ToolEntry &entry, const Situation &situation)
{
    return situation.effectOpen && entry.canBeAsked() && situation.questions < kMostQuestions &&
           (situation.referenceKnown || !entry.query.names(u"reference"));
}

} // namespace

NextStep nextStep(const policy::ToolEntry &entry, const Situation &situation)
{
    const QLatin1StringView obstacle = whyNotSend(entry, situation);
    if (obstacle.isEmpty() && entry.effect == policy::Effect::Read)
        return {Step::Send, "read_only"_L1};
    if (obstacle.isEmpty())
        return {Step::Send, situation.effectOpen ? "key_honoured"_L1 : "not_sent"_L1};
    if (mayAsk(entry, situation))
        return {Step::Ask, obstacle};
    return {Step::Person, obstacle};
}

Situation situationOf(const OperationRow &operation, const QList<AttemptRow> &attempts, Micros at)
{
    Situation situation;
    situation.effectOpen = operation.status == Status::Unknown || mayHaveHadEffect(attempts);
    situation.firstSentAt = operation.firstSentAt;
    situation.at = at;
    for (const AttemptRow &attempt : attempts) {
        situation.questions += attempt.kind == kQuery ? 1 : 0;
        const bool mayHaveLeft = attempt.outcome != outcomeText(AttemptOutcome::NotSent);
        situation.sends += attempt.kind == kCommit && mayHaveLeft ? 1 : 0;
        situation.referenceKnown = situation.referenceKnown || !attempt.reference.isEmpty();
    }
    return situation;
}

Micros backoff(int attempts, base::Random &random, Micros longest)
{
    const int doublings = std::clamp(attempts - 1, 0, kMostDoublings);
    const Micros whole = std::min(kFirst << doublings, longest);
    const auto share = qFromLittleEndian<quint32>(random.bytes(4).constData());
    return whole / 2 + static_cast<Micros>(static_cast<double>(whole) / 2 * share / 4294967295.0);
}

} // namespace obstat::ledger
