#include "evidence/eventkinds.h"

#include <QString>

#include <algorithm>
#include <array>

namespace obstat::evidence {
namespace {

constexpr std::array kKinds{
    kinds::planned,
    kinds::refused,
    kinds::replayed,
    kinds::conflict,
    kinds::approved,
    kinds::rejected,
    kinds::expired,
    kinds::withdrawn,
    kinds::returned,
    kinds::requeued,
    kinds::held,
    kinds::released,
    kinds::alarm,
    kinds::claimed,
    kinds::attemptStarted,
    kinds::attemptEnded,
    kinds::queried,
    kinds::succeeded,
    kinds::failed,
    kinds::unknown,
    kinds::contradicted,
    kinds::reopened,
    kinds::decisionReceived,
    kinds::decisionRefused,
    kinds::enrolled,
    kinds::revoked,
    kinds::tokenIssued,
    kinds::tokenRevoked,
    kinds::policyActivated,
    kinds::registryLoaded,
    kinds::delegated,
    kinds::legalHoldSet,
    kinds::legalHoldLifted,
    kinds::purged,
    kinds::exported,
    kinds::backup,
    kinds::migrated,
    kinds::closed,
    kinds::resumed,
    kinds::epoch,
    kinds::simulated,
    kinds::reminded,
    kinds::escalated,
    kinds::reported,
};
constexpr std::array kActors{actors::agent, actors::person, actors::flow, actors::rule, actors::admin, actors::owner};

} // namespace

std::span<const QLatin1StringView> kinds::all()
{
    return kKinds;
}

bool kinds::isKnown(QStringView kind)
{
    return std::any_of(kKinds.begin(), kKinds.end(), [kind](QLatin1StringView known) { return kind == known; });
}

bool kinds::isKnown(QLatin1StringView kind)
{
    // Asked for every leaf that is verified: length and last letter tell nearly all of them apart.
    return !kind.isEmpty() && std::any_of(kKinds.begin(), kKinds.end(), [kind](QLatin1StringView known) {
        return kind.size() == known.size() && kind.back() == known.back() && kind == known;
    });
}

bool actors::isKnown(QLatin1StringView type)
{
    return std::any_of(kActors.begin(), kActors.end(), [type](QLatin1StringView known) { return type == known; });
}

} // namespace obstat::evidence
