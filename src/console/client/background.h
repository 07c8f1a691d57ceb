#pragma once

#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include <memory>
#include <type_traits>

namespace obstat::console {

/// Runs `job` in the pool and gives its value; for work that blocks on a disk or costs a while and needs no ledger. A
/// pool of one thread keeps the order.
template <typename Job>
[[nodiscard]] auto inBackground(QThreadPool &pool, Job job) -> QFuture<std::invoke_result_t<Job>>
{
    using Value = std::invoke_result_t<Job>;
    auto promise = std::make_shared<QPromise<Value>>();
    promise->start();
    QFuture<Value> future = promise->future();
    pool.start([promise, job = std::move(job)] {
        promise->addResult(job());
        promise->finish();
    });
    return future;
}

} // namespace obstat::console
