#pragma once

#include "base/random.h"
#include "ledger/types.h"

namespace obstat::ledger {

/// From the claim to `attempt started`, at most.
inline constexpr Micros kLease = 2 * base::kMinute;

/// Where an operation stands whose last attempt settled nothing.
struct Situation
{
    bool effectOpen = true; ///< a send may have had an effect that nobody has settled yet
    bool maySend = true;    ///< the plan is in time and passes the checks of contract 6.3
    bool referenceKnown = false;
    int sends = 0; ///< those that may have left
    int questions = 0;
    std::optional<Micros> firstSentAt;
    Micros at = 0; ///< when the step would begin
};

enum class Step {
    Send,   ///< the same request with the same wire key
    Ask,    ///< the owner, what became of it
    Person, ///< nothing more by itself
};

struct NextStep
{
    Step step = Step::Person;
    QLatin1StringView why; ///< for logs: not_sent, key_honoured, owner_asked, attempts_used, key_expired …
};

/// The retry policy (contract 7.4, 7.5), whole: over the effect, what the owner can do, and what happened so far. Pure.
[[nodiscard]] NextStep nextStep(const policy::ToolEntry &entry, const Situation &situation);

/// As the rows say; `maySend` is the caller's.
[[nodiscard]] Situation situationOf(const OperationRow &operation, const QList<AttemptRow> &attempts, Micros at);

/// How long to wait before the next one: 0.5 s doubled per attempt, at most `longest`; jitter takes up to half of it.
[[nodiscard]] Micros backoff(int attempts, base::Random &random, Micros longest = base::kMinute);

/// Between questions waiting grows to an hour: an owner that lost its memory of a key may find it again.
inline constexpr Micros kLongestBetweenQuestions = base::kHour;

} // namespace obstat::ledger
