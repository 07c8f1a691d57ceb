#pragma once

#include "base/result.h"
#include "ledger/ledgerreader.h"

#include <QFuture>
#include <QFutureWatcher>
#include <QMutex>
#include <QObject>
#include <QPromise>
#include <QThread>

#include <chrono>
#include <functional>
#include <memory>

namespace obstat::console {

/// One thread with one read-only connection, opened when it is first needed and again after it failed to open. What it
/// is asked runs in order; what was cancelled meanwhile is skipped, and what is cancelled while it runs is interrupted.
/// Construct, use and destroy it in one thread; the destructor interrupts and joins.
class LedgerWorker : public QObject
{
    Q_OBJECT

public:
    LedgerWorker(QString name, QString database);
    ~LedgerWorker() override;

    /// Emits changed() when another connection committed, asked every `interval` in the worker's thread.
    void watch(std::chrono::milliseconds interval);

    /// Runs `query(reader)` or `query(reader, promise)` in the worker's thread. The second form may ask
    /// promise.isCanceled().
    template <typename T, typename Query>
    [[nodiscard]] QFuture<base::Result<T>> ask(Query query)
    {
        auto promise = std::make_shared<QPromise<base::Result<T>>>();
        promise->start();
        QFuture<base::Result<T>> future = promise->future();
        const quint64 ticket = ++m_tickets;
        interruptWhenCancelled(future, ticket);
        post([this, promise, ticket, query = std::move(query)] {
            if (!promise->isCanceled())
                promise->addResult(answer<T>(ticket, *promise, query));
            promise->finish();
        });
        return future;
    }

Q_SIGNALS:
    void changed();

private:
    template <typename T, typename Query>
    base::Result<T> answer(quint64 ticket, QPromise<base::Result<T>> &promise, const Query &query)
    {
        auto opened = reader();
        if (!opened)
            return tl::unexpected(opened.error());
        const Running running(*this, ticket, **opened);
        if constexpr (std::is_invocable_v<Query, ledger::LedgerReader &, QPromise<base::Result<T>> &>)
            return query(**opened, promise);
        else
            return query(**opened);
    }

    template <typename T>
    void interruptWhenCancelled(const QFuture<base::Result<T>> &future, quint64 ticket)
    {
        auto *watcher = new QFutureWatcher<base::Result<T>>(this);
        connect(watcher, &QFutureWatcherBase::canceled, this, [this, ticket] { interrupt(ticket); });
        connect(watcher, &QFutureWatcherBase::finished, watcher, &QObject::deleteLater);
        watcher->setFuture(future);
    }

    /// Says for its life which question the reader works on.
    class Running
    {
    public:
        Running(LedgerWorker &worker, quint64 ticket, ledger::LedgerReader &reader);
        ~Running();
        Running(const Running &) = delete;
        Running &operator=(const Running &) = delete;

    private:
        LedgerWorker &m_worker;
    };

    void post(std::function<void()> job);
    void interrupt(quint64 ticket);
    base::Result<ledger::LedgerReader *> reader();
    void poll();

    const QString m_database;
    QThread m_thread;
    QObject *m_inside = nullptr; // lives in m_thread
    quint64 m_tickets = 0;
    std::unique_ptr<ledger::LedgerReader> m_reader; // m_thread only
    std::optional<qint64> m_version;                // m_thread only
    QMutex m_mutex;
    quint64 m_runningTicket = 0;               // under m_mutex
    ledger::LedgerReader *m_running = nullptr; // under m_mutex
    bool m_stopping = false;                   // under m_mutex
};

} // namespace obstat::console
