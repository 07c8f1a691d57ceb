#pragma once

#include <QByteArray>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

/// A client that sends exactly the bytes it is told, for what no library would send.
class RawSocket
{
public:
    explicit RawSocket(quint16 port) : m_descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in where{};
        where.sin_family = AF_INET;
        where.sin_port = htons(port);
        where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        m_connected = ::connect(m_descriptor, reinterpret_cast<const sockaddr *>(&where), sizeof where) == 0;
    }
    ~RawSocket() { close(); }
    RawSocket(const RawSocket &) = delete;
    RawSocket &operator=(const RawSocket &) = delete;

    bool connected() const { return m_connected; }

    bool send(const QByteArray &all)
    {
        QByteArrayView bytes = all;
        while (!bytes.empty()) {
            const ssize_t count =
                ::send(m_descriptor, bytes.data(), static_cast<std::size_t>(bytes.size()), MSG_NOSIGNAL);
            if (count <= 0)
                return false;
            bytes = bytes.sliced(count);
        }
        return true;
    }

    /// Everything until the server closes; ends early (and `closed` stays false) after `limit` ms of silence.
    QByteArray readAll(int limit = 10'000)
    {
        while (readMore(limit)) {
        }
        return std::exchange(m_input, {});
    }

    /// Until the received bytes contain `marker`; they are taken.
    QByteArray readUntil(QByteArrayView marker, int limit = 10'000)
    {
        while (!m_input.contains(marker) && readMore(limit)) {
        }
        const qsizetype at = m_input.indexOf(marker);
        const qsizetype count = at < 0 ? m_input.size() : at + marker.size();
        const QByteArray taken = m_input.first(count);
        m_input.remove(0, count);
        return taken;
    }

    /// One answer with its Content-Length.
    QByteArray readAnswer()
    {
        QByteArray answer = readUntil("\r\n\r\n");
        const qsizetype at = answer.indexOf("Content-Length: ");
        if (at < 0)
            return answer;
        const qsizetype length = answer.mid(at + 16, answer.indexOf('\r', at) - at - 16).toLongLong();
        while (m_input.size() < length && readMore(10'000)) {
        }
        answer += m_input.first(std::min(length, m_input.size()));
        m_input.remove(0, std::min(length, m_input.size()));
        return answer;
    }

    /// Reads what is there, at most 4 KiB, without waiting; false when the server has closed.
    bool sip()
    {
        char chunk[4096];
        const ssize_t count = ::recv(m_descriptor, chunk, sizeof chunk, MSG_DONTWAIT);
        m_closed = m_closed || count == 0 || (count < 0 && errno != EAGAIN);
        m_sipped += std::max<ssize_t>(count, 0);
        return !m_closed;
    }
    qsizetype sipped() const { return m_sipped; }

    bool closed() const { return m_closed; }
    void endSending() { ::shutdown(m_descriptor, SHUT_WR); }
    /// Closes so that the other side sees a reset.
    void reset()
    {
        const linger now{1, 0};
        ::setsockopt(m_descriptor, SOL_SOCKET, SO_LINGER, &now, sizeof now);
        close();
    }
    void close()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
        m_descriptor = -1;
    }
    /// A tiny window, so that a server that writes much has to wait.
    void shrinkReceiveBuffer()
    {
        const int bytes = 4096;
        ::setsockopt(m_descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
    }

    static int statusOf(const QByteArray &answer) { return answer.mid(9, 3).toInt(); }

private:
    bool readMore(int limit)
    {
        pollfd waiting{m_descriptor, POLLIN, 0};
        if (m_closed || ::poll(&waiting, 1, limit) <= 0)
            return false;
        char chunk[65536];
        const ssize_t count = ::recv(m_descriptor, chunk, sizeof chunk, 0);
        m_closed = count <= 0;
        if (count > 0)
            m_input.append(chunk, count);
        return !m_closed;
    }

    int m_descriptor;
    bool m_connected = false;
    bool m_closed = false;
    qsizetype m_sipped = 0;
    QByteArray m_input;
};
