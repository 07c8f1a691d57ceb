#pragma once

#include "ledger/keysetquery.h"
#include "ledger/ledgerreader.h"

namespace obstat::ledger {

/// The statements that serve a filter over operations; its times are left to the caller, who turns them into a range
/// of ids (limitTo). `overdueBefore`: approved plans decided before it are overdue.
[[nodiscard]] KeysetQuery operationQuery(const OperationFilter &filter, Micros overdueBefore);

/// The name of the driver that has no (column, id) index and is walked block by block (AmountWalk).
inline constexpr QLatin1StringView kAmountDriver{"amount"};

/// Blocks of 2^12 ids, as the index operation_amount has them.
inline constexpr int kAmountBlockBits = 12;

} // namespace obstat::ledger
