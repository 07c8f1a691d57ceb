#pragma once

#include "base/clock.h"

#include <QByteArrayList>
#include <QString>

#include <optional>

namespace obstat::base {
class JsonLog;
}

namespace obstat::wire {

/// Certificate and key files. The seam for TLS: this version answers Unsupported when it is set.
struct TlsConfig
{
    QString certificateFile;
    QString keyFile;
};

/// How a Server listens and what it bounds (contract 8.2).
struct ServerConfig
{
    QString address = QStringLiteral("127.0.0.1"); ///< `127.0.0.1` or `::1`; others are refused without TLS
    quint16 port = 0;                              ///< 0 takes any free port
    std::optional<TlsConfig> tls = {};
    int threads = 1;

    int maxConnections = 512;                        ///< one more gets 503 with Retry-After and is closed
    qsizetype maxHeaderBytes = 16 * 1024;            ///< request line and fields; over it 431
    int maxHeaderFields = 100;                       ///< over it 431
    qsizetype maxBodyBytes = 320 * 1024;             ///< over it 413
    base::Micros headerTimeout = 10 * base::kSecond; ///< from the first byte (or the accept) to the end of the header
    base::Micros bodyTimeout = 20 * base::kSecond;   ///< for the whole body
    base::Micros idleTimeout = 60 * base::kSecond;   ///< between two requests of a connection
    base::Micros writeTimeout = 20 * base::kSecond;  ///< for one whole answer

    /// Host names that are served, without port. The port must be ours (it may be left out when it is 80).
    QByteArrayList hosts = {"localhost", "127.0.0.1", "[::1]"};
    /// Origins that may call; any other Origin header gets 403.
    QByteArrayList origins = {};
    /// The `type` of the server's own problems is this and one of `malformed`, `host`, `misdirected`, `origin`,
    /// `header-too-large`, `too-large`, `timeout`, `expectation`, `busy`, `internal`, `unsupported`.
    QString problemType = QStringLiteral("urn:obstat:problem:");
    int retryAfterSeconds = 1;    ///< sent with 503 when there are too many connections
    base::JsonLog *log = nullptr; ///< optional; must outlive the server
};

} // namespace obstat::wire
