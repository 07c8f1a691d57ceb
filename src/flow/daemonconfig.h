#pragma once

#include "approval/directory.h"
#include "base/result.h"

#include <QByteArray>
#include <QString>

namespace obstat::flow {

/// Where chat tools are told that plans wait: `[webhook]` of obstatd.toml.
struct WebhookConfig
{
    QString url;    ///< "" = none
    QString secret; ///< `env:NAME` or `file:PATH`, for the HMAC
};

/// `obstatd.toml`: what an instance is told from outside the database. Relative paths are beside the file.
struct DaemonConfig
{
    QString path; ///< of the file itself
    QString ledger;
    QString registry; ///< tools.toml
    QString listen = QStringLiteral("127.0.0.1");
    quint16 port = 0; ///< 0 = any free port; consoles find it through the instance row
    QString logKey;   ///< C2SP verifier key of the log
    QList<approval::Administrator> administrators;
    bool flow = true;
    int maxConnections = 512;
    int submitsPerSecond = 0; ///< per token, 0 = no limit; a repeat is never charged
    WebhookConfig webhook;
    int graceSeconds = 20; ///< how long a stop waits for open attempts

    /// NotFound, Malformed with file, line and what was expected; unknown keys are refused.
    [[nodiscard]] static base::Result<DaemonConfig> load(const QString &path);
    [[nodiscard]] static base::Result<DaemonConfig> parse(const QByteArray &toml, const QString &path);
    /// The same, listening at `ADDRESS:PORT`. Malformed.
    [[nodiscard]] base::Result<DaemonConfig> withListen(const QString &addressAndPort) const;
    /// The text that `obstatctl init` writes, with a comment on each key.
    [[nodiscard]] QByteArray toToml() const;
};

} // namespace obstat::flow
