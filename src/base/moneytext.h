#pragma once

#include <QString>

namespace obstat::base {

/// `1,250.00 USD`: the amount as Decimal::shown() with its currency beside, one form in every language and program
/// (approval-integrity C6); part of what decisions sign, so it never changes. What is no amount is escaped as it is.
[[nodiscard]] QString moneyText(const QString &amount, const QString &currency);

} // namespace obstat::base
