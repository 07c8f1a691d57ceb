#pragma once

#include "wire/mailbox.h"
#include "wire/servercontext.h"
#include "wire/stream.h"
#include "wire/timerset.h"

#include <boost/asio/executor_work_guard.hpp>

#include <ctime>
#include <memory>
#include <thread>
#include <unordered_set>

namespace obstat::wire {

class Connection;

/// One thread of a server with the connections that live on it. All but `start`, `finish` and `mailbox` are used on
/// that thread only.
class Worker
{
public:
    explicit Worker(ServerContext &context);
    ~Worker();

    void start();
    /// Lets the thread end once its connections have, and waits for it.
    void finish();

    /// Takes over an accepted socket; one over the limit is told so and closed.
    void adopt(TcpSocket socket);
    void remove(const std::shared_ptr<Connection> &connection, bool counted);
    /// Closes what is idle; running requests get `Connection: close`.
    void drain();
    void abortAll();

    [[nodiscard]] ServerContext &context() { return m_context; }
    [[nodiscard]] boost::asio::io_context &io() { return m_io; }
    [[nodiscard]] const std::shared_ptr<Mailbox> &mailbox() const { return m_mailbox; }
    [[nodiscard]] TimerSet &timers() { return m_timers; }
    [[nodiscard]] bool draining() const { return m_draining; }
    /// The Date of answers, made once a second.
    [[nodiscard]] const QByteArray &date();

private:
    void run();
    void sweep();
    [[nodiscard]] std::chrono::microseconds sweepPeriod() const;

    ServerContext &m_context;
    boost::asio::io_context m_io{1};
    boost::asio::executor_work_guard<Executor> m_work;
    std::shared_ptr<Mailbox> m_mailbox;
    TimerSet m_timers;
    boost::asio::steady_timer m_sweeper;
    std::unordered_set<std::shared_ptr<Connection>> m_connections;
    int m_refusing = 0;
    bool m_draining = false;
    bool m_aborting = false;
    std::time_t m_dateSecond = 0;
    QByteArray m_date;
    std::thread m_thread;
};

} // namespace obstat::wire
