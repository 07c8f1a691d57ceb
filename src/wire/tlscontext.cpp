#include "wire/tlscontext.h"

#include <QFileInfo>

#include <openssl/ssl.h>

namespace obstat::wire {

namespace asio = boost::asio;

base::Result<std::shared_ptr<asio::ssl::context>> clientTls(const QString &caFile)
{
    auto context = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_client);
    boost::system::error_code code;
    SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
    context->set_verify_mode(asio::ssl::verify_peer, code);
    if (caFile.isEmpty()) {
        context->set_default_verify_paths(code);
    } else if (!QFileInfo::exists(caFile)) {
        return base::fail(base::ErrorCode::NotFound,
                          QStringLiteral("The file of certificate authorities '%1' is not there.").arg(caFile));
    } else {
        context->load_verify_file(caFile.toStdString(), code);
    }
    if (code)
        return base::fail(base::ErrorCode::Malformed,
                          QStringLiteral("The certificate authorities cannot be read from '%1'.").arg(caFile),
                          QString::fromStdString(code.message()));
    return context;
}

} // namespace obstat::wire
