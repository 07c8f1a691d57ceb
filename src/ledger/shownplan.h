#pragma once

#include "approval/showntext.h"
#include "ledger/types.h"

namespace obstat::ledger {

/// What shown text v1 is made of for one operation, the same on every surface: record, amount and currency are taken
/// from the arguments by the registry entry, never from the row. Corrupt when the row says something else, or when the
/// values are not those whose digests the row names.
[[nodiscard]] base::Result<approval::ShownPlan> shownPlan(const OperationRow &row, const policy::ToolEntry &entry,
                                                          const base::CanonicalJson &arguments,
                                                          const base::CanonicalJson &facts);

} // namespace obstat::ledger
