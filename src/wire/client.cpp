#include "wire/client.h"

#include "wire/exchangerun.h"
#include "wire/mailbox.h"

#include <boost/asio/executor_work_guard.hpp>

#include <thread>
#include <unordered_map>

namespace obstat::wire {

namespace asio = boost::asio;

struct Client::Impl
{
    asio::io_context io{1};
    asio::executor_work_guard<Executor> work{io.get_executor()};
    std::shared_ptr<Mailbox> mailbox = std::make_shared<Mailbox>(io);
    std::unordered_map<quint64, std::shared_ptr<ExchangeRun>> runs; ///< used on the thread only
    quint64 lastRun = 0;
    std::mutex stopping;
    std::thread thread;

    void begin(Exchange exchange, std::chrono::steady_clock::time_point started, Callback callback)
    {
        const quint64 id = ++lastRun;
        const auto run = std::make_shared<ExchangeRun>(io, std::move(exchange), started,
                                                       [this, id, callback = std::move(callback)](Outcome outcome) {
                                                           if (outcome.final())
                                                               runs.erase(id);
                                                           callback(std::move(outcome));
                                                       });
        runs.emplace(id, run);
        run->start();
    }

    void loop()
    {
        for (;;) {
            try {
                io.run();
                return;
            } catch (const std::exception &) {
                // A callback threw: its exchange has ended, the others go on.
            }
        }
    }
};

Client::Client() : m_impl(std::make_unique<Impl>())
{
    m_impl->thread = std::thread([impl = m_impl.get()] { impl->loop(); });
}

Client::~Client()
{
    stop();
}

void Client::exchange(Exchange exchange, Callback callback)
{
    const auto started = std::chrono::steady_clock::now();
    // Shared, because after stop() the callback is still needed here.
    const auto shared = std::make_shared<Callback>(std::move(callback));
    const bool posted =
        m_impl->mailbox->post([impl = m_impl.get(), exchange = std::move(exchange), started, shared]() mutable {
            impl->begin(std::move(exchange), started, std::move(*shared));
        });
    if (posted)
        return;
    Outcome outcome;
    outcome.detail = QStringLiteral("The client was stopped.");
    (*shared)(std::move(outcome));
}

void Client::stop()
{
    const std::lock_guard lock(m_impl->stopping);
    if (!m_impl->thread.joinable())
        return;
    m_impl->mailbox->post([impl = m_impl.get()] {
        const auto runs = impl->runs;
        for (const auto &[id, run] : runs)
            run->stop();
        impl->work.reset();
        // A name that is still being looked up would hold the loop; everything else is cancelled by now.
        impl->io.stop();
    });
    m_impl->mailbox->close();
    m_impl->thread.join();
}

} // namespace obstat::wire
