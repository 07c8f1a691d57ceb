#pragma once

#include "base/result.h"

#include <QString>

#include <memory>

namespace obstat::ledger {

/// The one writer's lock: flock on NAME.lock, held for the life of this object and released by the kernel at the
/// latest when the process dies.
class WriterLock
{
public:
    /// Locked (another process or object holds it), ReadOnly, NetworkFileSystem, NotFound (no such folder), Io.
    [[nodiscard]] static base::Result<std::unique_ptr<WriterLock>> take(const QString &path);
    ~WriterLock();
    WriterLock(const WriterLock &) = delete;
    WriterLock &operator=(const WriterLock &) = delete;

private:
    explicit WriterLock(int fd) : m_fd(fd) {}
    int m_fd;
};

} // namespace obstat::ledger
