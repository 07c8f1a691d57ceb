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
    /// Holds the database itself too, whatever name and folder lead to it: another link to the file, or a lock file
    /// that somebody deleted, must not make a second writer. Before SQLite opens it. Locked, Io.
    [[nodiscard]] base::Result<> holdDatabase(const QString &database);
    ~WriterLock();
    WriterLock(const WriterLock &) = delete;
    WriterLock &operator=(const WriterLock &) = delete;

private:
    explicit WriterLock(int fd) : m_fd(fd) {}
    int m_fd;
    int m_databaseFd = -1;
    QString m_database;
};

} // namespace obstat::ledger
