#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "wire/message.h"

#include <memory>

namespace obstat::wire {

/// A blocking client with one kept connection to our own gateway (obstatctl, benchmarks, replay, the MCP proxy);
/// never for owners. Needs no event loop. One object in one thread at a time.
class KeepAliveClient
{
public:
    /// `host` is a name or an address without brackets; nothing is connected yet.
    KeepAliveClient(QByteArray host, quint16 port);
    ~KeepAliveClient();
    KeepAliveClient(KeepAliveClient &&) noexcept;
    KeepAliveClient &operator=(KeepAliveClient &&) noexcept;

    /// One request, one whole answer. It is sent a second time, on a fresh connection, only when the method is GET or
    /// HEAD, or when not one byte was written. Errors: Unavailable (no connection), Timeout, Io (closed or reset
    /// before the answer was whole), Malformed (not HTTP), TooLarge (over `maxResponseBytes`), Usage (bad header).
    [[nodiscard]] base::Result<Response> send(const QByteArray &method, const QByteArray &target,
                                              const Headers &headers = {}, const QByteArray &body = {},
                                              base::Micros timeout = 30 * base::kSecond);
    void setMaxResponseBytes(qsizetype bytes);
    [[nodiscard]] bool connected() const;
    void close();

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace obstat::wire
