#include "flow/ledgerthread.h"

#include <algorithm>
#include <chrono>

using namespace Qt::StringLiterals;

namespace obstat::flow {

using base::ErrorCode;
using ledger::LedgerWriter;

LedgerThread::LedgerThread(const base::Clock &clock, base::JsonLog &log) : m_clock(clock), m_log(log) {}

LedgerThread::~LedgerThread()
{
    stop();
}

base::Result<std::unique_ptr<LedgerThread>> LedgerThread::start(const ledger::WriterOptions &options,
                                                                const policy::Registry &registry, base::JsonLog &log)
{
    std::unique_ptr<LedgerThread> self(new LedgerThread(*options.clock, log));
    std::promise<base::Result<>> opened;
    auto ready = opened.get_future();
    self->m_thread = std::thread(&LedgerThread::run, self.get(), options, registry, std::move(opened));
    if (auto result = ready.get(); !result)
        return tl::unexpected(result.error());
    return self;
}

void LedgerThread::run(const ledger::WriterOptions &options, const policy::Registry &registry,
                       std::promise<base::Result<>> opened)
{
    auto writer = LedgerWriter::open(options);
    if (!writer) {
        opened.set_value(tl::unexpected(writer.error()));
        return;
    }
    if (auto loaded = (*writer)->loadRegistry(registry); !loaded) {
        opened.set_value(tl::unexpected(loaded.error()));
        return;
    }
    opened.set_value({});
    serve(**writer);
    if (auto stopped = (*writer)->markStopped(); !stopped)
        m_log.warning(u"instance_stop_not_recorded"_s, {{u"why"_s, stopped.error().message}});
}

void LedgerThread::serve(LedgerWriter &writer)
{
    // The lambda locks, takes one job or one group of submits, and runs it unlocked.
    for (;;) {
        std::vector<Waiting> batch;
        Job job;
        {
            std::unique_lock lock(m_mutex);
            const auto wait = std::chrono::microseconds(untilNextPeriodic());
            m_wake.wait_for(lock, wait, [this] { return m_stopping || !m_jobs.empty() || !m_submits.empty(); });
            if (m_stopping && m_jobs.empty() && m_submits.empty())
                return;
            if (!m_jobs.empty()) {
                job = std::move(m_jobs.front());
                m_jobs.pop_front();
            }
            const auto count = std::min<std::size_t>(m_submits.size(), kBatch);
            batch.reserve(count);
            for (std::size_t i = 0; i < count; ++i) {
                batch.push_back(std::move(m_submits.front()));
                m_submits.pop_front();
            }
        }
        if (job) {
            job(writer);
            tellListeners();
        }
        if (!batch.empty())
            runSubmits(writer, std::move(batch));
        runPeriodic(writer);
    }
}

void LedgerThread::runSubmits(LedgerWriter &writer, std::vector<Waiting> batch)
{
    std::vector<ledger::Submission> submissions;
    submissions.reserve(batch.size());
    for (Waiting &waiting : batch)
        submissions.push_back(std::move(waiting.submission));
    auto answers = writer.submit(submissions);
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (!answers) {
            batch[i].done(tl::unexpected(answers.error()));
            continue;
        }
        const ledger::SubmitAnswer &answer = answers->at(static_cast<qsizetype>(i));
        for (const ledger::OperationRow &ended : answer.expired)
            announce(ended);
        if (answer.kind == ledger::AnswerKind::Created && answer.operation)
            announce(*answer.operation);
        batch[i].done(answer);
    }
    tellListeners();
}

void LedgerThread::runPeriodic(LedgerWriter &writer)
{
    std::vector<Job> due;
    {
        const std::lock_guard lock(m_mutex);
        const base::Micros now = m_clock.monotonic();
        for (Periodic &periodic : m_periodic) {
            if (periodic.due > now)
                continue;
            periodic.due = now + periodic.interval;
            due.push_back(periodic.job);
        }
    }
    for (const Job &job : due) {
        job(writer);
        tellListeners();
    }
}

base::Micros LedgerThread::untilNextPeriodic() const
{
    base::Micros wait = base::kSecond;
    const base::Micros now = m_clock.monotonic();
    for (const Periodic &periodic : m_periodic)
        wait = std::min(wait, std::max<base::Micros>(periodic.due - now, 0));
    return wait;
}

void LedgerThread::tellListeners()
{
    std::vector<Listener> listeners;
    {
        const std::lock_guard lock(m_mutex);
        listeners = m_listeners;
    }
    // A listener may announce again (it runs on this thread), so take the list first and look once more.
    while (!m_announced.empty()) {
        const auto announced = std::exchange(m_announced, {});
        for (const ledger::OperationRow &operation : announced)
            for (const Listener &listener : listeners)
                listener(operation);
    }
}

void LedgerThread::submit(ledger::Submission submission, SubmitDone done)
{
    bool stopping = false;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_stopping && m_submits.size() < kQueue) {
            m_submits.push_back({std::move(submission), std::move(done)});
            m_wake.notify_one();
            return;
        }
        stopping = m_stopping;
    }
    done(stopping ? base::fail(ErrorCode::Unavailable, u"The instance is stopping."_s)
                  : base::fail(ErrorCode::Busy, u"The queue of the ledger is full; nothing was done, try again."_s));
}

bool LedgerThread::post(Job job)
{
    const std::lock_guard lock(m_mutex);
    if (m_stopping)
        return false;
    m_jobs.push_back(std::move(job));
    m_wake.notify_one();
    return true;
}

void LedgerThread::every(base::Micros interval, Job job)
{
    const std::lock_guard lock(m_mutex);
    m_periodic.push_back({interval, m_clock.monotonic() + interval, std::move(job)});
    m_wake.notify_one();
}

void LedgerThread::addListener(Listener listener)
{
    const std::lock_guard lock(m_mutex);
    m_listeners.push_back(std::move(listener));
}

void LedgerThread::announce(const ledger::OperationRow &operation)
{
    m_announced.push_back(operation);
}

int LedgerThread::queued() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<int>(m_submits.size());
}

void LedgerThread::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        m_wake.notify_one();
    }
    if (m_thread.joinable())
        m_thread.join();
}

} // namespace obstat::flow
