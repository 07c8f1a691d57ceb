#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <QByteArray>
#include <QList>

namespace obstat::ledger {

class SqliteConnection;

/// One numbered change of the schema, from the resources.
struct Migration
{
    int number = 0;
    QByteArray sql;
    QString digest;
};

/// `NNNN_*.sql` in the order of their numbers (contract 11: forward-only, never edited once landed).
[[nodiscard]] QList<Migration> landedMigrations(const QString &folder = QStringLiteral(":/obstat/sql/sqlite"));

/// For readers, which change nothing. Unsupported when the ledger was not brought up to the newest schema yet.
[[nodiscard]] base::Result<> requireCurrentSchema(SqliteConnection &connection, const QList<Migration> &migrations);

/// Brings a ledger (or an empty file) to the newest schema, each migration in a transaction of its own. Newer when the
/// ledger has migrations that are not known here, Corrupt when one that ran had another text.
[[nodiscard]] base::Result<> migrate(SqliteConnection &connection, const QList<Migration> &migrations,
                                     base::Micros now);

/// Newer when the ledger's schema is newer than this program; for readers too.
[[nodiscard]] base::Result<> requireKnownSchema(SqliteConnection &connection, const QList<Migration> &migrations);

} // namespace obstat::ledger
