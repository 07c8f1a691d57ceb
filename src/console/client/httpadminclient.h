#pragma once

#include "console/client/adminclient.h"

#include <QNetworkAccessManager>

namespace obstat::console {

/// POST /v1/admin: the signature is the credential (contract 8.1). One attempt, no proxy, no redirect, ten seconds.
class HttpAdminClient final : public AdminClient
{
public:
    HttpAdminClient();

    [[nodiscard]] QFuture<base::Result<>> send(const QString &address, const approval::SignedAct &act) override;
    /// What an answer of this status and body means.
    [[nodiscard]] static base::Result<> read(int status, const QByteArray &body);

private:
    QNetworkAccessManager m_network;
};

} // namespace obstat::console
