#pragma once

#include "base/result.h"
#include "wire/message.h"
#include "wire/responder.h"
#include "wire/serverconfig.h"

#include <functional>
#include <memory>

namespace obstat::wire {

/// An HTTP/1.1 server for a few trusted-by-token clients. It runs its own threads. Requests of one connection are
/// handled one after the other, also when they were pipelined. Refuses every ambiguous message (RFC 9112, 11.2),
/// wrong Host and Origin, and cuts slow clients (contract 8.2).
class Server
{
public:
    /// Called on a server thread; must not block. It answers now or keeps the responder and answers later. An
    /// exception that leaves it becomes 500.
    using Handler = std::function<void(Request, Responder)>;
    using TimerId = quint64;

    Server();
    ~Server(); ///< stops at once
    Server(const Server &) = delete;
    Server &operator=(const Server &) = delete;

    /// Listens and returns. Errors: Usage (address or a limit is not usable), Unsupported (TLS), Io (the port is
    /// taken).
    [[nodiscard]] base::Result<> start(ServerConfig config, Handler handler);
    /// The port it listens on, 0 when it does not run. Thread-safe.
    [[nodiscard]] quint16 port() const;
    /// Open connections. Thread-safe.
    [[nodiscard]] int connections() const;
    /// Stops accepting, lets running requests finish for at most `grace`, then closes what is left, waits for the
    /// server's threads. Not from a server thread. Timers that did not fire are dropped.
    void stop(base::Micros grace = 0);

    /// Calls `fire` once on a server thread after `delay`; 0 posts it. Thread-safe; nothing happens when the server
    /// does not run. `fire` must not block.
    TimerId after(base::Micros delay, std::function<void()> fire);
    /// The timer will not fire any more, unless it is firing right now. Thread-safe.
    void cancel(TimerId timer);
    /// Timers that neither fired nor were cancelled. Thread-safe.
    [[nodiscard]] int timers() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace obstat::wire
