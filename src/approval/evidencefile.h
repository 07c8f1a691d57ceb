#pragma once

#include "base/result.h"

namespace obstat::approval {

/// The digest that a decision binds for a file that shows what happened (contract 7.5): DecisionBody::evidenceDigest.
/// Reads it as a whole. NotFound; Malformed for what is no regular file or empty; TooLarge over 64 MiB. Thread-safe.
[[nodiscard]] base::Result<QString> evidenceDigest(const QString &path);

} // namespace obstat::approval
