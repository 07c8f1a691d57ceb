#include "evidence/chunkpool.h"

#include <algorithm>

namespace obstat::evidence {

ChunkPool::ChunkPool(int threads) : m_capacity(2 * static_cast<size_t>(std::clamp(threads, 1, 64)))
{
    for (int i = 1; i < threads && i < 64; ++i)
        m_threads.emplace_back([this] { work(); });
}

ChunkPool::~ChunkPool()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        m_todo.clear();
    }
    m_changed.notify_all();
    for (std::thread &thread : m_threads)
        thread.join();
}

LeafChunk &ChunkPool::fresh()
{
    if (m_free.empty()) {
        m_chunks.push_back(std::make_unique<LeafChunk>());
        return *m_chunks.back();
    }
    LeafChunk *chunk = m_free.back();
    m_free.pop_back();
    return *chunk;
}

void ChunkPool::recycle(LeafChunk &chunk)
{
    m_free.push_back(&chunk);
}

void ChunkPool::submit(LeafChunk &chunk)
{
    auto job = std::make_shared<Job>(Job{&chunk, false});
    m_order.push_back(job);
    {
        const std::lock_guard lock(m_mutex);
        m_todo.push_back(std::move(job));
    }
    m_changed.notify_all();
}

bool ChunkPool::checkOne(std::unique_lock<std::mutex> &lock)
{
    if (m_todo.empty())
        return false;
    const std::shared_ptr<Job> job = m_todo.front();
    m_todo.pop_front();
    lock.unlock();
    job->chunk->check();
    lock.lock();
    job->done = true;
    m_changed.notify_all();
    return true;
}

LeafChunk *ChunkPool::oldest()
{
    if (m_order.empty())
        return nullptr;
    const std::shared_ptr<Job> job = m_order.front();
    m_order.pop_front();
    std::unique_lock lock(m_mutex);
    while (!job->done)
        if (!checkOne(lock))
            m_changed.wait(lock);
    return job->chunk;
}

void ChunkPool::work()
{
    std::unique_lock lock(m_mutex);
    while (!m_stopping)
        if (!checkOne(lock))
            m_changed.wait(lock);
}

} // namespace obstat::evidence
