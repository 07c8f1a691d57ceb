#pragma once

#include "approval/showntext.h"
#include "ledger/types.h"

namespace obstat::ledger {

/// What the approver of an operation is shown, made from its stored canonical bytes and its registry entry. Whoever
/// shows or signs (console, ctl) uses this, because admission compares the digest of its text. `facts` is the whole
/// stored facts document, with `run`. NotCanonical when the arguments do not fit the entry.
[[nodiscard]] base::Result<approval::ShownPlan> shownPlan(const OperationRow &operation, const QJsonObject &arguments,
                                                          const QJsonObject &facts, const policy::ToolEntry &entry);

} // namespace obstat::ledger
