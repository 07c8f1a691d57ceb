#pragma once

#include <QLatin1StringView>
#include <QStringView>

#include <span>

/// The event kinds of formats.md. One may be added, none is ever re-used for something else.
namespace obstat::evidence::kinds {

inline constexpr QLatin1StringView planned{"planned"};
inline constexpr QLatin1StringView refused{"refused"};
inline constexpr QLatin1StringView replayed{"replayed"}; ///< data: count, first_at, last_at
inline constexpr QLatin1StringView conflict{"conflict"};
inline constexpr QLatin1StringView approved{"approved"};
inline constexpr QLatin1StringView rejected{"rejected"};
inline constexpr QLatin1StringView expired{"expired"};
inline constexpr QLatin1StringView withdrawn{"withdrawn"};
inline constexpr QLatin1StringView returned{"returned"}; ///< back to awaiting, with why
inline constexpr QLatin1StringView requeued{"requeued"}; ///< running or unknown back to approved
inline constexpr QLatin1StringView held{"held"};
inline constexpr QLatin1StringView released{"released"};
inline constexpr QLatin1StringView alarm{"alarm"};
inline constexpr QLatin1StringView claimed{"claimed"};
inline constexpr QLatin1StringView attemptStarted{"attempt_started"};
inline constexpr QLatin1StringView attemptEnded{"attempt_ended"};
inline constexpr QLatin1StringView queried{"queried"};
inline constexpr QLatin1StringView succeeded{"succeeded"};
inline constexpr QLatin1StringView failed{"failed"};
inline constexpr QLatin1StringView unknown{"unknown"};
inline constexpr QLatin1StringView contradicted{"contradicted"};
inline constexpr QLatin1StringView reopened{"reopened"};
inline constexpr QLatin1StringView decisionReceived{"decision_received"};
inline constexpr QLatin1StringView decisionRefused{"decision_refused"};
inline constexpr QLatin1StringView enrolled{"enrolled"};
inline constexpr QLatin1StringView revoked{"revoked"};
inline constexpr QLatin1StringView tokenIssued{"token_issued"};
inline constexpr QLatin1StringView tokenRevoked{"token_revoked"};
inline constexpr QLatin1StringView policyActivated{"policy_activated"};
inline constexpr QLatin1StringView registryLoaded{"registry_loaded"};
inline constexpr QLatin1StringView delegated{"delegated"};
inline constexpr QLatin1StringView legalHoldSet{"legal_hold_set"};
inline constexpr QLatin1StringView legalHoldLifted{"legal_hold_lifted"};
inline constexpr QLatin1StringView purged{"purged"};
inline constexpr QLatin1StringView exported{"exported"};
inline constexpr QLatin1StringView backup{"backup"};
inline constexpr QLatin1StringView migrated{"migrated"};
inline constexpr QLatin1StringView closed{"closed"};
inline constexpr QLatin1StringView resumed{"resumed"};
inline constexpr QLatin1StringView epoch{"epoch"};
inline constexpr QLatin1StringView simulated{"simulated"};
inline constexpr QLatin1StringView reminded{"reminded"};   ///< a waiting plan at half and nine tenths of its time
inline constexpr QLatin1StringView escalated{"escalated"}; ///< another role may decide from now on
inline constexpr QLatin1StringView reported{"reported"};   ///< what a caller said after its attempt had ended

/// All of the above: those of formats.md in its order, then those that were added.
[[nodiscard]] std::span<const QLatin1StringView> all();
[[nodiscard]] bool isKnown(QStringView kind);
[[nodiscard]] bool isKnown(QLatin1StringView kind);

} // namespace obstat::evidence::kinds

namespace obstat::evidence::actors {

inline constexpr QLatin1StringView agent{"agent"};
inline constexpr QLatin1StringView person{"person"};
inline constexpr QLatin1StringView flow{"flow"};
inline constexpr QLatin1StringView rule{"rule"};
inline constexpr QLatin1StringView admin{"admin"};
inline constexpr QLatin1StringView owner{"owner"};

[[nodiscard]] bool isKnown(QLatin1StringView type);

} // namespace obstat::evidence::actors
