#pragma once

#include "base/result.h"
#include "ledger/ledgerreader.h"

#include <QJsonObject>
#include <QStringList>

namespace obstat::ctl {

/// All stored columns of an operation that people may query.
[[nodiscard]] QJsonObject operationFields(const ledger::OperationRow &operation);
/// operationFields with arguments, facts, rationale, result, the reason of a withdrawal, timeline, attempts, decisions.
[[nodiscard]] base::Result<QJsonObject> operationInFull(ledger::LedgerReader &reader,
                                                        const ledger::OperationRow &operation);
/// The same for people, of what operationInFull() gave; not escaped.
[[nodiscard]] QStringList operationText(const ledger::OperationRow &operation, const QJsonObject &full);
/// `17  succeeded  approve_withdrawal  WD-24817  1,250.00 USD  inv_91`; the amount as it is shown and signed.
[[nodiscard]] QString operationLine(const ledger::OperationRow &operation);

} // namespace obstat::ctl
