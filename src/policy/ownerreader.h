#pragma once

#include "policy/tomlreader.h"
#include "policy/toolentry.h"

namespace obstat::policy {

/// One `[owner.NAME]` table (contract 7.3).
[[nodiscard]] OwnerEntry readOwner(const QString &name, TomlReader reader);

} // namespace obstat::policy
