#pragma once

#include "ledger/callerleases.h"
#include "ledger/callerwork.h"

namespace obstat::ledger {

/// What callers say became of their claims (contract 7.3). Inside a running transaction.
class CallerReports
{
public:
    explicit CallerReports(WriterCore &core);

    /// NotFound.
    [[nodiscard]] base::Result<CallerReportAnswer> take(const CallerReport &report);

private:
    struct Before
    {
        bool same = false; ///< the same was said before
        int count = 0;     ///< what was said after the attempt had ended
    };
    [[nodiscard]] base::Result<Before> saidBefore(const CallerReport &report, const AttemptRow &attempt);
    [[nodiscard]] base::Result<bool> isSame(const QString &digest, const QByteArray &said);
    [[nodiscard]] base::Result<CallerReportAnswer> settle(const CallerReport &report, const AttemptRow &attempt);
    [[nodiscard]] base::Result<CallerReportAnswer> takeLate(const CallerReport &report, AttemptRow attempt,
                                                            OperationRow row, bool over);
    [[nodiscard]] base::Result<> believe(const CallerReport &report, const AttemptRow &attempt, OperationRow &row,
                                         bool over);

    WriterCore &m_core;
    AttemptLife m_attempts;
    CallerLeases m_leases;
    Statement m_reported;
};

} // namespace obstat::ledger
