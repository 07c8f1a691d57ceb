#pragma once

#include "gateway/daemon.h"
#include "sim/ledgersetup.h"
#include "sim/recording.h"
#include "sim/simulatedowner.h"

#include <QHash>
#include <QTemporaryDir>

#include <memory>

namespace obstat::sim {

class LedgerAdmin;

struct ScratchConfig
{
    QString keep;        ///< the ledger's file; "" = a temporary folder that goes with the object
    QByteArray registry; ///< tools.toml; every owner's URL is replaced by the simulated owner's
    QByteArray policy;
    OwnerConfig owner;                                      ///< its book is put beside the ledger
    bool drains = true;                                     ///< false: a gateway only, approved plans stay
    int submitsPerSecond = 0;                               ///< as in obstatd.toml
    int graceSeconds = 20;                                  ///< as in obstatd.toml
    QByteArray passphrase = QByteArrayLiteral("simulated"); ///< of the administrator's and the approver's key
    QString approver = QStringLiteral("m.keller");
    QStringList roles{QStringLiteral("treasury"), QStringLiteral("support"), QStringLiteral("sre"),
                      QStringLiteral("reviewer"), QStringLiteral("approver")};
};

/// A whole set-up on loopback: a ledger marked simulated, an instance with gateway and flow, an owner with its own
/// book, an approver, and one tenant and token per recorded run. In process; start, use and stop from one thread.
class Scratch
{
public:
    Scratch(ScratchConfig config, const base::Clock &clock, base::Random &random, base::JsonLog &log);
    ~Scratch(); ///< stops
    Scratch(const Scratch &) = delete;
    Scratch &operator=(const Scratch &) = delete;

    /// Makes the ledger and starts everything. The recordings' runs get their tenants and tokens.
    [[nodiscard]] base::Result<> start(const QList<Recording> &recordings);
    void stop();

    [[nodiscard]] const flow::DaemonConfig &config() const { return m_made->config; }
    [[nodiscard]] quint16 port() const { return m_daemon->port(); }
    [[nodiscard]] SimulatedOwner &owner() { return *m_owner; }
    [[nodiscard]] gateway::Daemon &daemon() { return *m_daemon; }
    [[nodiscard]] QString token(const RecordedRun &run) const { return m_tokens.value(run.id); }
    [[nodiscard]] const approval::SigningKey &administratorKey() const { return m_made->adminKey; }
    [[nodiscard]] const approval::SigningKey &approverKey() const { return *m_approverKey; }
    [[nodiscard]] QString approverKeyFile() const { return m_approverKeyFile; }

private:
    [[nodiscard]] base::Result<> prepare(LedgerAdmin &admin, const QList<Recording> &recordings);

    ScratchConfig m_config;
    const base::Clock &m_clock;
    base::Random &m_random;
    base::JsonLog &m_log;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::optional<MadeLedger> m_made;
    std::optional<approval::SigningKey> m_approverKey;
    QString m_approverKeyFile;
    QHash<QString, QString> m_tokens;
    std::unique_ptr<SimulatedOwner> m_owner;
    std::unique_ptr<gateway::Daemon> m_daemon;
};

} // namespace obstat::sim
