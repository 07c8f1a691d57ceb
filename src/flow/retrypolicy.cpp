#include "flow/retrypolicy.h"

#include <QtEndian>

#include <algorithm>

namespace obstat::flow {

using base::Micros;
using ledger::AttemptOutcome;

namespace {

constexpr Micros kFirst = base::kSecond / 2;
constexpr Micros kLongest = base::kMinute;
/// A key is not sent within this margin of the end of its life: the owner's clock may be ahead of ours.
constexpr Micros kLifetimeMargin = base::kMinute;

bool keyStillLives(const policy::OwnerEntry &owner, const ledger::OperationRow &operation, Micros at)
{
    if (owner.keyLifetime == 0 || !operation.firstSentAt)
        return true;
    return at < *operation.firstSentAt + owner.keyLifetime - std::min(kLifetimeMargin, owner.keyLifetime / 10);
}

} // namespace

Micros backoff(int attempts, base::Random &random)
{
    const int doublings = std::clamp(attempts - 1, 0, 10);
    const Micros whole = std::min(kFirst << doublings, kLongest);
    const auto share = qFromLittleEndian<quint32>(random.bytes(4).constData());
    return whole / 2 + static_cast<Micros>(static_cast<double>(whole) / 2 * share / 4294967295.0);
}

std::optional<Micros> retryAt(const policy::ToolEntry &entry, const ledger::OperationRow &operation,
                              AttemptOutcome outcome, Micros now, base::Random &random)
{
    const Micros at = now + backoff(operation.attempts, random);
    switch (outcome) {
    case AttemptOutcome::Succeeded:
    case AttemptOutcome::NoEffect:
        return std::nullopt;
    case AttemptOutcome::NotSent:
        return at;
    case AttemptOutcome::TimedOut:
    case AttemptOutcome::Reset:
    case AttemptOutcome::Unreadable:
    case AttemptOutcome::Unmatched:
    case AttemptOutcome::Crashed:
        break;
    }
    if (!entry.owner.honoursKey || operation.attempts >= entry.maxAttempts ||
        !keyStillLives(entry.owner, operation, at))
        return std::nullopt;
    return at;
}

} // namespace obstat::flow
