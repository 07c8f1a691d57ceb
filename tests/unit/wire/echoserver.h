#pragma once

#include "wire/server.h"

#include <QByteArrayList>

#include <atomic>
#include <mutex>

/// A server under test whose handler answers with what it saw, and remembers it.
class EchoServer
{
public:
    using Handler = obstat::wire::Server::Handler;

    explicit EchoServer(obstat::wire::ServerConfig config = {}, Handler handler = {})
    {
        const auto result = server.start(
            std::move(config), [this, handler](obstat::wire::Request request, obstat::wire::Responder responder) {
                {
                    const std::lock_guard lock(m_mutex);
                    m_seen.append(request.method + ' ' + request.target);
                }
                if (handler)
                    return handler(std::move(request), std::move(responder));
                responder.answer(
                    obstat::wire::Response::text(200, request.method + ' ' + request.target + '\n' + request.body));
            });
        started = result.has_value();
    }

    QByteArrayList seen() const
    {
        const std::lock_guard lock(m_mutex);
        return m_seen;
    }
    quint16 port() const { return server.port(); }
    /// A Host field that the server accepts.
    QByteArray host() const { return "Host: 127.0.0.1:" + QByteArray::number(port()) + "\r\n"; }
    QByteArray get(const QByteArray &target) const { return "GET " + target + " HTTP/1.1\r\n" + host() + "\r\n"; }
    QByteArray post(const QByteArray &target, const QByteArray &body) const
    {
        return "POST " + target + " HTTP/1.1\r\n" + host() + "Content-Length: " + QByteArray::number(body.size()) +
               "\r\n\r\n" + body;
    }

    bool started = false;

private:
    mutable std::mutex m_mutex;
    QByteArrayList m_seen;

public:
    obstat::wire::Server server; // last: it stops before what its handler uses goes
};
