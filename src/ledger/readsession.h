#pragma once

#include "ledger/keysetquery.h"
#include "ledger/sqliteconnection.h"
#include "ledger/statement.h"

#include <QHash>

#include <atomic>
#include <functional>
#include <mutex>
#include <unordered_map>

namespace obstat::ledger {

/// A connection for reading, its own or the writer's, with its prepared statements. One thread, but for interrupt().
class ReadSession
{
public:
    /// One row of a running statement; return false to stop.
    using Row = std::function<bool(const QSqlQuery &row)>;

    explicit ReadSession(std::unique_ptr<SqliteConnection> owned);
    /// The connection must outlive the session.
    explicit ReadSession(SqliteConnection &borrowed);
    ~ReadSession();
    ReadSession(const ReadSession &) = delete;
    ReadSession &operator=(const ReadSession &) = delete;

    /// Runs a statement and visits its rows. Cancelled after interrupt().
    [[nodiscard]] base::Result<> forEach(const SqlText &text, const Row &visit);
    /// The first column of the first row; `otherwise` when there is none or it is NULL.
    [[nodiscard]] base::Result<std::optional<qint64>> number(const SqlText &text);

    /// Thread-safe: the running statement, and those that the same reading still starts, fail with Cancelled.
    void interrupt();
    [[nodiscard]] SqliteConnection &connection() { return m_connection; }
    /// The driver that was chosen for a filter before (KeysetReader).
    [[nodiscard]] QHash<QString, int> &choices() { return m_choices; }

private:
    friend class Reading;
    [[nodiscard]] Statement &prepared(const QString &sql);

    std::unique_ptr<SqliteConnection> m_owned;
    SqliteConnection &m_connection;
    std::unordered_map<QString, std::unique_ptr<Statement>> m_statements;
    QHash<QString, int> m_choices;
    std::mutex m_handleMutex; // interrupt() against the end of the connection
    bool m_closed = false;
    std::atomic<bool> m_interrupted{false};
    int m_depth = 0;
};

/// A consistent look: all statements between its construction and its end see the same state of the ledger. Nests;
/// inside a transaction of the writer it is part of that.
class Reading
{
public:
    explicit Reading(ReadSession &session);
    ~Reading();
    Reading(const Reading &) = delete;
    Reading &operator=(const Reading &) = delete;

private:
    ReadSession &m_session;
    bool m_began = false;
};

} // namespace obstat::ledger
