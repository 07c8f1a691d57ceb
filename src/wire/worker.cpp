#include "wire/worker.h"

#include "base/jsonlog.h"
#include "wire/connection.h"

#include <QDateTime>
#include <QLocale>

namespace obstat::wire {

namespace {

/// Connections over the limit that are being told so at the same time; more are closed without a word.
constexpr int kMaxRefusing = 64;

} // namespace

Worker::Worker(ServerContext &context)
    : m_context(context)
    , m_work(m_io.get_executor())
    , m_mailbox(std::make_shared<Mailbox>(m_io))
    , m_timers(m_io)
    , m_sweeper(m_io)
{
}

Worker::~Worker()
{
    m_mailbox->close();
}

void Worker::start()
{
    m_mailbox->post([this] { sweep(); });
    m_thread = std::thread([this] { run(); });
}

void Worker::run()
{
    for (;;) {
        try {
            m_io.run();
            return;
        } catch (const std::exception &error) {
            if (m_context.config.log)
                m_context.config.log->error(QStringLiteral("http-defect"),
                                            {{QStringLiteral("detail"), QString::fromUtf8(error.what())}});
        }
    }
}

void Worker::finish()
{
    m_mailbox->post([this] {
        m_timers.clear();
        m_sweeper.cancel();
        m_work.reset();
    });
    if (m_thread.joinable())
        m_thread.join();
    m_mailbox->close();
}

void Worker::adopt(TcpSocket socket)
{
    const bool counted = m_context.enter();
    if (m_aborting || (!counted && m_refusing >= kMaxRefusing)) {
        if (counted)
            m_context.leave();
        return;
    }
    if (!counted)
        ++m_refusing;
    boost::system::error_code ignored;
    socket.set_option(boost::asio::ip::tcp::no_delay(true), ignored);
    const auto connection = std::make_shared<Connection>(*this, std::move(socket), counted);
    m_connections.insert(connection);
    connection->start();
}

void Worker::remove(const std::shared_ptr<Connection> &connection, bool counted)
{
    m_connections.erase(connection);
    if (counted)
        m_context.leave();
    else
        --m_refusing;
}

void Worker::drain()
{
    m_draining = true;
    const auto connections = m_connections;
    for (const auto &connection : connections)
        connection->closeUnlessRunning();
}

void Worker::abortAll()
{
    m_aborting = true;
    const auto connections = m_connections; // a connection that ends takes itself out
    for (const auto &connection : connections)
        connection->abort();
}

void Worker::sweep()
{
    const auto now = std::chrono::steady_clock::now();
    for (const auto &connection : m_connections)
        connection->expireAt(now);
    m_sweeper.expires_after(sweepPeriod());
    m_sweeper.async_wait([this](const boost::system::error_code &code) {
        // A timer that was due when it was cancelled arrives without an error: set again, it would hold the thread.
        if (!code && !m_aborting)
            sweep();
    });
}

/// One coarse sweep is far cheaper than a timer for every read; a limit is exact to a quarter of the shortest.
std::chrono::microseconds Worker::sweepPeriod() const
{
    const ServerConfig &config = m_context.config;
    const base::Micros shortest =
        std::min({config.headerTimeout, config.bodyTimeout, config.idleTimeout, config.writeTimeout});
    return std::chrono::microseconds(std::clamp(shortest / 4, 5 * base::kMillisecond, base::kSecond / 4));
}

const QByteArray &Worker::date()
{
    const std::time_t now = std::time(nullptr);
    if (now != m_dateSecond) {
        m_dateSecond = now;
        m_date = QLocale::c()
                     .toString(QDateTime::fromSecsSinceEpoch(now, Qt::UTC), u"ddd, dd MMM yyyy hh:mm:ss 'GMT'")
                     .toLatin1();
    }
    return m_date;
}

} // namespace obstat::wire
