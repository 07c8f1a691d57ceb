#pragma once

#include "wire/exchange.h"

#include <functional>
#include <memory>

namespace obstat::wire {

/// Calls owners. One exchange is exactly one request on a fresh TCP connection of its own: never re-used, never
/// resent, no redirect followed (contract 7.1). Runs one thread of its own.
class Client
{
public:
    /// Called on the client's thread; must not block. Called with one final outcome; at most once before it with
    /// TimedOut.
    using Callback = std::function<void(Outcome)>;

    Client();
    ~Client(); ///< stops
    Client(const Client &) = delete;
    Client &operator=(const Client &) = delete;

    /// Starts an exchange and returns. Thread-safe, any number at once. After `stop` the callback gets NotSent at
    /// once, on the calling thread.
    void exchange(Exchange exchange, Callback callback);
    /// Ends every open exchange (Stopped, or NotSent where nothing was written), calls their callbacks, waits for the
    /// thread. Not from a callback. The destructor may wait for a name look-up that the resolver has not given up.
    void stop();

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace obstat::wire
