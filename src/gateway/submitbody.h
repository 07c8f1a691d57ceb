#pragma once

#include "approval/directory.h"
#include "base/result.h"
#include "ledger/types.h"

namespace obstat::gateway {

/// Reads the body of POST /v1/operations and adds who submits from the token. Malformed (400): not JSON, a member
/// missing, unknown or of the wrong type. NotCanonical (422), TooLarge (413): contract 3.3. Forbidden (403): facts
/// without the scope. Pure; thread-safe.
[[nodiscard]] base::Result<ledger::Submission> readSubmission(const QByteArray &body, const approval::Token &token);

} // namespace obstat::gateway
