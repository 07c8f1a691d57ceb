#pragma once

#include "ledger/plancheck.h"
#include "ledger/planending.h"

namespace obstat::ledger {

/// Claims due plans (contract 7.1) after all checks of 6.3; resends of unknown ones too, where the owner honours the
/// key (7.4). Inside a running transaction.
class ClaimTransaction
{
public:
    explicit ClaimTransaction(WriterCore &core);

    [[nodiscard]] base::Result<ClaimReport> run(int limit, Micros lease);

private:
    [[nodiscard]] base::Result<QList<qint64>> due(int limit);
    [[nodiscard]] base::Result<> look(qint64 operation, Micros lease, ClaimReport &report);
    [[nodiscard]] base::Result<> lookAtResend(OperationRow &row, const PlanFinding &finding, Micros lease,
                                              ClaimReport &report);
    [[nodiscard]] base::Result<> claim(OperationRow &row, const PlanFinding &finding, Micros lease,
                                       ClaimReport &report);
    [[nodiscard]] base::Result<> withdraw(OperationRow &row, const PlanFinding &finding);
    [[nodiscard]] base::Result<> giveBack(OperationRow &row, const PlanFinding &finding);
    [[nodiscard]] base::Result<bool> mayResend(const OperationRow &row, const policy::ToolEntry &entry);
    /// Not again without a person.
    [[nodiscard]] base::Result<> block(OperationRow &row);

    WriterCore &m_core;
    PlanCheck m_check;
    PlanEnding m_ending;
    Statement m_due;
    Statement m_byHand;
    Statement m_nextDue;
};

/// Sets the row held and raises an alarm (contract 6.3).
[[nodiscard]] base::Result<> hold(WriterCore &core, OperationRow &row, const QString &why);

} // namespace obstat::ledger
