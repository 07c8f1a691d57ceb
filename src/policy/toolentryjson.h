#pragma once

#include "policy/toolentry.h"

namespace obstat::policy {

/// Sets `canonical` and `digest` from everything else. Call it once, when the entry is complete.
void seal(ToolEntry &entry);

} // namespace obstat::policy
