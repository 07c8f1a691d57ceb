#pragma once

#include "approval/adminact.h"
#include "approval/decision.h"
#include "base/clock.h"
#include "base/random.h"
#include "flow/daemonconfig.h"
#include "ledger/ledgerwriter.h"

#include <memory>
#include <optional>

namespace obstat::ctl {

/// How a decision went, from whichever way it took.
struct DecisionAnswer
{
    QString outcome; ///< admitted, lost, expired, refused
    QString code;
    QString message;
    bool repeated = false;
};

/// Writes of obstatctl (contract 12): sent to the running instance where there is one, else made by this process, which
/// is then the one writer. Opened per command.
class LedgerAccess
{
public:
    virtual ~LedgerAccess() = default;

    /// Finds the running instance through the ledger's instance rows, else takes the lock. Errors: those of the writer;
    /// Unavailable when an instance holds the lock but does not answer.
    [[nodiscard]] static base::Result<std::unique_ptr<LedgerAccess>>
    open(const flow::DaemonConfig &config, const base::Clock &clock, base::Random &random);

    [[nodiscard]] virtual base::Result<> act(const approval::SignedAct &act, const QByteArray &document) = 0;
    [[nodiscard]] virtual base::Result<DecisionAnswer> decide(const approval::DecisionEnvelope &envelope) = 0;
    /// This process is the writer.
    [[nodiscard]] virtual bool isOwnWriter() const = 0;
};

/// The address (host:port) of a live instance with a gateway: heartbeat within ten seconds and not stopped.
[[nodiscard]] base::Result<std::optional<QString>> liveInstance(const QString &database, base::Micros now);

} // namespace obstat::ctl
