#pragma once

#include <QByteArray>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

/// An owner that does with each connection what the test says, and counts what it got (contract 7.1).
class ScriptedOwner
{
public:
    /// One connection of the owner, inside the script.
    class Peer
    {
    public:
        Peer(int descriptor, ScriptedOwner &owner) : m_descriptor(descriptor), m_owner(owner) {}
        void say(const QByteArray &bytes) const
        {
            ::send(m_descriptor, bytes.constData(), static_cast<std::size_t>(bytes.size()), MSG_NOSIGNAL);
        }
        void reset() const
        {
            const linger now{1, 0};
            ::setsockopt(m_descriptor, SOL_SOCKET, SO_LINGER, &now, sizeof now);
        }
        /// Waits until the test calls release() (or the owner ends).
        void waitForRelease() const { m_owner.waitForRelease(); }
        void readOneByte() const
        {
            char byte = 0;
            [[maybe_unused]] const ssize_t count = ::recv(m_descriptor, &byte, 1, 0);
        }
        /// Waits until the client closes.
        void waitForClose() const
        {
            char byte = 0;
            while (::recv(m_descriptor, &byte, 1, 0) > 0) {
            }
        }

        QByteArray request;

    private:
        friend class ScriptedOwner;
        int m_descriptor;
        ScriptedOwner &m_owner;
    };
    using Script = std::function<void(const Peer &)>;

    explicit ScriptedOwner(Script script)
        : m_script(std::move(script)), m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in where{};
        where.sin_family = AF_INET;
        where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof where;
        ::bind(m_listener, reinterpret_cast<const sockaddr *>(&where), size);
        ::listen(m_listener, 64);
        ::getsockname(m_listener, reinterpret_cast<sockaddr *>(&where), &size);
        m_port = ntohs(where.sin_port);
        m_acceptor = std::thread([this] { accept(); });
    }
    ~ScriptedOwner()
    {
        release();
        m_ending = true;
        ::shutdown(m_listener, SHUT_RDWR);
        m_acceptor.join();
        for (std::thread &thread : m_threads)
            thread.join();
        ::close(m_listener);
    }

    quint16 port() const { return m_port; }
    int requests() const { return m_requests; }
    int connections() const { return m_connections; }
    QByteArray lastRequest() const
    {
        const std::lock_guard lock(m_mutex);
        return QByteArray::fromStdString(m_last);
    }
    void release()
    {
        const std::lock_guard lock(m_mutex);
        m_released = true;
        m_release.notify_all();
    }

private:
    void waitForRelease()
    {
        std::unique_lock lock(m_mutex);
        m_release.wait(lock, [this] { return m_released; });
    }

    void accept()
    {
        for (;;) {
            const int descriptor = ::accept(m_listener, nullptr, nullptr);
            if (descriptor < 0 || m_ending)
                return;
            ++m_connections;
            m_threads.emplace_back([this, descriptor] { serve(descriptor); });
        }
    }

    void serve(int descriptor)
    {
        Peer peer(descriptor, *this);
        if (readRequest(peer)) {
            ++m_requests;
            {
                const std::lock_guard lock(m_mutex);
                m_last = peer.request.toStdString();
            }
            m_script(peer);
        }
        ::close(descriptor);
    }

    static bool readRequest(Peer &peer)
    {
        for (;;) {
            const qsizetype end = peer.request.indexOf("\r\n\r\n");
            if (end >= 0) {
                const qsizetype at = peer.request.indexOf("Content-Length: ");
                const qsizetype length =
                    at < 0 ? 0 : peer.request.mid(at + 16, peer.request.indexOf('\r', at) - at - 16).toLongLong();
                if (peer.request.size() >= end + 4 + length)
                    return true;
            }
            char chunk[65536];
            const ssize_t count = ::recv(peer.m_descriptor, chunk, sizeof chunk, 0);
            if (count <= 0)
                return false;
            peer.request.append(chunk, count);
        }
    }

    Script m_script;
    int m_listener;
    quint16 m_port = 0;
    std::atomic<int> m_requests = 0;
    std::atomic<int> m_connections = 0;
    std::atomic<bool> m_ending = false;
    mutable std::mutex m_mutex;
    std::condition_variable m_release;
    bool m_released = false;
    std::string m_last;
    std::vector<std::thread> m_threads;
    std::thread m_acceptor;
};
