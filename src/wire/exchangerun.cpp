#include "wire/exchangerun.h"

#include "wire/boottime.h"
#include "wire/requesthead.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/write.hpp>

namespace obstat::wire {

namespace asio = boost::asio;
using boost::system::error_code;
using Kind = Outcome::Kind;

namespace {

QString words(const QString &sentence, const error_code &code)
{
    return sentence % QLatin1String(" (") % QString::fromStdString(code.message()) % QLatin1Char(')');
}

} // namespace

ExchangeRun::ExchangeRun(asio::io_context &io, Exchange exchange, std::chrono::steady_clock::time_point started,
                         Report report)
    : m_io(io)
    , m_exchange(std::move(exchange))
    , m_started(started)
    , m_bornAt(m_exchange.bornAt > 0 ? m_exchange.bornAt : bootTime())
    , m_report(std::move(report))
    , m_socket(io)
    , m_resolver(io)
    , m_timer(io)
    , m_reader(m_exchange.method == "HEAD", m_exchange.maxResponseBytes)
{
}

void ExchangeRun::start()
{
    awaitLimit(m_exchange.timeout, &ExchangeRun::timeoutReached);
    asio::co_spawn(m_io, [self = shared_from_this()] { return self->run(); }, asio::detached);
}

Task<void> ExchangeRun::run()
{
    try {
        const base::Result<QByteArray> bytes =
            requestBytes(m_exchange.method, m_exchange.url.target, m_exchange.url.authority(), m_exchange.headers,
                         m_exchange.body, false);
        if (!bytes)
            finish(Kind::NotSent, bytes.error().message);
        else if (co_await connect() && co_await secure() && co_await sendRequest(*bytes))
            co_await readAnswer();
    } catch (const std::exception &error) {
        finish(m_sent ? Kind::Reset : Kind::NotSent, QString::fromUtf8(error.what()));
    }
}

Task<bool> ExchangeRun::connect()
{
    using Results = asio::ip::basic_resolver_results<asio::ip::tcp>;
    const std::string host = m_exchange.url.host.toStdString();
    error_code code;
    const asio::ip::address literal = asio::ip::make_address(host, code);
    if (!code) {
        co_await m_socket.async_connect({literal, m_exchange.url.port}, asio::redirect_error(useTask, code));
    } else {
        const std::string service = std::to_string(m_exchange.url.port);
        const Results found = co_await m_resolver.async_resolve(host, service, asio::ip::resolver_base::numeric_service,
                                                                asio::redirect_error(useTask, code));
        if (code) {
            finish(Kind::NotSent, words(QStringLiteral("The owner's name does not resolve."), code));
            co_return false;
        }
        if (!m_finished)
            co_await asio::async_connect(m_socket, found, asio::redirect_error(useTask, code));
    }
    if (code)
        finish(Kind::NotSent, words(QStringLiteral("The owner cannot be reached."), code));
    co_return !m_finished;
}

Task<bool> ExchangeRun::secure()
{
    if (!m_exchange.url.tls)
        co_return true;
    const auto trust = clientTls(m_exchange.caFile);
    if (!trust) {
        finish(Kind::NotSent, trust.error().message);
        co_return false;
    }
    m_trust = *trust;
    m_tls.emplace(m_socket, *m_trust);
    const std::string host = m_exchange.url.host.toStdString();
    error_code code;
    m_tls->set_verify_callback(asio::ssl::host_name_verification(host), code);
    error_code notAnAddress;
    asio::ip::make_address(host, notAnAddress);
    if (notAnAddress) // RFC 6066: the server name is never an address
        SSL_ctrl(m_tls->native_handle(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
                 const_cast<char *>(host.c_str())); // what the macro SSL_set_tlsext_host_name does
    if (!code)
        co_await m_tls->async_handshake(asio::ssl::stream_base::client, asio::redirect_error(useTask, code));
    if (code)
        finish(Kind::NotSent, words(QStringLiteral("No trusted TLS connection to the owner could be made."), code));
    co_return !m_finished;
}

/// True when an answer may come, also when the owner cut the request short after its first bytes.
Task<bool> ExchangeRun::sendRequest(const QByteArray &bytes)
{
    error_code code;
    m_socket.set_option(asio::ip::tcp::no_delay(true), code);
    if (bootTime() - m_bornAt > m_exchange.timeout) { // a timer of this loop may be looked at only after it
        finish(Kind::NotSent, QStringLiteral("The request was too old to be sent."));
        co_return false;
    }
    m_sent = true; // from here on a stop or a time limit cannot prove the opposite
    const auto buffer = asio::buffer(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    const std::size_t count = m_tls ? co_await asio::async_write(*m_tls, buffer, asio::redirect_error(useTask, code))
                                    : co_await asio::async_write(m_socket, buffer, asio::redirect_error(useTask, code));
    if (code && count == 0 && !m_finished && !m_tls) { // a TLS stream may have sent what it does not count
        m_sent = false;
        // After TimedOut the first outcome has said "sent"; a proof comes too late to be told as NotSent.
        finish(m_timedOut ? Kind::Reset : Kind::NotSent,
               words(QStringLiteral("The connection broke before the first byte was sent."), code));
    }
    co_return !m_finished;
}

Task<void> ExchangeRun::readAnswer()
{
    for (;;) {
        error_code code;
        const std::size_t count =
            m_tls ? co_await m_tls->async_read_some(asio::buffer(m_chunk), asio::redirect_error(useTask, code))
                  : co_await m_socket.async_read_some(asio::buffer(m_chunk), asio::redirect_error(useTask, code));
        if (m_finished)
            co_return;
        if (code == asio::error::eof) {
            (void)settleBy(m_reader.end());
            co_return;
        }
        if (code) {
            finish(Kind::Reset, words(QStringLiteral("The connection to the owner broke."), code));
            co_return;
        }
        m_input.append(m_chunk.data(), static_cast<qsizetype>(count));
        if (settleBy(m_reader.consume(m_input)))
            co_return;
    }
}

bool ExchangeRun::settleBy(ResponseReader::Step step)
{
    switch (step) {
    case ResponseReader::Step::More:
        return false;
    case ResponseReader::Step::Done:
        finish(Kind::Answered);
        break;
    case ResponseReader::Step::Malformed:
        finish(Kind::Unreadable, QStringLiteral("The owner's answer is not HTTP/1.1."));
        break;
    case ResponseReader::Step::TooLarge:
        finish(Kind::TooLarge, QStringLiteral("The owner's answer is too large."));
        break;
    case ResponseReader::Step::CutShort:
        finish(Kind::Unreadable, QStringLiteral("The owner's answer was cut short."));
        break;
    case ResponseReader::Step::NoAnswer:
        finish(Kind::Closed, QStringLiteral("The owner closed the connection without an answer."));
        break;
    }
    return true;
}

void ExchangeRun::awaitLimit(base::Micros limit, void (ExchangeRun::*reached)())
{
    m_timer.expires_at(m_started + std::chrono::microseconds(limit));
    m_timer.async_wait([self = shared_from_this(), reached](const error_code &code) {
        if (!code && !self->m_finished)
            (self.get()->*reached)();
    });
}

void ExchangeRun::timeoutReached()
{
    if (!m_sent) {
        finish(Kind::NotSent, QStringLiteral("The owner could not be reached in time."));
        return;
    }
    m_timedOut = true;
    Outcome first = outcome(Kind::TimedOut, QStringLiteral("The owner did not answer in time."));
    first.late = false;
    const base::Micros listenOn = m_exchange.listenOn > 0 ? m_exchange.listenOn : 2 * m_exchange.timeout;
    awaitLimit(std::max(listenOn, m_exchange.timeout), &ExchangeRun::listenEndReached);
    m_report(std::move(first));
}

void ExchangeRun::listenEndReached()
{
    finish(Kind::Gone, QStringLiteral("The owner did not answer while the connection was listened to."));
}

void ExchangeRun::stop()
{
    finish(m_sent ? Kind::Stopped : Kind::NotSent, QStringLiteral("The client was stopped."));
}

void ExchangeRun::finish(Kind kind, const QString &detail)
{
    if (m_finished)
        return;
    m_finished = true;
    error_code ignored;
    m_resolver.cancel();
    m_timer.cancel();
    m_socket.close(ignored);
    Outcome last = outcome(kind, detail);
    if (kind == Kind::Answered) {
        last.status = m_reader.response.status;
        last.headers = std::move(m_reader.response.headers);
        last.body = std::move(m_reader.response.body);
    }
    // The report may let go of this object; the coroutine or timer that called here still holds it.
    std::exchange(m_report, nullptr)(std::move(last));
}

Outcome ExchangeRun::outcome(Kind kind, const QString &detail) const
{
    Outcome result;
    result.kind = kind;
    result.late = m_timedOut;
    result.sent = m_sent;
    result.duration =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - m_started).count();
    result.detail = detail;
    return result;
}

} // namespace obstat::wire
