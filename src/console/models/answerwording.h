#pragma once

#include "console/client/ledgertypes.h"

#include <QCoreApplication>

namespace obstat::console {

/// What an owner answered or a caller reported, in its own words and escaped: text that nobody vouches for. Pure.
class AnswerWording
{
    Q_DECLARE_TR_FUNCTIONS(AnswerWording)

public:
    /// Of the record with this digest; "" when there is none or it says nothing beyond its outcome.
    [[nodiscard]] static QString said(const OperationDetail &detail, const QString &digest);
    /// The digest that a `reported` event names; "" for any other.
    [[nodiscard]] static QString digestOf(const ledger::EventRow &event);
};

} // namespace obstat::console
