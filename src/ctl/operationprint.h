#pragma once

#include "base/result.h"
#include "ledger/ledgerreader.h"

#include <QJsonObject>
#include <QStringList>

namespace obstat::ctl {

/// All stored columns of an operation that people may query.
[[nodiscard]] QJsonObject operationFields(const ledger::OperationRow &operation);
/// operationFields with arguments, facts, result, timeline, attempts and decisions.
[[nodiscard]] base::Result<QJsonObject> operationInFull(ledger::LedgerReader &reader,
                                                        const ledger::OperationRow &operation);
/// `17  succeeded  approve_withdrawal  WD-24817  1250 USD  inv_91`.
[[nodiscard]] QString operationLine(const ledger::OperationRow &operation);

} // namespace obstat::ctl
