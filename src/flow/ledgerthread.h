#pragma once

#include "base/jsonlog.h"
#include "ledger/ledgerwriter.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace obstat::flow {

/// The one thread of an instance that owns the ledger's writer connection. Everybody else posts to it. Concurrent
/// submits become one transaction (up to kBatch): while one group is being made durable the next one gathers, so a
/// single caller never waits for company.
class LedgerThread
{
public:
    static constexpr int kBatch = 256;
    static constexpr int kQueue = 8192; ///< submits waiting at most; more is Busy, with nothing half-done

    using Job = std::function<void(ledger::LedgerWriter &)>;
    using SubmitDone = std::function<void(base::Result<ledger::SubmitAnswer>)>;
    using Listener = std::function<void(const ledger::OperationRow &)>;

    /// Opens the writer in the new thread and loads the registry there; the error is the writer's.
    [[nodiscard]] static base::Result<std::unique_ptr<LedgerThread>>
    start(const ledger::WriterOptions &options, const policy::Registry &registry, base::JsonLog &log);
    ~LedgerThread(); ///< stops
    LedgerThread(const LedgerThread &) = delete;
    LedgerThread &operator=(const LedgerThread &) = delete;

    /// `done` runs on the ledger thread after the commit; it must not block. Busy at once, on the calling
    /// thread, when the queue is full, Unavailable when the thread stopped. Thread-safe.
    void submit(ledger::Submission submission, SubmitDone done);
    /// Runs a job on the ledger thread, in order with other jobs; it may pass submits that were not answered yet. False
    /// when stopped. Thread-safe.
    bool post(Job job);
    /// post() and wait. Not from the ledger thread. Unavailable when stopped.
    template <typename T>
    [[nodiscard]] base::Result<T> call(std::function<base::Result<T>(ledger::LedgerWriter &)> job);

    /// Runs a job on the ledger thread about every `interval`, first after one interval. Thread-safe.
    void every(base::Micros interval, Job job);
    /// Called on the ledger thread after each commit that created or changed an operation. Thread-safe; listeners stay
    /// until the thread ends.
    void addListener(Listener listener);
    /// From a job: tells the listeners once the job has returned.
    void announce(const ledger::OperationRow &operation);

    /// Submits waiting now. Thread-safe.
    [[nodiscard]] int queued() const;
    /// Finishes what is queued, marks the instance stopped, closes the writer and joins.
    void stop();

private:
    struct Waiting
    {
        ledger::Submission submission;
        SubmitDone done;
    };
    struct Periodic
    {
        base::Micros interval;
        base::Micros due;
        Job job;
    };

    LedgerThread(const base::Clock &clock, base::JsonLog &log);
    void run(const ledger::WriterOptions &options, const policy::Registry &registry,
             std::promise<base::Result<>> opened);
    void serve(ledger::LedgerWriter &writer);
    void runPeriodic(ledger::LedgerWriter &writer);
    void runSubmits(ledger::LedgerWriter &writer, std::vector<Waiting> batch);
    void tellListeners();
    [[nodiscard]] base::Micros untilNextPeriodic() const;

    const base::Clock &m_clock;
    base::JsonLog &m_log;
    mutable std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<Waiting> m_submits;
    std::deque<Job> m_jobs;
    std::vector<Periodic> m_periodic;
    std::vector<Listener> m_listeners;
    std::vector<ledger::OperationRow> m_announced; // ledger thread only
    bool m_stopping = false;
    std::thread m_thread;
};

template <typename T>
base::Result<T> LedgerThread::call(std::function<base::Result<T>(ledger::LedgerWriter &)> job)
{
    auto promise = std::make_shared<std::promise<base::Result<T>>>();
    auto future = promise->get_future();
    if (!post([promise, job = std::move(job)](ledger::LedgerWriter &writer) { promise->set_value(job(writer)); }))
        return base::fail(base::ErrorCode::Unavailable, QStringLiteral("The instance is stopping."));
    return future.get();
}

} // namespace obstat::flow
