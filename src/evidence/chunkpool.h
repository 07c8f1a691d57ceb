#pragma once

#include "evidence/leafchunk.h"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

namespace obstat::evidence {

/// Checks chunks in threads and gives them back in the order in which they came. The caller's thread helps whenever it
/// would have to wait, so that reading and checking share the threads whatever their ratio is. One caller.
class ChunkPool
{
public:
    /// `threads` counts the caller's.
    explicit ChunkPool(int threads);
    /// Waits for the chunks that are being checked; the others are dropped.
    ~ChunkPool();
    Q_DISABLE_COPY_MOVE(ChunkPool)

    /// A chunk to fill; give it to submit() or recycle().
    [[nodiscard]] LeafChunk &fresh();
    void submit(LeafChunk &chunk);
    /// Enough is waiting: call oldest() before the next submit().
    [[nodiscard]] bool isFull() const { return m_order.size() >= m_capacity; }
    /// The oldest submitted chunk, checked; nullptr when none is left. Works or waits until it is.
    [[nodiscard]] LeafChunk *oldest();
    void recycle(LeafChunk &chunk);

private:
    struct Job
    {
        LeafChunk *chunk = nullptr;
        bool done = false;
    };
    void work();
    bool checkOne(std::unique_lock<std::mutex> &lock);

    const size_t m_capacity;
    std::vector<std::unique_ptr<LeafChunk>> m_chunks; // caller only, like m_free
    std::vector<LeafChunk *> m_free;
    std::deque<std::shared_ptr<Job>> m_order; // caller only

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::shared_ptr<Job>> m_todo; // guarded, like Job::done
    bool m_stopping = false;
    std::vector<std::thread> m_threads;
};

} // namespace obstat::evidence
