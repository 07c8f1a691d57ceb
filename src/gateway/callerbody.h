#pragma once

#include "approval/directory.h"
#include "ledger/callerwork.h"

namespace obstat::gateway {

/// The body of POST …/claim: {"nonce": TEXT}. Malformed, NotCanonical, TooLarge.
[[nodiscard]] base::Result<ledger::CallerClaim> readClaim(const QByteArray &body, const approval::Token &token,
                                                          qint64 operation);

/// The body of POST …/outcome: {"fence", "outcome", "reference"?, "result"?, "response"?, "reason"?}. What the owner
/// answered is taken as it is: a success is not lost because the owner writes numbers that intake would refuse.
/// Malformed (also for a name that occurs twice), TooLarge.
[[nodiscard]] base::Result<ledger::CallerReport> readReport(const QByteArray &body, const approval::Token &token,
                                                            qint64 operation);

} // namespace obstat::gateway
