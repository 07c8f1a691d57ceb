#include "wire/keepaliveclient.h"

#include "wire/blockingsocket.h"
#include "wire/requesthead.h"
#include "wire/responsereader.h"
#include "wire/url.h"

namespace obstat::wire {

using base::ErrorCode;

struct KeepAliveClient::Impl
{
    QByteArray host;
    quint16 port = 0;
    QByteArray authority;
    qsizetype maxResponseBytes = 64 * 1024 * 1024;
    BlockingSocket socket;

    [[nodiscard]] base::Result<Response> attempt(QByteArrayView bytes, bool toHead, qsizetype &written,
                                                 BlockingSocket::Deadline deadline);
};

KeepAliveClient::KeepAliveClient(QByteArray host, quint16 port) : m_impl(std::make_unique<Impl>())
{
    Url url;
    url.host = host;
    url.port = port;
    m_impl->authority = url.authority();
    m_impl->host = std::move(host);
    m_impl->port = port;
}

KeepAliveClient::~KeepAliveClient() = default;
KeepAliveClient::KeepAliveClient(KeepAliveClient &&) noexcept = default;
KeepAliveClient &KeepAliveClient::operator=(KeepAliveClient &&) noexcept = default;

base::Result<Response> KeepAliveClient::send(const QByteArray &method, const QByteArray &target, const Headers &headers,
                                             const QByteArray &body, base::Micros timeout)
{
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::microseconds(timeout);
    const base::Result<QByteArray> bytes = requestBytes(method, target, m_impl->authority, headers, body, true);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const bool toHead = method == "HEAD";
    const bool safe = toHead || method == "GET";
    if (!m_impl->socket.quiet())
        m_impl->socket.close();
    const bool kept = m_impl->socket.isOpen();

    qsizetype written = 0;
    base::Result<Response> answer = m_impl->attempt(*bytes, toHead, written, deadline);
    // The server may close a kept connection at the very moment we use it; on a fresh one there is no such excuse.
    const bool again = !answer && answer.error().code == ErrorCode::Io && kept && (safe || written == 0);
    if (again)
        answer = m_impl->attempt(*bytes, toHead, written, deadline);
    return answer;
}

base::Result<Response> KeepAliveClient::Impl::attempt(QByteArrayView bytes, bool toHead, qsizetype &written,
                                                      BlockingSocket::Deadline deadline)
{
    if (!socket.isOpen())
        if (base::Result<> connected = socket.connect(host, port, deadline); !connected)
            return tl::unexpected(connected.error());
    const base::Result<> sent = socket.write(bytes, written, deadline);
    ResponseReader reader(toHead, maxResponseBytes);
    QByteArray input;
    ResponseReader::Step step = ResponseReader::Step::More;
    // A server that refuses early answers and closes while we still write: its answer is read all the same.
    bool open = written > 0;
    base::Error error = sent ? base::Error{ErrorCode::Io, QStringLiteral("The connection broke.")} : sent.error();
    while (open && step == ResponseReader::Step::More) {
        const base::Result<bool> more = socket.read(input, deadline);
        if (!more)
            error = more.error();
        open = more && *more;
        step = open ? reader.consume(input) : more ? reader.end() : step;
    }
    if (step != ResponseReader::Step::Done || !sent || !reader.keepAlive() || !input.isEmpty())
        socket.close();
    switch (step) {
    case ResponseReader::Step::Done:
        return std::move(reader.response);
    case ResponseReader::Step::Malformed:
        return base::fail(ErrorCode::Malformed, QStringLiteral("The server's answer is not HTTP/1.1."));
    case ResponseReader::Step::TooLarge:
        return base::fail(ErrorCode::TooLarge, QStringLiteral("The server's answer is too large."));
    case ResponseReader::Step::CutShort:
    case ResponseReader::Step::NoAnswer:
        return base::fail(ErrorCode::Io,
                          QStringLiteral("The server closed the connection before its answer was whole."));
    case ResponseReader::Step::More:
        break;
    }
    return tl::unexpected(error);
}

void KeepAliveClient::setMaxResponseBytes(qsizetype bytes)
{
    m_impl->maxResponseBytes = bytes;
}

bool KeepAliveClient::connected() const
{
    return m_impl->socket.isOpen();
}

void KeepAliveClient::close()
{
    m_impl->socket.close();
}

} // namespace obstat::wire
