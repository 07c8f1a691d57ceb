#pragma once

#include "ledger/types.h"
#include "policy/toolentry.h"
#include "wire/exchange.h"

namespace obstat::flow {

/// What an answer means, and what an operator should know about it.
struct Judgement
{
    ledger::AttemptEnd end;
    QString remark; ///< for the log: why no reference was taken or the body was not read; never a part of the answer
};

/// Turns what the wire saw into what the contract calls it (7.2): `outcome`, status, duration, late, response, result,
/// reference and replay marker of an AttemptEnd; operation, fence, number and retryAt stay the caller's. Pure.
/// `earlierOpen`: an earlier attempt under the same wire key may have had its effect; then a refusal counts only as the
/// owner's marked replay. TimedOut is not final and must not be passed.
///
/// A body that parseOwnerJson() refuses matches no rule that reads it. A reference is the owner's string, or its
/// integer digit by digit, of at most 256 characters; of anything else there is none, because a wrong reference would
/// be looked up as if it were right.
/// An answer outside the rules may still name a reference, by which the owner can be asked later.
[[nodiscard]] Judgement judgeAnswer(const policy::ToolEntry &entry, bool earlierOpen, const wire::Outcome &outcome);

/// The same for a question (contract 7.5): Found with the reference, Absent, Several, or what the wire saw. `found`
/// goes before `absent`; where the entry names a list of matches, its length decides.
[[nodiscard]] Judgement judgeQuery(const policy::ToolEntry &entry, const wire::Outcome &outcome);

} // namespace obstat::flow
