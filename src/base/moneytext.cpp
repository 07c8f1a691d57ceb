#include "base/moneytext.h"

#include "base/decimal.h"
#include "base/visibletext.h"

namespace obstat::base {

QString moneyText(const QString &amount, const QString &currency)
{
    const auto decimal = Decimal::parse(amount);
    const QString number = decimal ? decimal->shown() : visibleText(amount);
    return currency.isEmpty() ? number : QString(number + u' ' + visibleText(currency));
}

} // namespace obstat::base
