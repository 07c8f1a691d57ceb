#pragma once

#include "approval/showntext.h"
#include "ledger/ledgerreader.h"

namespace obstat::ctl {

/// What a person was or would be shown of the plan in `row`, from the stored values that it names. NotFound (purged),
/// Corrupt.
[[nodiscard]] base::Result<approval::ShownPlan> storedPlan(ledger::LedgerReader &reader,
                                                           const ledger::OperationRow &row);

/// The row as it was when the decision was signed: values, entry and policy by the signed body, the rule by the event
/// that froze it last before the decision.
[[nodiscard]] base::Result<ledger::OperationRow> rowAtDecision(ledger::LedgerReader &reader,
                                                               const ledger::DecisionRow &decision);

} // namespace obstat::ctl
