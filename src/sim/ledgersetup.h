#pragma once

#include "approval/keys.h"
#include "base/clock.h"
#include "base/random.h"
#include "flow/daemonconfig.h"

namespace obstat::sim {

/// What `init` and scratch set-ups make.
struct LedgerSetup
{
    QString database; ///< NAME.obstat, must not exist
    bool simulated = false;
    QByteArray registry; ///< text of tools.toml
    QByteArray policy;   ///< text of policy.toml
    QString administrator = QStringLiteral("admin");
    QByteArray passphrase; ///< of the new administrator's key
    QString listen = QStringLiteral("127.0.0.1");
    quint16 port = 0;
};

struct MadeLedger
{
    flow::DaemonConfig config;
    approval::SigningKey adminKey;
    QString adminKeyFile;
    QString origin;
    QStringList files; ///< what was written
};

/// The first run (contract 12): the ledger with origin `obstat.local/<uuid>`, NAME.key, obstatd.toml, admin.pem,
/// tools.toml and policy.toml beside it. Refuses (AlreadyExists) when any of them is there, naming it; on error removes
/// what it made.
[[nodiscard]] base::Result<MadeLedger> makeLedger(const LedgerSetup &setup, const base::Clock &clock,
                                                  base::Random &random);

/// A sample that the program carries: "tools.toml", "policy.toml", "tools-tau.toml", "policy-tau.toml".
[[nodiscard]] base::Result<QByteArray> sampleText(const QString &name);

} // namespace obstat::sim
