#include "wire/blockingsocket.h"

#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

namespace obstat::wire {

using base::ErrorCode;

namespace {

QString systemWords(int number)
{
    return QString::fromLocal8Bit(std::strerror(number));
}

tl::unexpected<base::Error> broken(int number)
{
    return base::fail(ErrorCode::Io, QStringLiteral("The connection broke."), systemWords(number));
}

} // namespace

base::Result<> BlockingSocket::connect(const QByteArray &host, quint16 port, Deadline deadline)
{
    close();
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICSERV;
    addrinfo *found = nullptr;
    const int failure = ::getaddrinfo(host.constData(), QByteArray::number(port).constData(), &hints, &found);
    if (failure != 0)
        return base::fail(ErrorCode::Unavailable, QStringLiteral("The name of the server does not resolve."),
                          QString::fromLocal8Bit(::gai_strerror(failure)));
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, &::freeaddrinfo);
    int number = 0;
    for (const addrinfo *address = found; address; address = address->ai_next) {
        m_descriptor = ::socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (m_descriptor < 0) {
            number = errno;
            continue;
        }
        const int on = 1;
        ::setsockopt(m_descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        number = ::connect(m_descriptor, address->ai_addr, address->ai_addrlen) == 0 ? 0 : errno;
        if (number == EINPROGRESS) {
            if (base::Result<> ready = await(POLLOUT, deadline); !ready) {
                close();
                return ready;
            }
            socklen_t size = sizeof number;
            ::getsockopt(m_descriptor, SOL_SOCKET, SO_ERROR, &number, &size);
        }
        if (number == 0)
            return {};
        close();
    }
    return base::fail(ErrorCode::Unavailable, QStringLiteral("The server cannot be reached."), systemWords(number));
}

base::Result<> BlockingSocket::write(QByteArrayView bytes, qsizetype &written, Deadline deadline)
{
    while (!bytes.empty()) {
        const ssize_t count = ::send(m_descriptor, bytes.data(), static_cast<std::size_t>(bytes.size()), MSG_NOSIGNAL);
        if (count >= 0) {
            written += count;
            bytes = bytes.sliced(count);
        } else if (errno == EAGAIN) {
            if (base::Result<> ready = await(POLLOUT, deadline); !ready)
                return ready;
        } else if (errno != EINTR) {
            return broken(errno);
        }
    }
    return {};
}

base::Result<bool> BlockingSocket::read(QByteArray &into, Deadline deadline)
{
    char chunk[16384];
    for (;;) {
        const ssize_t count = ::recv(m_descriptor, chunk, sizeof chunk, 0);
        if (count >= 0) {
            into.append(chunk, count);
            return count > 0;
        }
        if (errno == EAGAIN) {
            if (base::Result<> ready = await(POLLIN, deadline); !ready)
                return tl::unexpected(ready.error());
        } else if (errno != EINTR) {
            return broken(errno);
        }
    }
}

bool BlockingSocket::quiet() const
{
    char byte = 0;
    return isOpen() && ::recv(m_descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && errno == EAGAIN;
}

void BlockingSocket::close()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
    m_descriptor = -1;
}

base::Result<> BlockingSocket::await(short events, Deadline deadline) const
{
    for (;;) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
        if (left <= 0)
            return base::fail(ErrorCode::Timeout, QStringLiteral("The server did not answer in time."));
        pollfd waiting{m_descriptor, events, 0};
        const int ready = ::poll(&waiting, 1, static_cast<int>(std::min<qint64>(left, 60'000)));
        if (ready > 0)
            return {};
        if (ready < 0 && errno != EINTR)
            return broken(errno);
    }
}

} // namespace obstat::wire
