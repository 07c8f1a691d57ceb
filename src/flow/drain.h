#pragma once

#include "base/jsonlog.h"
#include "base/random.h"
#include "flow/ledgerthread.h"
#include "wire/client.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>

namespace obstat::flow {

/// Drains approved plans: claim, make the attempt durable, one request on the wire, settle (contract 7); and asks
/// owners about what is unknown. Needs neither agent nor console. All its state is touched on the ledger thread only;
/// answers come back there as jobs.
class Drain
{
public:
    static constexpr int kAttempts = 16; ///< at once

    Drain(LedgerThread &ledger, const base::Clock &clock, base::Random &random, base::JsonLog &log);
    ~Drain(); ///< stops at once
    Drain(const Drain &) = delete;
    Drain &operator=(const Drain &) = delete;

    void start();
    /// Claims nothing more, lets open attempts end for at most `grace`, then cuts them (their outcome is unknown).
    /// Must be called before the ledger thread stops.
    void stop(base::Micros grace);
    /// Attempts open now. Thread-safe.
    [[nodiscard]] int open() const;

private:
    struct Attempt
    {
        ledger::OperationRow operation;
        policy::ToolEntry entry;
        qint64 fence = 0;
        int number = 0;
        bool earlierOpen = false;
        bool question = false;
        QString why; ///< of a question: NextStep::why
    };

    /// For the log (contract 7.7).
    struct Retry
    {
        std::optional<base::Micros> due; ///< none = a person
        QLatin1StringView why;           ///< NextStep::why, "" = the ledger decides when it is due
    };

    void pump(ledger::LedgerWriter &writer);
    void startClaims(ledger::LedgerWriter &writer, QList<ledger::Claim> claims);
    void startQuestions(ledger::LedgerWriter &writer, QList<ledger::Question> questions);
    void send(const ledger::Claim &claim, int number, wire::Exchange request);
    void exchange(std::shared_ptr<Attempt> attempt, wire::Exchange request);
    void heard(const std::shared_ptr<Attempt> &attempt, const wire::Outcome &outcome);
    /// False when it could not be recorded now, and may be later.
    [[nodiscard]] bool record(ledger::LedgerWriter &writer, const Attempt &attempt, const wire::Outcome &outcome);
    /// Records what could not be recorded when it was heard; nothing new is claimed before that.
    void recordWaiting(ledger::LedgerWriter &writer);
    [[nodiscard]] base::Result<ledger::OperationRow> settle(ledger::LedgerWriter &writer, const Attempt &attempt,
                                                            const wire::Outcome &outcome);
    [[nodiscard]] base::Result<ledger::OperationRow>
    settleQuestion(ledger::LedgerWriter &writer, const Attempt &attempt, const wire::Outcome &outcome);
    void tellSettled(const Attempt &attempt, const base::Result<ledger::OperationRow> &settled,
                     const wire::Outcome &outcome, const QString &what, const QString &remark, const Retry &retry);
    void giveBack(ledger::LedgerWriter &writer, const ledger::Claim &claim, const base::Error &why);
    void logTransition(const QString &event, const ledger::OperationRow &operation, const QJsonObject &more) const;
    void ended();

    LedgerThread &m_ledger;
    const base::Clock &m_clock;
    base::Random &m_random;
    base::JsonLog &m_log;
    wire::Client m_client;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true); // what the ledger thread keeps looks here first
    std::atomic<bool> m_stopping = false;
    std::atomic<bool> m_pumpPosted = false;
    mutable std::mutex m_mutex;
    std::condition_variable m_idle;
    int m_open = 0;
    std::deque<std::pair<std::shared_ptr<Attempt>, wire::Outcome>> m_waiting; // ledger thread only: outcomes to record
    QString m_lastComplaint; // ledger thread only: said once, not every pump
};

} // namespace obstat::flow
