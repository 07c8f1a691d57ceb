#pragma once

#include "ledger/writercore.h"

namespace obstat::ledger {

/// Ends plans that were not claimed: withdrawn or expired. Inside a running transaction.
class PlanEnding
{
public:
    explicit PlanEnding(WriterCore &core) : m_core(core) {}

    /// Contract 4.2's `withdraw`. NotFound also for another tenant's, Illegal when it is claimed or over.
    [[nodiscard]] base::Result<OperationRow> withdraw(const QString &tenant, const QString &actor, qint64 operation,
                                                      const QString &reason);
    [[nodiscard]] base::Result<> expire(OperationRow &row);
    /// The cosmetic sweeper; expiry itself is judged at admission and claim.
    [[nodiscard]] base::Result<QList<OperationRow>> expireDue(int limit);

private:
    WriterCore &m_core;
};

} // namespace obstat::ledger
