#pragma once

#include "console/client/adminclient.h"
#include "console/client/jsonpost.h"

namespace obstat::console {

/// POST /v1/admin: the signature is the credential (contract 8.1).
class HttpAdminClient final : public AdminClient
{
public:
    [[nodiscard]] QFuture<base::Result<>> send(const QString &address, const approval::SignedAct &act) override;
    /// What an answer of this status and body means.
    [[nodiscard]] static base::Result<> read(int status, const QByteArray &body);

private:
    JsonPost m_post;
};

} // namespace obstat::console
