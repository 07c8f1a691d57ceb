#pragma once

#include "wire/message.h"
#include "wire/responder.h"
#include "wire/serverconfig.h"

#include <condition_variable>
#include <functional>
#include <mutex>

namespace obstat::wire {

/// What the workers and connections of one running server share.
struct ServerContext
{
    ServerConfig config;
    std::function<void(Request, Responder)> handler;
    quint16 port = 0;

    /// Counts one more connection; false when the limit is reached.
    [[nodiscard]] bool enter();
    void leave();
    [[nodiscard]] int connections() const;
    /// Waits until no connection is open, at most so long.
    void waitUntilEmpty(base::Micros atMost);

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_emptied;
    int m_connections = 0;
};

} // namespace obstat::wire
