#pragma once

#include "base/random.h"
#include "flow/daemonconfig.h"
#include "flow/drain.h"
#include "flow/integritywatch.h"
#include "flow/webhook.h"
#include "gateway/gateway.h"

#include <functional>
#include <memory>

namespace obstat::gateway {

/// One running instance: ledger thread, flow, gateway and the periodic work (heartbeat, checkpoints, overdue plans).
/// What `obstatd` runs, and scratch set-ups and tests run in process. Constructed, started and stopped by one thread.
class Daemon
{
public:
    /// `clock`, `random` and `log` must outlive it.
    Daemon(flow::DaemonConfig config, const base::Clock &clock, base::Random &random, base::JsonLog &log);
    ~Daemon(); ///< stops at once
    Daemon(const Daemon &) = delete;
    Daemon &operator=(const Daemon &) = delete;

    /// Reads tools.toml and the key, takes the ledger, listens, writes the instance row, drains. On error nothing runs.
    [[nodiscard]] base::Result<> start();
    /// Graceful: no new requests, open attempts end within the configured grace, then the ledger is closed.
    void stop();
    /// As start() and stop() but with another grace.
    void stop(base::Micros grace);
    /// Called once, by the ledger's thread, when the ledger cannot be written by this process any more
    /// (LedgerWriter::mustEnd). Before start().
    void onMustEnd(std::function<void()> call) { m_onMustEnd = std::move(call); }

    [[nodiscard]] quint16 port() const;
    [[nodiscard]] flow::LedgerThread &ledger() { return *m_ledger; }
    [[nodiscard]] const flow::Drain *drain() const { return m_drain.get(); }
    [[nodiscard]] const Gateway &gateway() const { return *m_gateway; }

private:
    void tellTroubles(const policy::Registry &registry);
    void startIntegrityWatch();
    void startWebhook();
    void startPeriodicWork();

    flow::DaemonConfig m_config;
    const base::Clock &m_clock;
    base::Random &m_random;
    base::JsonLog &m_log;
    std::function<void()> m_onMustEnd;
    std::unique_ptr<flow::LedgerThread> m_ledger;
    std::unique_ptr<flow::IntegrityWatch> m_watch;
    std::unique_ptr<flow::Webhook> m_webhook;
    std::unique_ptr<flow::Drain> m_drain;
    std::unique_ptr<Gateway> m_gateway;
};

/// Blocks SIGINT, SIGTERM and SIGHUP for all threads started later; call first in main.
void blockStopSignals();
/// Waits for one of them and returns its number.
int waitForStopSignal();

} // namespace obstat::gateway
