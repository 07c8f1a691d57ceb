#include "ledger/sqliteconnection.h"

#include "base/plantedbug.h"
#include "ledger/ledgerfiles.h"

#include <QFileInfo>
#include <QSqlDriver>
#include <QSqlQuery>
#include <QVariant>

#include <atomic>
#include <sqlite3.h>

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

namespace {

constexpr int kWriterBusyMs = 250;
constexpr int kReaderBusyMs = 2000;

QString freshName()
{
    static std::atomic<quint64> next{0};
    return u"obstat-ledger-%1"_s.arg(next.fetch_add(1));
}

int noteLogPages(void *into, sqlite3 *, const char *, int pages)
{
    *static_cast<int *>(into) = pages;
    return SQLITE_OK;
}

QString sentence(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Busy:
        return u"Another program keeps the ledger locked; nothing was done."_s;
    case ErrorCode::ReadOnly:
        return u"The ledger cannot be written: the file or its folder is read-only."_s;
    case ErrorCode::DiskFull:
        return u"The disk is full; nothing was written to the ledger."_s;
    case ErrorCode::Corrupt:
        return u"The ledger file is damaged."_s;
    case ErrorCode::NotALedger:
        return u"The file is not an Obstat ledger."_s;
    case ErrorCode::Cancelled:
        return u"The query was cancelled."_s;
    case ErrorCode::NotFound:
        return u"The ledger file cannot be opened."_s;
    case ErrorCode::Io:
        return u"The ledger file could not be read or written."_s;
    default:
        return u"The ledger refused a statement."_s;
    }
}

} // namespace

ErrorCode codeOfSqlite(int resultCode)
{
    switch (resultCode & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return ErrorCode::Busy;
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return ErrorCode::ReadOnly;
    case SQLITE_FULL:
        return ErrorCode::DiskFull;
    case SQLITE_CORRUPT:
        return ErrorCode::Corrupt;
    case SQLITE_NOTADB:
        return ErrorCode::NotALedger;
    case SQLITE_INTERRUPT:
        return ErrorCode::Cancelled;
    case SQLITE_CANTOPEN:
        return ErrorCode::NotFound;
    case SQLITE_IOERR:
        return ErrorCode::Io;
    default:
        return ErrorCode::Internal;
    }
}

SqliteConnection::SqliteConnection(QString file, Mode mode) : m_file(std::move(file)), m_mode(mode), m_name(freshName())
{
}

SqliteConnection::~SqliteConnection()
{
    m_handle = nullptr;
    if (m_database.isValid()) {
        m_database.close();
        m_database = QSqlDatabase();
        QSqlDatabase::removeDatabase(m_name);
    }
}

base::Result<std::unique_ptr<SqliteConnection>> SqliteConnection::open(const QString &file, Mode mode)
{
    if (mode != Mode::Create && !QFileInfo::exists(file)) {
        return fail(ErrorCode::NotFound, u"There is no ledger at %1."_s.arg(file));
    }
    std::unique_ptr<SqliteConnection> connection(new SqliteConnection(file, mode));
    auto ready = connection->start();
    if (ready) {
        ready = connection->configure();
    }
    if (!ready) {
        return tl::unexpected(ofLedger(ready.error(), file));
    }
    return connection;
}

base::Result<> SqliteConnection::start()
{
    m_database = QSqlDatabase::addDatabase(u"QSQLITE"_s, m_name);
    if (!m_database.isValid()) {
        return fail(ErrorCode::Unavailable, u"Qt's SQLite driver is not installed."_s);
    }
    QString options = u"QSQLITE_BUSY_TIMEOUT=%1"_s.arg(m_mode == Mode::ReadOnly ? kReaderBusyMs : kWriterBusyMs);
    if (m_mode == Mode::ReadOnly) {
        options += u";QSQLITE_OPEN_READONLY"_s;
    }
    m_database.setConnectOptions(options);
    m_database.setDatabaseName(m_file);
    if (!m_database.open()) {
        return tl::unexpected(error(m_database.lastError(), u"opening %1"_s.arg(m_file)));
    }
    m_inUse.emplace(m_file); // it exists now, and nothing has been read or locked yet
    const QVariant handle = m_database.driver()->handle();
    if (qstrcmp(handle.typeName(), "sqlite3*") != 0) {
        return fail(ErrorCode::Unavailable, u"Qt's SQLite driver does not give its connection handle."_s);
    }
    m_handle = *static_cast<sqlite3 *const *>(handle.constData());
    return {};
}

base::Result<> SqliteConnection::configure()
{
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    QStringList pragmas{u"PRAGMA foreign_keys=ON"_s, u"PRAGMA cell_size_check=ON"_s, u"PRAGMA temp_store=MEMORY"_s};
    if (m_mode == Mode::ReadOnly) {
        pragmas << u"PRAGMA query_only=ON"_s << u"PRAGMA cache_size=-16384"_s;
    } else {
        // Checkpoints are run by the writer itself, which looks at their result (transaction.cpp).
        pragmas << u"PRAGMA journal_mode=WAL"_s << u"PRAGMA synchronous=FULL"_s << u"PRAGMA wal_autocheckpoint=0"_s
                << u"PRAGMA journal_size_limit=67108864"_s << u"PRAGMA cache_size=-65536"_s;
        if (base::plantedBug("synchronous_normal"))
            pragmas << u"PRAGMA synchronous=NORMAL"_s;
        if (base::plantedBug("synchronous_off"))
            pragmas << u"PRAGMA synchronous=OFF"_s;
    }
    for (const QString &pragma : std::as_const(pragmas)) {
        if (auto done = execute(pragma); !done) {
            return done;
        }
    }
    if (m_mode != Mode::ReadOnly) {
        int persist = 1;
        sqlite3_file_control(m_handle, nullptr, SQLITE_FCNTL_PERSIST_WAL, &persist);
        sqlite3_wal_hook(m_handle, &noteLogPages, &m_logPages);
    }
    return {};
}

void SqliteConnection::interrupt()
{
    if (m_handle != nullptr) {
        sqlite3_interrupt(m_handle);
    }
}

base::Result<> SqliteConnection::execute(const QString &sql)
{
    QSqlQuery query(m_database);
    if (!query.exec(sql)) {
        return tl::unexpected(error(query.lastError(), sql));
    }
    return {};
}

base::Result<qint64> SqliteConnection::number(const QString &sql, qint64 otherwise)
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    if (!query.exec(sql)) {
        return tl::unexpected(error(query.lastError(), sql));
    }
    return query.next() ? query.value(0).toLongLong() : otherwise;
}

bool SqliteConnection::inTransaction() const
{
    return m_handle != nullptr && sqlite3_get_autocommit(m_handle) == 0;
}

base::Error SqliteConnection::error(const QSqlError &error, const QString &doing)
{
    bool isNumber = false;
    int native = error.nativeErrorCode().toInt(&isNumber);
    if (!isNumber) {
        native = SQLITE_ERROR;
    }
    // The driver reports some failures of a step by their short code; the connection knows the long one.
    if (m_handle != nullptr && native == (native & 0xff) && (sqlite3_extended_errcode(m_handle) & 0xff) == native) {
        native = sqlite3_extended_errcode(m_handle);
    }
    if (native == SQLITE_IOERR_FSYNC || native == SQLITE_IOERR_DIR_FSYNC) {
        m_syncFailed = !base::plantedBug("failed_sync_retried");
    }
    const ErrorCode code = codeOfSqlite(native);
    QString detail = u"%1: SQLite %2: %3"_s.arg(m_file, QString::number(native), error.text());
    if (!doing.isEmpty()) {
        detail += u" ("_s + doing + u')';
    }
    return {code, sentence(code), detail};
}

} // namespace obstat::ledger
