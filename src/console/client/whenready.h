#pragma once

#include <QFuture>
#include <QFutureWatcher>
#include <QObject>
#include <QThread>

#include <type_traits>
#include <utility>

namespace obstat::console {

/// Calls `ready(value)` in the thread of `context` once the answer is there, from its event loop and never from inside
/// this call; answers that are ready in an order are taken in that order. `cancelled()` is called instead, when it is
/// given, for an answer that was cancelled or whose promise was dropped without a value.
///
/// Safe whoever ends first: after `context` is gone neither function runs, and an answerer that goes first counts as
/// one that cancelled. This is what QFuture::then(context, …) does not promise in Qt 6.4: it keeps the bare context
/// and follows it when the promise is fulfilled or dropped later ("context" in qfuture_impl.h), and cancel() on a
/// finished future walks to a continuation that is gone. The console therefore continues by this function only.
/// Called in the thread of `context`.
template <typename T, typename Ready, typename Cancelled>
void whenReady(const QFuture<T> &answer, QObject *context, Ready ready, Cancelled cancelled)
{
    static_assert(std::is_invocable_v<Ready, const T &>, "ready takes the value of the answer");
    Q_ASSERT(context && context->thread() == QThread::currentThread());
    // A child: it goes with its context, and with it the only way to the functions.
    auto *watcher = new QFutureWatcher<T>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context,
                     [watcher, ready = std::move(ready), cancelled = std::move(cancelled)]() mutable {
                         const QFuture<T> finished = watcher->future();
                         watcher->setParent(nullptr); // the functions may destroy the context
                         watcher->deleteLater();
                         if (finished.isCanceled() || finished.resultCount() == 0)
                             cancelled();
                         else
                             ready(finished.result());
                     });
    watcher->setFuture(answer);
}

template <typename T, typename Ready>
void whenReady(const QFuture<T> &answer, QObject *context, Ready ready)
{
    whenReady(answer, context, std::move(ready), [] {});
}

} // namespace obstat::console
