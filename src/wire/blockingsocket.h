#pragma once

#include "base/result.h"

#include <QByteArray>

#include <chrono>

namespace obstat::wire {

/// A TCP connection with time limits, without any loop.
class BlockingSocket
{
public:
    using Deadline = std::chrono::steady_clock::time_point;

    BlockingSocket() = default;
    ~BlockingSocket() { close(); }
    BlockingSocket(BlockingSocket &&other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
    BlockingSocket &operator=(BlockingSocket &&other) noexcept
    {
        std::swap(m_descriptor, other.m_descriptor);
        return *this;
    }

    /// Tries every address of `host`. Errors: Unavailable, Timeout.
    [[nodiscard]] base::Result<> connect(const QByteArray &host, quint16 port, Deadline deadline);
    /// Writes all of it; `written` counts what was taken, also on an error. Errors: Io, Timeout.
    [[nodiscard]] base::Result<> write(QByteArrayView bytes, qsizetype &written, Deadline deadline);
    /// Appends what is there, at least one byte; false at the end of the stream. Errors: Io, Timeout.
    [[nodiscard]] base::Result<bool> read(QByteArray &into, Deadline deadline);
    /// Open, nothing unread, and the other side did not close it.
    [[nodiscard]] bool quiet() const;
    [[nodiscard]] bool isOpen() const { return m_descriptor >= 0; }
    void close();

private:
    [[nodiscard]] base::Result<> await(short events, Deadline deadline) const;

    int m_descriptor = -1;
};

} // namespace obstat::wire
