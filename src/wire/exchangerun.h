#pragma once

#include "wire/exchange.h"
#include "wire/responsereader.h"
#include "wire/stream.h"
#include "wire/tlscontext.h"

#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace obstat::wire {

/// One exchange while it runs, on the client's thread: name, connection, one request, one answer, and its two time
/// limits. Says at most one TimedOut and exactly one final outcome.
class ExchangeRun final : public std::enable_shared_from_this<ExchangeRun>
{
public:
    using Report = std::function<void(Outcome)>;

    /// `started` is the instant from which durations and time limits count.
    ExchangeRun(boost::asio::io_context &io, Exchange exchange, std::chrono::steady_clock::time_point started,
                Report report);

    void start();
    /// Ends it now: NotSent where nothing was written, else Stopped.
    void stop();

private:
    [[nodiscard]] Task<void> run();
    [[nodiscard]] Task<bool> connect();
    /// The TLS handshake, where the URL wants one.
    [[nodiscard]] Task<bool> secure();
    [[nodiscard]] Task<bool> sendRequest(const QByteArray &bytes);
    [[nodiscard]] Task<void> readAnswer();
    [[nodiscard]] bool settleBy(ResponseReader::Step step);

    void awaitLimit(base::Micros limit, void (ExchangeRun::*reached)());
    void timeoutReached();
    void listenEndReached();
    void finish(Outcome::Kind kind, const QString &detail = {});
    [[nodiscard]] Outcome outcome(Outcome::Kind kind, const QString &detail) const;

    boost::asio::io_context &m_io;
    const Exchange m_exchange;
    const std::chrono::steady_clock::time_point m_started;
    const base::Micros m_bornAt;
    Report m_report;
    TcpSocket m_socket;
    std::shared_ptr<boost::asio::ssl::context> m_trust; ///< outlives the stream over the socket
    std::optional<boost::asio::ssl::stream<TcpSocket &>> m_tls;
    boost::asio::ip::basic_resolver<boost::asio::ip::tcp, Executor> m_resolver;
    boost::asio::steady_timer m_timer;
    ResponseReader m_reader;
    QByteArray m_input;
    std::array<char, 16384> m_chunk;
    bool m_sent = false;
    bool m_timedOut = false;
    bool m_finished = false;
};

} // namespace obstat::wire
