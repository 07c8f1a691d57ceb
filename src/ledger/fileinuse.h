#pragma once

#include <QString>

#include <functional>

namespace obstat::ledger {

/// Marks a database file as open through SQLite in this process, for as long as it lives. SQLite's locks are POSIX
/// locks, and closing any other descriptor of the file would drop all of them (fcntl(2)): another program could then
/// take this process for gone and delete its write-ahead log with everything that was not checkpointed yet.
/// Thread-safe.
class FileInUse
{
public:
    explicit FileInUse(const QString &file);
    ~FileInUse();
    FileInUse(const FileInUse &) = delete;
    FileInUse &operator=(const FileInUse &) = delete;

    /// Runs `look`, which may open and close the file, unless a connection of this process has it open; none begins to
    /// use it meanwhile.
    static void unlessInUse(const QString &file, const std::function<void()> &look);

private:
    std::pair<quint64, quint64> m_file;
};

} // namespace obstat::ledger
