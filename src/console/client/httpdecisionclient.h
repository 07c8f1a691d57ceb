#pragma once

#include "console/client/decisionclient.h"

#include <QNetworkAccessManager>

namespace obstat::console {

/// POST /v1/decisions (contract 8.1) by Qt Network: no proxy, no redirect, no cache, ten seconds.
class HttpDecisionClient final : public DecisionClient
{
public:
    HttpDecisionClient();

    [[nodiscard]] QFuture<base::Result<DecisionAnswer>> send(const QString &address,
                                                             const approval::DecisionEnvelope &envelope) override;

    /// Reads an answer of the gateway. Unavailable when it is none (another program on that port), Busy when it asks
    /// to come back later.
    [[nodiscard]] static base::Result<DecisionAnswer> read(int status, const QByteArray &body);

private:
    QNetworkAccessManager m_network;
};

} // namespace obstat::console
