#include "sim/ownerbook.h"

#include <sqlite3.h>

using namespace Qt::StringLiterals;

namespace obstat::sim {

using base::ErrorCode;
using base::fail;
using base::Result;

struct OwnerBook::Private
{
    sqlite3 *database = nullptr;
};

namespace {

constexpr const char *kSchema = R"(
CREATE TABLE IF NOT EXISTS effect (
  id INTEGER PRIMARY KEY, tenant TEXT NOT NULL, tool TEXT NOT NULL, arguments BLOB NOT NULL,
  idempotency_key TEXT NOT NULL, reference TEXT NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS effect_key ON effect(idempotency_key);
CREATE TABLE IF NOT EXISTS answer (
  idempotency_key TEXT PRIMARY KEY, status INTEGER NOT NULL, body BLOB NOT NULL, request BLOB NOT NULL) STRICT;
)";

/// A prepared statement that finalises itself.
class Statement
{
public:
    Statement(sqlite3 *database, const char *sql) : m_database(database)
    {
        sqlite3_prepare_v2(database, sql, -1, &m_statement, nullptr);
    }
    ~Statement() { sqlite3_finalize(m_statement); }
    Statement(const Statement &) = delete;
    Statement &operator=(const Statement &) = delete;

    Statement &text(const QString &value)
    {
        const QByteArray utf8 = value.toUtf8();
        sqlite3_bind_text(m_statement, ++m_bound, utf8.constData(), static_cast<int>(utf8.size()), SQLITE_TRANSIENT);
        return *this;
    }
    Statement &blob(const QByteArray &value)
    {
        // A null pointer would bind NULL for an empty value.
        sqlite3_bind_blob(m_statement, ++m_bound, value.isEmpty() ? "" : value.constData(),
                          static_cast<int>(value.size()), SQLITE_TRANSIENT);
        return *this;
    }
    Statement &number(qint64 value)
    {
        sqlite3_bind_int64(m_statement, ++m_bound, value);
        return *this;
    }
    int step() { return m_statement ? sqlite3_step(m_statement) : SQLITE_ERROR; }
    [[nodiscard]] qint64 numberAt(int column) const { return sqlite3_column_int64(m_statement, column); }
    [[nodiscard]] QByteArray blobAt(int column) const
    {
        return {static_cast<const char *>(sqlite3_column_blob(m_statement, column)),
                sqlite3_column_bytes(m_statement, column)};
    }
    [[nodiscard]] QString textAt(int column) const { return QString::fromUtf8(blobAt(column)); }
    [[nodiscard]] tl::unexpected<base::Error> error() const
    {
        return fail(ErrorCode::Io, u"The owner's book failed."_s, QString::fromUtf8(sqlite3_errmsg(m_database)));
    }

private:
    sqlite3 *m_database;
    sqlite3_stmt *m_statement = nullptr;
    int m_bound = 0;
};

Effect effectFrom(const Statement &row)
{
    return {row.numberAt(0), row.textAt(1), row.textAt(2), row.blobAt(3), row.textAt(4), row.textAt(5)};
}

constexpr const char *kEffects = "SELECT id, tenant, tool, arguments, idempotency_key, reference FROM effect ";

} // namespace

OwnerBook::OwnerBook(std::unique_ptr<Private> p) : d(std::move(p)) {}

OwnerBook::~OwnerBook()
{
    sqlite3_close(d->database);
}

Result<std::unique_ptr<OwnerBook>> OwnerBook::open(const QString &path)
{
    auto p = std::make_unique<Private>();
    const int opened = sqlite3_open_v2(path.toUtf8().constData(), &p->database,
                                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, nullptr);
    std::unique_ptr<OwnerBook> book(new OwnerBook(std::move(p)));
    sqlite3 *database = book->d->database;
    sqlite3_busy_timeout(database, 5000);
    if (opened != SQLITE_OK ||
        sqlite3_exec(database, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;", nullptr, nullptr, nullptr) !=
            SQLITE_OK ||
        sqlite3_exec(database, kSchema, nullptr, nullptr, nullptr) != SQLITE_OK)
        return fail(ErrorCode::Io, u"The owner's book '%1' cannot be opened."_s.arg(path),
                    QString::fromUtf8(sqlite3_errmsg(database)));
    return book;
}

Result<std::optional<StoredAnswer>> OwnerBook::answerUnder(const QString &key)
{
    Statement statement(d->database, "SELECT status, body, request FROM answer WHERE idempotency_key = ?");
    switch (statement.text(key).step()) {
    case SQLITE_ROW:
        return std::optional(
            StoredAnswer{static_cast<int>(statement.numberAt(0)), statement.blobAt(1), statement.blobAt(2)});
    case SQLITE_DONE:
        return std::optional<StoredAnswer>();
    default:
        return statement.error();
    }
}

Result<qint64> OwnerBook::commit(const std::optional<Effect> &effect, const QString &key, const StoredAnswer &answer)
{
    Statement begin(d->database, "BEGIN IMMEDIATE");
    if (begin.step() != SQLITE_DONE)
        return begin.error();
    qint64 id = 0;
    bool good = true;
    if (effect) {
        Statement insert(d->database,
                         "INSERT INTO effect(tenant, tool, arguments, idempotency_key, reference) VALUES(?,?,?,?,?)");
        insert.text(effect->tenant).text(effect->tool).blob(effect->arguments).text(key).text(effect->reference);
        good = insert.step() == SQLITE_DONE;
        id = sqlite3_last_insert_rowid(d->database);
    }
    if (good && answer.status != 0) {
        Statement insert(d->database, "INSERT INTO answer(idempotency_key, status, body, request) VALUES(?,?,?,?)");
        insert.text(key).number(answer.status).blob(answer.body).blob(answer.request);
        good = insert.step() == SQLITE_DONE;
    }
    Statement end(d->database, good ? "COMMIT" : "ROLLBACK");
    if (end.step() != SQLITE_DONE || !good)
        return end.error();
    return id;
}

Result<qint64> OwnerBook::nextNumber()
{
    Statement statement(d->database, "SELECT coalesce(max(id), 0) + 1 FROM effect");
    if (statement.step() != SQLITE_ROW)
        return statement.error();
    return statement.numberAt(0);
}

Result<std::optional<Effect>> OwnerBook::effectUnder(const QString &key)
{
    const QByteArray sql = QByteArray(kEffects) + "WHERE idempotency_key = ? ORDER BY id LIMIT 1";
    Statement statement(d->database, sql.constData());
    switch (statement.text(key).step()) {
    case SQLITE_ROW:
        return std::optional(effectFrom(statement));
    case SQLITE_DONE:
        return std::optional<Effect>();
    default:
        return statement.error();
    }
}

Result<QList<Effect>> OwnerBook::effects()
{
    const QByteArray sql = QByteArray(kEffects) + "ORDER BY id";
    Statement statement(d->database, sql.constData());
    QList<Effect> rows;
    int step = statement.step();
    for (; step == SQLITE_ROW; step = statement.step())
        rows.append(effectFrom(statement));
    if (step != SQLITE_DONE)
        return statement.error();
    return rows;
}

Result<qint64> OwnerBook::countEffects(const QString &tenantPrefix)
{
    Statement statement(d->database, "SELECT count(*) FROM effect WHERE substr(tenant, 1, length(?)) = ?");
    if (statement.text(tenantPrefix).text(tenantPrefix).step() != SQLITE_ROW)
        return statement.error();
    return statement.numberAt(0);
}

} // namespace obstat::sim
