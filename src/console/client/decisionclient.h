#pragma once

#include "approval/decision.h"
#include "base/result.h"

#include <QFuture>

namespace obstat::console {

/// What an instance said about a decision (contract 4.8).
struct DecisionAnswer
{
    enum class Outcome { Admitted, Lost, Expired, Refused } outcome = Outcome::Refused;
    QString code;       ///< stable machine word of the gateway
    QString message;    ///< one English sentence of the gateway
    QString status;     ///< of the operation now, "" when not told
    qint64 planned = 0; ///< the operation with the edited arguments, where they became one
};

/// Sends signed decisions to an instance. A repeat is harmless because of the decision's nonce, and nothing else that
/// has an effect may go this way.
class DecisionClient
{
public:
    virtual ~DecisionClient() = default;

    /// `address` is host:port of an instance row. An answer is final; errors (Unavailable, Timeout, Busy) mean that it
    /// may be sent again.
    [[nodiscard]] virtual QFuture<base::Result<DecisionAnswer>> send(const QString &address,
                                                                     const approval::DecisionEnvelope &envelope) = 0;
};

} // namespace obstat::console
