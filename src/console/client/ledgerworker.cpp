#include "console/client/ledgerworker.h"

#include <QTimer>

namespace obstat::console {

using namespace Qt::StringLiterals;

LedgerWorker::Running::Running(LedgerWorker &worker, quint64 ticket, ledger::LedgerReader &reader) : m_worker(worker)
{
    const QMutexLocker lock(&m_worker.m_mutex);
    m_worker.m_runningTicket = ticket;
    m_worker.m_running = &reader;
}

LedgerWorker::Running::~Running()
{
    const QMutexLocker lock(&m_worker.m_mutex);
    m_worker.m_runningTicket = 0;
    m_worker.m_running = nullptr;
}

LedgerWorker::LedgerWorker(QString name, QString database) : m_database(std::move(database)), m_inside(new QObject)
{
    m_thread.setObjectName(name);
    m_inside->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_inside, &QObject::deleteLater);
    m_thread.start();
}

LedgerWorker::~LedgerWorker()
{
    {
        const QMutexLocker lock(&m_mutex);
        m_stopping = true;
    }
    for (QFutureWatcherBase *asked : findChildren<QFutureWatcherBase *>()) {
        if (!asked->isFinished())
            asked->cancel(); // skips what waits; jobs look at it between their steps
    }
    {
        const QMutexLocker lock(&m_mutex);
        if (m_running)
            m_running->interrupt();
    }
    // The connection belongs to the thread, so it is closed there; what still waits before it is skipped.
    QMetaObject::invokeMethod(
        m_inside,
        [this] {
            m_reader.reset();
            m_thread.quit();
        },
        Qt::QueuedConnection);
    m_thread.wait();
}

void LedgerWorker::watch(std::chrono::milliseconds interval)
{
    post([this, interval] {
        auto *timer = new QTimer(m_inside);
        connect(timer, &QTimer::timeout, m_inside, [this] { poll(); });
        timer->start(interval);
        poll(); // what is committed after the first answers were read is a change already
    });
}

void LedgerWorker::post(std::function<void()> job)
{
    QMetaObject::invokeMethod(m_inside, std::move(job), Qt::QueuedConnection);
}

void LedgerWorker::interrupt(quint64 ticket)
{
    const QMutexLocker lock(&m_mutex);
    if (m_running && m_runningTicket == ticket)
        m_running->interrupt();
}

base::Result<ledger::LedgerReader *> LedgerWorker::reader()
{
    {
        const QMutexLocker lock(&m_mutex);
        if (m_stopping)
            return base::fail(base::ErrorCode::Cancelled, u"The ledger is being closed."_s);
    }
    if (!m_reader) {
        auto opened = ledger::LedgerReader::open(m_database);
        if (!opened)
            return tl::unexpected(opened.error());
        m_reader = std::move(*opened);
    }
    return m_reader.get();
}

void LedgerWorker::poll()
{
    auto opened = reader();
    if (!opened)
        return;
    const auto version = (*opened)->dataVersion();
    if (!version)
        return;
    const bool first = !m_version;
    const bool other = m_version != *version;
    m_version = *version;
    if (other && !first)
        Q_EMIT changed();
}

} // namespace obstat::console
