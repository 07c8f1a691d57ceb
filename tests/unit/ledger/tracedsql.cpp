#include "unit/ledger/tracedsql.h"

#include <sqlite3.h>

#include <mutex>

namespace obstat::tests {

namespace {

std::mutex mutex;
QStringList texts;

int note(unsigned, void *, void *, void *sql)
{
    const std::lock_guard lock(mutex);
    const QString text = QString::fromUtf8(static_cast<const char *>(sql));
    if (!texts.contains(text))
        texts.append(text);
    return 0;
}

int traceConnection(sqlite3 *connection, const char **, const void *)
{
    return sqlite3_trace_v2(connection, SQLITE_TRACE_STMT, &note, nullptr);
}

using Entry = void (*)();

} // namespace

TracedSql::TracedSql()
{
    sqlite3_auto_extension(reinterpret_cast<Entry>(&traceConnection)); // the API's own signature for entry points
}

TracedSql::~TracedSql()
{
    sqlite3_cancel_auto_extension(reinterpret_cast<Entry>(&traceConnection));
}

QStringList TracedSql::take()
{
    const std::lock_guard lock(mutex);
    QStringList found;
    found.swap(texts);
    return found;
}

} // namespace obstat::tests
