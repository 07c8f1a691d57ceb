#pragma once

#include "base/result.h"
#include "ledger/fileinuse.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QString>

#include <memory>
#include <optional>

struct sqlite3;

namespace obstat::ledger {

/// One SQLite connection through Qt Sql with the pragmas of architecture.md. Used by one thread, except interrupt().
/// Every QSqlQuery and Statement over it must be gone before it is.
class SqliteConnection
{
public:
    enum class Mode {
        Create,    ///< a new file, read-write
        ReadWrite, ///< an existing file; the one writer
        ReadOnly,  ///< mode=ro: never writes, never checkpoints
    };

    /// NotFound, NotALedger, Truncated, Newer is not judged here; ReadOnly, Corrupt, Busy, DiskFull, Io.
    [[nodiscard]] static base::Result<std::unique_ptr<SqliteConnection>> open(const QString &file, Mode mode);
    ~SqliteConnection();
    SqliteConnection(const SqliteConnection &) = delete;
    SqliteConnection &operator=(const SqliteConnection &) = delete;

    [[nodiscard]] QSqlDatabase &database() { return m_database; }
    [[nodiscard]] const QString &file() const { return m_file; }
    /// For interrupt, progress, file control, limits and the state of a transaction only (architecture.md).
    [[nodiscard]] sqlite3 *handle() const { return m_handle; }

    /// Thread-safe: makes the running statement fail with Cancelled.
    void interrupt();
    /// Runs statements without parameters and without rows.
    [[nodiscard]] base::Result<> execute(const QString &sql);
    /// The first column of the first row, as a number; `otherwise` when there is no row.
    [[nodiscard]] base::Result<qint64> number(const QString &sql, qint64 otherwise = 0);
    [[nodiscard]] bool inTransaction() const;

    /// True once a sync of the file or its log failed: what was written since is unknown, so nothing may be tried
    /// again over this connection (fsync is never retried).
    [[nodiscard]] bool syncFailed() const { return m_syncFailed; }
    /// Pages in the write-ahead log after the last commit of this connection.
    [[nodiscard]] int logPages() const { return m_logPages; }

    /// The error of a failed query with the driver's words in its detail; notes a failed sync.
    [[nodiscard]] base::Error error(const QSqlError &error, const QString &doing = {});

private:
    SqliteConnection(QString file, Mode mode);
    [[nodiscard]] base::Result<> start();
    [[nodiscard]] base::Result<> configure();

    QString m_file;
    Mode m_mode;
    QString m_name;
    std::optional<FileInUse> m_inUse; ///< from before the first lock until after the last
    QSqlDatabase m_database;
    sqlite3 *m_handle = nullptr;
    bool m_syncFailed = false;
    int m_logPages = 0;
};

/// The error code of a SQLite result code, extended or not.
[[nodiscard]] base::ErrorCode codeOfSqlite(int resultCode);

} // namespace obstat::ledger
