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

[[nodiscard]] QJsonObject conflictFields(const ledger::ConflictRow &row);
/// `event 12, open: a second payload differs in ["/amount"]`, of what conflictFields() gave.
[[nodiscard]] QString conflictText(const QJsonObject &conflict);
/// A text, "-" for none, with what may look like something else: a word whose letters are of scripts that are not
/// written together.
[[nodiscard]] QString markedText(const QString &text);

} // namespace obstat::ctl
