#pragma once

#include "ledger/types.h"

#include <QCoreApplication>

namespace obstat::console {

/// Several plans that somebody wants to approve together: whether they may be (C19), and what they come to. Pure.
class BulkChoice
{
    Q_DECLARE_TR_FUNCTIONS(BulkChoice)

public:
    static constexpr int kMost = 50; ///< more are not read by anybody

    enum class Problem { None, TooFew, TooMany, OtherTool, OtherRule };

    [[nodiscard]] static Problem problemOf(const QList<ledger::OperationRow> &rows);
    /// One sentence, "" for None and TooFew.
    [[nodiscard]] static QString text(Problem problem);
    /// `1,252.50 USD · 10.00 EUR · 1 without an amount`: exact sums, one for each currency.
    [[nodiscard]] static QString totals(const QList<ledger::OperationRow> &rows);
};

} // namespace obstat::console
