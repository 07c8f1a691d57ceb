#pragma once

#include "ledger/types.h"

namespace obstat::ledger {

/// An orchestrator that wants to execute an approved plan itself (contract 7.3). Who it is comes from its token.
struct CallerClaim
{
    QString tenant, actor, tokenId;
    qint64 operation = 0;
    /// Names this one claim. Given again while its lease runs it gets the same answer, so that a lost answer costs
    /// nothing; it never gets a second claim, so that one nonce is at most one execution.
    QString nonce;
};

struct CallerClaimAnswer
{
    /// Stable: claimed, repeated; refused: not_a_caller, claimed_by_another, claim_over, not_claimable, held, expired,
    /// withdrawn, returned, still_open, plan_over, attempts_used, key_ignored, key_expired.
    QString code;
    QString message; ///< one sentence
    OperationRow operation;
    QByteArray arguments; ///< the approved canonical bytes; empty when refused
    qint64 fence = 0;
    Micros leaseUntil = 0; ///< of the one that holds it, also when refused with claimed_by_another
    bool resend = false;   ///< an earlier claim may have had an effect; the same wire key makes the owner notice
    QString holder;        ///< claimed_by_another: the actor

    [[nodiscard]] bool isGiven() const { return fence > 0; }
};

/// What a caller says became of its claim.
struct CallerReport
{
    QString tenant, actor, tokenId;
    qint64 operation = 0;
    qint64 fence = 0;
    /// Succeeded, NoEffect (the owner refused for good: proved to have had no effect), NotSent (nothing ever left),
    /// Unmatched (it went wrong, which proves nothing), Reset (the caller does not know).
    AttemptOutcome outcome = AttemptOutcome::Reset;
    std::optional<int> httpStatus;
    QString reference;
    QByteArray result; ///< the owner's answer of Succeeded and NoEffect
    QByteArray said;   ///< canonical JSON of the whole report with the result's digest in its place
};

struct CallerReportAnswer
{
    /// Stable: settled, recorded (it settles nothing), repeated; refused: wrong_fence, wrong_token, reports_used.
    QString code;
    QString message;
    OperationRow operation;
    bool late = false; ///< after its lease
    bool accepted = false;
};

} // namespace obstat::ledger
