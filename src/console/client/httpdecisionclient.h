#pragma once

#include "console/client/decisionclient.h"
#include "console/client/jsonpost.h"

namespace obstat::console {

/// POST /v1/decisions (contract 8.1).
class HttpDecisionClient final : public DecisionClient
{
public:
    [[nodiscard]] QFuture<base::Result<DecisionAnswer>> send(const QString &address,
                                                             const approval::DecisionEnvelope &envelope) override;

    /// Reads an answer of the gateway. Unavailable when it is none (another program on that port), Busy when it asks
    /// to come back later.
    [[nodiscard]] static base::Result<DecisionAnswer> read(int status, const QByteArray &body);

private:
    JsonPost m_post;
};

} // namespace obstat::console
