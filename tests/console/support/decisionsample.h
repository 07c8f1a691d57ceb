#pragma once

#include "console/client/ledgertypes.h"

namespace obstat::tests {

/// An admitted approval of the row at its version, as the ledger stores it. Nobody checks its signature on a screen.
[[nodiscard]] ledger::DecisionRow approvalOf(const ledger::OperationRow &row, const QString &person,
                                             const QString &keyId, base::Micros at, const QString &onBehalfOf = {});
/// So many people with these roles; {"escalate"} where `after` is not 0.
[[nodiscard]] QByteArray frozenVerdict(const QList<policy::Approval> &approvals, base::Micros after = 0,
                                       const QString &role = {});
/// The plan names an entry of which these argument paths are sensitive.
void makeSensitive(console::OperationDetail &detail, const QStringList &paths);
/// Sixteen times this digit: a key id.
[[nodiscard]] QString keyId(char digit);

} // namespace obstat::tests
