#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <mutex>
#include <utility>

namespace obstat::wire {

/// The way into an io_context for threads that may outlive it: after `close` nothing is posted any more.
class Mailbox
{
public:
    explicit Mailbox(boost::asio::io_context &io) : m_io(&io) {}

    /// False when the mailbox is closed; then `work` is dropped.
    template <typename Work>
    bool post(Work &&work)
    {
        const std::lock_guard lock(m_mutex);
        if (m_io)
            boost::asio::post(*m_io, std::forward<Work>(work));
        return m_io != nullptr;
    }

    /// As post(), but runs it now when this is the io_context's own thread: what such a thread posts may be overtaken
    /// by what another thread posts later.
    template <typename Work>
    bool dispatch(Work &&work)
    {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_io)
                return false;
            if (!m_io->get_executor().running_in_this_thread()) {
                boost::asio::post(*m_io, std::forward<Work>(work));
                return true;
            }
        }
        std::forward<Work>(work)();
        return true;
    }

    void close()
    {
        const std::lock_guard lock(m_mutex);
        m_io = nullptr;
    }

private:
    std::mutex m_mutex;
    boost::asio::io_context *m_io;
};

} // namespace obstat::wire
