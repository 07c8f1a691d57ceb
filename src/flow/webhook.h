#pragma once

#include "base/jsonlog.h"
#include "evidence/event.h"
#include "flow/daemonconfig.h"
#include "ledger/ledgerreader.h"
#include "wire/client.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace obstat::flow {

/// Follows the event log and tells a chat tool what waits for people, what was decided, and what needs a look: one POST
/// an event, in order, each until it was taken (2xx), with growing pauses. At least once: `event` is the receiver's
/// key. Nothing of the payload is ever sent. Where it is lies in NAME.webhook beside the ledger, so that a restart
/// repeats at most the last one. Reads on a thread and a connection of its own.
class Webhook
{
public:
    struct Settings
    {
        QString ledger; ///< the database
        WebhookConfig webhook;
    };

    Webhook(Settings settings, const base::Clock &clock, base::JsonLog &log);
    ~Webhook(); ///< stops
    Webhook(const Webhook &) = delete;
    Webhook &operator=(const Webhook &) = delete;

    /// Follows from where it was; a first start begins with what happens from now on. Io, Malformed (the cursor file),
    /// NotFound (the secret), and the errors of the reader.
    [[nodiscard]] base::Result<> start();
    void stop();

private:
    void run();
    [[nodiscard]] bool deliver(const ledger::EventRow &row);
    [[nodiscard]] wire::Outcome send(const QByteArray &body);
    [[nodiscard]] base::Result<> keepCursor();
    /// False when stopped meanwhile.
    [[nodiscard]] bool pause(base::Micros time);

    const Settings m_settings;
    const base::Clock &m_clock;
    base::JsonLog &m_log;
    QByteArray m_secret;
    wire::Url m_url;
    std::unique_ptr<ledger::LedgerReader> m_reader;
    wire::Client m_client;
    qint64 m_next = 0; ///< the event to look at next
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::atomic<bool> m_stopping = false;
    std::thread m_thread;
};

/// The body of one call, canonical JSON; empty for events that nobody is told about. Source: docs/operating.md.
[[nodiscard]] QByteArray webhookBody(const QString &origin, const evidence::Event &event,
                                     const std::optional<ledger::OperationRow> &operation);
/// `sha256=` and the hex HMAC-SHA256 over `timestamp.body`.
[[nodiscard]] QByteArray webhookSignature(const QByteArray &secret, const QByteArray &timestamp,
                                          const QByteArray &body);

} // namespace obstat::flow
