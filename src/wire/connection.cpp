#include "wire/connection.h"

#include "base/jsonlog.h"
#include "wire/worker.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/write.hpp>

#include <sys/socket.h>

namespace obstat::wire {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

/// How long and how much is still read after the last answer, so that a reset does not destroy it.
constexpr base::Micros kLinger = base::kSecond;
constexpr std::size_t kLingerBytes = 4 * 1024 * 1024;

} // namespace

/// The suspended coroutine that waits for the handler's answer.
struct Connection::Waiter
{
    virtual ~Waiter() = default;
    virtual void resume() = 0;
};

Connection::Connection(Worker &worker, TcpSocket socket, bool counted)
    : m_worker(worker), m_stream(std::move(socket)), m_counted(counted)
{
    error_code code;
    const asio::ip::tcp::endpoint peer = m_stream.lowest_layer().remote_endpoint(code);
    if (code)
        return;
    m_peer = QString::fromStdString(peer.address().to_string());
    m_peerPort = peer.port();
}

Connection::~Connection() = default;

void Connection::start()
{
    asio::co_spawn(m_worker.io(), [self = shared_from_this()] { return self->run(); }, asio::detached);
}

Task<void> Connection::run()
{
    try {
        if (!m_counted) {
            co_await refuse(Refusal::busy());
        } else {
            while (co_await serveOne())
                m_first = false;
        }
    } catch (const std::exception &error) {
        log(QStringLiteral("http-defect"), QString::fromUtf8(error.what()));
    }
    if (m_slot)
        m_slot->abandon();
    close();
    m_worker.remove(shared_from_this(), m_counted);
}

Task<bool> Connection::serveOne()
{
    // The drain closed who was idle; one who was just being answered has come here since.
    if (m_worker.draining())
        co_return false;
    RequestReader reader(m_worker.context().config, m_worker.context().port);
    const Got got = co_await readRequest(reader);
    if (got == Got::Refusal)
        co_await refuse(reader.refusal());
    if (got != Got::Request)
        co_return false;

    AnswerContext context;
    context.toHead = reader.request.method == "HEAD";
    context.version = reader.version();
    Response response = co_await handle(std::move(reader.request));
    if (m_aborted)
        co_return false;
    context.keepAlive = reader.keepAlive() && !m_worker.draining();
    const bool written = co_await write(std::move(response), context);
    if (written && !context.keepAlive)
        co_await linger();
    co_return written &&context.keepAlive;
}

Task<Connection::Got> Connection::readRequest(RequestReader &reader)
{
    const ServerConfig &config = m_worker.context().config;
    const bool idle = m_input.isEmpty() && !m_first;
    enter(idle ? State::Idle : State::Reading, idle ? config.idleTimeout : config.headerTimeout);
    for (;;) {
        switch (reader.consume(m_input)) {
        case RequestReader::Step::Done:
            co_return Got::Request;
        case RequestReader::Step::Refused:
            co_return Got::Refusal;
        case RequestReader::Step::Head:
            enter(State::Reading, config.bodyTimeout);
            if (reader.expectsContinue() && m_input.isEmpty() && !co_await sendContinue())
                co_return Got::Nothing;
            continue;
        case RequestReader::Step::More:
            break;
        }
        if (!co_await readSome()) {
            const bool begun = reader.headRead() || !m_input.isEmpty();
            if (!m_expired || !begun)
                co_return Got::Nothing;
            reader.giveUp(Refusal::timeout());
            co_return Got::Refusal;
        }
        if (m_state == State::Idle)
            enter(State::Reading, config.headerTimeout);
    }
}

Task<bool> Connection::readSome()
{
    if (m_expired || m_aborted)
        co_return false;
    error_code code;
    const std::size_t count =
        co_await m_stream.async_read_some(asio::buffer(m_chunk), asio::redirect_error(useTask, code));
    if (code)
        co_return false;
    m_input.append(m_chunk.data(), static_cast<qsizetype>(count));
    co_return true;
}

Task<bool> Connection::sendContinue()
{
    static constexpr std::string_view interim = "HTTP/1.1 100 Continue\r\n\r\n";
    error_code code;
    co_await asio::async_write(m_stream, asio::buffer(interim), asio::redirect_error(useTask, code));
    co_return !code;
}

Task<Response> Connection::handle(Request request)
{
    enter(State::Handling, 0);
    request.peer = m_peer;
    request.peerPort = m_peerPort;
    const auto slot = std::make_shared<AnswerSlot>(weak_from_this(), m_worker.mailbox());
    m_slot = slot;
    callHandler(std::move(request), slot);
    if (!slot->readyOrNotify())
        co_await waitForAnswer();
    m_slot.reset();
    if (m_watching) {
        error_code ignored;
        m_stream.lowest_layer().cancel(ignored);
        m_watching = false;
    }
    if (m_aborted)
        slot->abandon();
    std::optional<Response> response = slot->take();
    const ServerConfig &config = m_worker.context().config;
    if (!response) {
        log(QStringLiteral("http-not-answered"), QString());
        co_return Refusal::internal().response(config);
    }
    if (response->cut) {
        m_aborted = true;
        co_return std::move(*response);
    }
    if (response->status < 200 || response->status > 599 || !response->headers.wellFormed()) {
        log(QStringLiteral("http-bad-answer"), QString::number(response->status));
        co_return Refusal::internal().response(config);
    }
    co_return std::move(*response);
}

void Connection::callHandler(Request request, const std::shared_ptr<AnswerSlot> &slot)
{
    try {
        m_worker.context().handler(std::move(request), Responder(slot));
    } catch (const std::exception &error) {
        log(QStringLiteral("http-defect"), QString::fromUtf8(error.what()));
        slot->drop();
    }
}

Task<void> Connection::waitForAnswer()
{
    const auto suspend = [this](auto handler) {
        struct Suspended final : Waiter
        {
            explicit Suspended(decltype(handler) &&what) : continuation(std::move(what)) {}
            void resume() override { std::move(continuation)(); }
            decltype(handler) continuation;
        };
        m_waiter = std::make_unique<Suspended>(std::move(handler));
    };
    if (!m_aborted)
        co_await asio::async_initiate<const asio::use_awaitable_t<Executor>, void()>(suspend, useTask);
}

void Connection::resume()
{
    if (const auto waiter = std::move(m_waiter))
        waiter->resume();
}

void Connection::answerReady(const std::shared_ptr<AnswerSlot> &slot)
{
    if (slot == m_slot)
        resume();
}

void Connection::watchClient(const std::shared_ptr<AnswerSlot> &slot)
{
    // Bytes of a next request hide the end of the stream; such a client is there.
    if (slot != m_slot || m_watching || !m_input.isEmpty())
        return;
    m_watching = true;
    m_stream.lowest_layer().async_wait(TcpSocket::wait_read, [self = shared_from_this(), slot](const error_code &code) {
        if (code == asio::error::operation_aborted || self->m_slot != slot)
            return;
        self->m_watching = false;
        char byte = 0;
        const ssize_t count = ::recv(self->m_stream.lowest_layer().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
        if (count < 0 && (errno == EAGAIN || errno == EINTR))
            self->watchClient(slot);
        else if (count <= 0)
            slot->tellClientGone();
    });
}

Task<bool> Connection::write(Response response, AnswerContext context)
{
    enter(State::Writing, m_worker.context().config.writeTimeout);
    QByteArray head = responseHead(response, context, m_worker.date());
    if (!carriesBody(response, context))
        response.body.clear();
    const std::array<asio::const_buffer, 2> buffers = {
        asio::const_buffer(head.constData(), static_cast<std::size_t>(head.size())),
        asio::const_buffer(response.body.constData(), static_cast<std::size_t>(response.body.size()))};
    error_code code;
    co_await asio::async_write(m_stream, buffers, asio::redirect_error(useTask, code));
    co_return !code;
}

Task<void> Connection::refuse(Refusal refusal)
{
    const ServerConfig &config = m_worker.context().config;
    if (config.log)
        config.log->write(base::LogLevel::Debug, QStringLiteral("http-refused"),
                          {{QStringLiteral("kind"), refusal.kind}, {QStringLiteral("peer"), m_peer}});
    AnswerContext context;
    context.keepAlive = false;
    Response response = refusal.response(config);
    if (co_await write(std::move(response), context))
        co_await linger();
}

Task<void> Connection::linger()
{
    enter(State::Lingering, kLinger);
    error_code code;
    m_stream.lowest_layer().shutdown(TcpSocket::shutdown_send, code);
    std::size_t total = 0;
    while (!code && !m_expired && !m_aborted && total < kLingerBytes)
        total += co_await m_stream.async_read_some(asio::buffer(m_chunk), asio::redirect_error(useTask, code));
}

/// A limit of 0 means none: the handler bounds its own time.
void Connection::enter(State state, base::Micros limit)
{
    using Clock = std::chrono::steady_clock;
    m_state = state;
    m_expired = false;
    m_deadline = limit > 0 ? Clock::now() + std::chrono::microseconds(limit) : Clock::time_point::max();
}

void Connection::expireAt(std::chrono::steady_clock::time_point now)
{
    if (now < m_deadline)
        return;
    m_expired = true;
    m_deadline = std::chrono::steady_clock::time_point::max();
    // Cancelling ends only an operation that waits at this instant. Reading looks at m_expired before it goes on and
    // then still answers 408; a write between two of its pieces would go on without a limit.
    if (m_state != State::Reading && m_state != State::Idle)
        return close();
    error_code ignored;
    m_stream.lowest_layer().cancel(ignored);
}

void Connection::closeUnlessRunning()
{
    if (m_state == State::Idle || m_state == State::Reading)
        abort();
}

void Connection::abort()
{
    m_aborted = true;
    close();
    resume();
}

void Connection::close()
{
    error_code ignored;
    m_stream.lowest_layer().close(ignored);
}

void Connection::log(const QString &event, const QString &detail) const
{
    if (base::JsonLog *log = m_worker.context().config.log)
        log->error(event, {{QStringLiteral("detail"), detail}, {QStringLiteral("peer"), m_peer}});
}

} // namespace obstat::wire
