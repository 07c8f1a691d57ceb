#pragma once

#include "ledger/types.h"

namespace obstat::ledger {

/// The stored state of a conflict that a decision of this kind settled; "" = none did.
[[nodiscard]] QString conflictState(const QString &kind);

constexpr qsizetype kLongestOtherName = 64;

/// May a person name other work so? 1 to kLongestOtherName letters, digits, '-', '_' and '.'.
[[nodiscard]] bool isOtherName(const QString &name);

/// The identity of work that a person names apart from what holds its natural key; its text is that key's with
/// `|other:NAME` behind it, before the window.
[[nodiscard]] policy::Identity otherWork(const OperationRow &row, const QString &name);

} // namespace obstat::ledger
