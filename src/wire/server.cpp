#include "wire/server.h"

#include "base/jsonlog.h"
#include "wire/worker.h"

#include <atomic>
#include <future>
#include <vector>

namespace obstat::wire {

namespace asio = boost::asio;
using base::ErrorCode;
using boost::system::error_code;

namespace {

base::Result<> checked(const ServerConfig &config)
{
    if (config.tls)
        return base::fail(ErrorCode::Unsupported, QStringLiteral("TLS is not in this version of the server."));
    if (config.address != QLatin1String("127.0.0.1") && config.address != QLatin1String("::1"))
        return base::fail(ErrorCode::Usage,
                          QStringLiteral("The address %1 is not 127.0.0.1 or ::1, and without TLS the server listens "
                                         "on loopback only.")
                              .arg(config.address));
    const bool usable = config.threads >= 1 && config.maxConnections >= 1 && config.maxHeaderBytes >= 64 &&
                        config.maxHeaderFields >= 1 && config.maxBodyBytes >= 0 && config.headerTimeout > 0 &&
                        config.bodyTimeout > 0 && config.idleTimeout > 0 && config.writeTimeout > 0;
    if (!usable)
        return base::fail(ErrorCode::Usage, QStringLiteral("A limit of the server is zero or negative."));
    return {};
}

} // namespace

/// One running server: the workers, and the acceptor that lives on the first of them.
struct Server::Impl
{
    struct Running
    {
        ServerContext context;
        std::vector<std::unique_ptr<Worker>> workers;
        std::optional<TcpAcceptor> acceptor;
        std::optional<asio::steady_timer> pause;
        std::size_t next = 0;

        [[nodiscard]] base::Result<> listen();
        void acceptNext();
        void accepted(const error_code &code, Worker &worker, TcpSocket socket);
        /// Runs `work` on every worker's thread and waits.
        template <typename Work>
        void everywhere(Work work);
    };

    mutable std::mutex mutex; ///< guards `running` against after() and stop() from different threads
    std::shared_ptr<Running> running;
    std::atomic<TimerId> lastTimer = 0;

    [[nodiscard]] std::shared_ptr<Running> current() const
    {
        const std::lock_guard lock(mutex);
        return running;
    }
};

base::Result<> Server::Impl::Running::listen()
{
    const asio::ip::tcp::endpoint where(asio::ip::make_address(context.config.address.toStdString()),
                                        context.config.port);
    error_code code;
    acceptor.emplace(workers.front()->io());
    acceptor->open(where.protocol(), code);
    if (!code)
        acceptor->set_option(asio::socket_base::reuse_address(true), code);
    if (!code)
        acceptor->bind(where, code);
    if (!code)
        acceptor->listen(asio::socket_base::max_listen_connections, code);
    if (code)
        return base::fail(ErrorCode::Io,
                          QStringLiteral("The server cannot listen on %1 port %2.")
                              .arg(context.config.address)
                              .arg(context.config.port),
                          QString::fromStdString(code.message()));
    context.port = acceptor->local_endpoint(code).port();
    return {};
}

void Server::Impl::Running::acceptNext()
{
    Worker &worker = *workers[next++ % workers.size()];
    acceptor->async_accept(worker.io(), [this, &worker](const error_code &code, TcpSocket socket) {
        accepted(code, worker, std::move(socket));
    });
}

void Server::Impl::Running::accepted(const error_code &code, Worker &worker, TcpSocket socket)
{
    if (!acceptor->is_open())
        return;
    if (!code) {
        if (&worker == workers.front().get()) {
            worker.adopt(std::move(socket));
        } else {
            worker.mailbox()->post([&worker, moved = std::move(socket)]() mutable { worker.adopt(std::move(moved)); });
        }
        acceptNext();
        return;
    }
    if (context.config.log)
        context.config.log->warning(QStringLiteral("http-accept"),
                                    {{QStringLiteral("detail"), QString::fromStdString(code.message())}});
    // Mostly "too many open files": trying again at once would spin.
    pause.emplace(workers.front()->io(), std::chrono::milliseconds(100));
    pause->async_wait([this](const error_code &cancelled) {
        if (!cancelled && acceptor->is_open())
            acceptNext();
    });
}

template <typename Work>
void Server::Impl::Running::everywhere(Work work)
{
    for (const auto &worker : workers) {
        std::promise<void> done;
        worker->mailbox()->post([&] {
            work(*worker);
            done.set_value();
        });
        done.get_future().wait();
    }
}

Server::Server() : m_impl(std::make_unique<Impl>()) {}

Server::~Server()
{
    stop();
}

base::Result<> Server::start(ServerConfig config, Handler handler)
{
    if (m_impl->current())
        return base::fail(ErrorCode::Usage, QStringLiteral("The server runs already."));
    if (base::Result<> usable = checked(config); !usable)
        return usable;
    const auto running = std::make_shared<Impl::Running>();
    running->context.config = std::move(config);
    running->context.handler = std::move(handler);
    for (int i = 0; i < running->context.config.threads; ++i)
        running->workers.push_back(std::make_unique<Worker>(running->context));
    if (base::Result<> listening = running->listen(); !listening)
        return listening;
    running->acceptNext();
    for (const auto &worker : running->workers)
        worker->start();
    const std::lock_guard lock(m_impl->mutex);
    m_impl->running = running;
    return {};
}

quint16 Server::port() const
{
    const auto running = m_impl->current();
    return running ? running->context.port : quint16(0);
}

int Server::connections() const
{
    const auto running = m_impl->current();
    return running ? running->context.connections() : 0;
}

void Server::stop(base::Micros grace)
{
    std::shared_ptr<Impl::Running> running;
    {
        const std::lock_guard lock(m_impl->mutex);
        running.swap(m_impl->running);
    }
    if (!running)
        return;
    running->everywhere([&](Worker &worker) {
        if (&worker == running->workers.front().get()) {
            error_code ignored;
            running->acceptor->close(ignored);
            running->pause.reset();
        }
        worker.drain();
    });
    if (grace > 0)
        running->context.waitUntilEmpty(grace);
    running->everywhere([](Worker &worker) { worker.abortAll(); });
    for (const auto &worker : running->workers)
        worker->finish();
}

Server::TimerId Server::after(base::Micros delay, std::function<void()> fire)
{
    const auto running = m_impl->current();
    if (!running)
        return 0;
    const TimerId id = ++m_impl->lastTimer;
    Worker &worker = *running->workers.front();
    worker.mailbox()->dispatch(
        [&worker, id, delay, fire = std::move(fire)]() mutable { worker.timers().add(id, delay, std::move(fire)); });
    return id;
}

void Server::cancel(TimerId timer)
{
    const auto running = m_impl->current();
    if (!running)
        return;
    Worker &worker = *running->workers.front();
    worker.mailbox()->post([&worker, timer] { worker.timers().cancel(timer); });
}

int Server::timers() const
{
    const auto running = m_impl->current();
    return running ? running->workers.front()->timers().pending() : 0;
}

} // namespace obstat::wire
