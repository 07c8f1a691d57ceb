#include "ledger/migrations.h"

#include "base/digest.h"
#include "base/faultpoint.h"
#include "ledger/filesystem.h"
#include "ledger/sqliteconnection.h"
#include "ledger/statement.h"

#include <QDir>
#include <QFile>
#include <QHash>

#include <algorithm>
#include <sqlite3.h>

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

namespace {

/// A script of many statements, as Qt Sql runs only one at a time and triggers hold semicolons.
base::Result<> runScript(SqliteConnection &connection, const Migration &migration)
{
    QByteArrayView rest(migration.sql);
    while (!rest.trimmed().isEmpty()) {
        qsizetype end = rest.indexOf(';');
        while (end >= 0 && sqlite3_complete(rest.first(end + 1).toByteArray().constData()) == 0) {
            end = rest.indexOf(';', end + 1);
        }
        const QByteArrayView one = end < 0 ? rest : rest.first(end + 1);
        rest = end < 0 ? QByteArrayView() : rest.sliced(end + 1);
        if (end < 0) {
            break; // comments after the last statement
        }
        if (auto done = connection.execute(QString::fromUtf8(one)); !done) {
            return done;
        }
    }
    return {};
}

base::Result<QHash<int, QString>> appliedDigests(SqliteConnection &connection)
{
    QHash<int, QString> applied;
    const auto exists =
        connection.number(u"SELECT count(*) FROM sqlite_schema WHERE type='table' AND name='schema_migration'"_s);
    if (!exists) {
        return tl::unexpected(exists.error());
    }
    if (*exists == 0) {
        return applied;
    }
    Statement statement(connection, u"SELECT number, digest FROM schema_migration"_s);
    if (auto ran = statement.run({}); !ran) {
        return tl::unexpected(ran.error());
    }
    while (true) {
        const auto more = statement.next();
        if (!more) {
            return tl::unexpected(more.error());
        }
        if (!*more) {
            return applied;
        }
        applied.insert(statement.value(0).toInt(), statement.value(1).toString());
    }
}

base::Result<> apply(SqliteConnection &connection, const Migration &migration, base::Micros now)
{
    if (auto begun = connection.execute(u"BEGIN IMMEDIATE"_s); !begun) {
        return begun;
    }
    Statement note(connection, u"INSERT INTO schema_migration(number, digest, applied_at) VALUES(?,?,?)"_s);
    auto done = runScript(connection, migration);
    if (done) {
        done = note.run({migration.number, migration.digest, now});
    }
    if (done) {
        done = connection.execute(u"PRAGMA user_version=%1"_s.arg(migration.number));
    }
    if (done) {
        done = connection.execute(u"PRAGMA application_id=%1"_s.arg(kApplicationId));
    }
    base::faultPoint("P14");
    if (done) {
        done = connection.execute(u"COMMIT"_s);
    }
    if (!done && connection.inTransaction()) {
        static_cast<void>(connection.execute(u"ROLLBACK"_s)); // the first error is the one to tell
    }
    return done;
}

} // namespace

QList<Migration> landedMigrations(const QString &folder)
{
    QList<Migration> migrations;
    const QStringList names = QDir(folder).entryList({u"[0-9][0-9][0-9][0-9]_*.sql"_s}, QDir::Files, QDir::Name);
    for (const QString &name : names) {
        QFile file(folder + u'/' + name);
        if (!file.open(QIODevice::ReadOnly)) {
            qFatal("a migration cannot be read");
        }
        Migration migration;
        migration.number = name.first(4).toInt();
        migration.sql = file.readAll();
        migration.digest = base::digestHex(migration.sql);
        migrations.append(migration);
    }
    return migrations;
}

base::Result<> requireKnownSchema(SqliteConnection &connection, const QList<Migration> &migrations)
{
    const int newest = migrations.isEmpty() ? 0 : migrations.last().number;
    const auto version = connection.number(u"PRAGMA user_version"_s);
    if (!version) {
        return tl::unexpected(version.error());
    }
    const auto applied = appliedDigests(connection);
    if (!applied) {
        return tl::unexpected(applied.error());
    }
    const QList<int> numbers = applied->keys();
    const qint64 highest = numbers.isEmpty() ? 0 : *std::max_element(numbers.begin(), numbers.end());
    if (std::max(*version, highest) > newest) {
        return fail(ErrorCode::Newer, u"The ledger was made by a newer version of Obstat: its schema is %1, this "
                                      "program knows up to %2."_s.arg(std::max(*version, highest))
                                          .arg(newest));
    }
    for (const Migration &migration : migrations) {
        const auto known = applied->constFind(migration.number);
        if (known != applied->constEnd() && *known != migration.digest) {
            return fail(ErrorCode::Corrupt,
                        u"The ledger's schema change %1 was not the one of this program."_s.arg(migration.number));
        }
    }
    return {};
}

base::Result<> requireCurrentSchema(SqliteConnection &connection, const QList<Migration> &migrations)
{
    const auto version = connection.number(u"PRAGMA user_version"_s);
    if (!version) {
        return tl::unexpected(version.error());
    }
    if (*version >= migrations.last().number) {
        return {};
    }
    return fail(ErrorCode::Unsupported,
                u"The ledger was made by an older version of Obstat: its schema is %1, this "
                "program reads %2. Start obstatd on it once; that brings it up to date."_s.arg(*version)
                    .arg(migrations.last().number));
}

base::Result<> migrate(SqliteConnection &connection, const QList<Migration> &migrations, base::Micros now)
{
    if (auto known = requireKnownSchema(connection, migrations); !known) {
        return known;
    }
    const auto applied = appliedDigests(connection);
    if (!applied) {
        return tl::unexpected(applied.error());
    }
    for (const Migration &migration : migrations) {
        if (applied->contains(migration.number)) {
            continue;
        }
        if (auto done = apply(connection, migration, now); !done) {
            return done;
        }
    }
    return {};
}

} // namespace obstat::ledger
