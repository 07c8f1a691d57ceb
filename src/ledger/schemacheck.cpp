#include "ledger/schemacheck.h"

#include "ledger/migrations.h"

#include <QMap>

#include <memory>
#include <sqlite3.h>

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kRowsAtOnce = 8192;
constexpr auto kSchema = "SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE "
                         "'sqlite_%'";

int keep(void *into, int, char **values, char **)
{
    static_cast<QMap<QString, QString> *>(into)->insert(QString::fromUtf8(values[0]), QString::fromUtf8(values[1]));
    return 0;
}

/// Type and name of every object that the migrations make, with its text.
const QMap<QString, QString> &expectedSchema()
{
    static const QMap<QString, QString> schema = [] {
        sqlite3 *handle = nullptr;
        QMap<QString, QString> made;
        if (sqlite3_open(":memory:", &handle) == SQLITE_OK) {
            const QList<Migration> migrations = landedMigrations();
            for (const Migration &migration : migrations)
                sqlite3_exec(handle, migration.sql.constData(), nullptr, nullptr, nullptr);
            sqlite3_exec(handle, kSchema, &keep, &made, nullptr);
        }
        sqlite3_close(handle);
        return made;
    }();
    return schema;
}

} // namespace

base::Result<> SchemaCheck::checkSchema()
{
    QMap<QString, QString> found;
    const auto read = m_session.forEach({QString::fromLatin1(kSchema), {}}, [&found](const QSqlQuery &row) {
        found.insert(row.value(0).toString(), row.value(1).toString());
        return true;
    });
    if (!read)
        return read;
    const QMap<QString, QString> &expected = expectedSchema();
    for (auto object = expected.begin(); object != expected.end(); ++object) {
        if (found.value(object.key()) != object.value())
            m_findings.addGrave(
                -1, -1, u"The %1 of the database is missing or is not the one that was made."_s.arg(object.key()));
    }
    for (auto object = found.begin(); object != found.end(); ++object) {
        const bool acts = object.key().startsWith(u"trigger "_s) || object.key().startsWith(u"view "_s);
        if (acts && !expected.contains(object.key()))
            m_findings.addGrave(-1, -1, u"The database has a foreign %1."_s.arg(object.key()));
    }
    return {};
}

base::Result<bool> SchemaCheck::checkIndexes(const Step &step)
{
    const QString alive = u"t.status NOT IN ('rejected','expired','withdrawn','failed')"_s;
    const QString open = u"t.status IN ('awaiting_approval','approved','running','unknown') AND t.work_window <> ''"_s;
    const QList<Index> indexes{
        {u"operation_any_key"_s, u"operation"_s, u"id"_s, {}, u"k.intent_key = t.intent_key AND k.tenant = t.tenant"_s},
        {u"operation_one_alive"_s, u"operation"_s, u"id"_s, alive,
         u"k.tenant = t.tenant AND k.intent_key = t.intent_key AND k.status NOT IN "
         "('rejected','expired','withdrawn','failed')"_s},
        {u"operation_open_work"_s, u"operation"_s, u"id"_s, open,
         u"k.tenant = t.tenant AND k.base_text = t.base_text AND k.status IN "
         "('awaiting_approval','approved','running','unknown') AND k.work_window <> ''"_s},
        {u"operation_status"_s, u"operation"_s, u"id"_s, {}, u"k.status = t.status"_s},
        {u"operation_run"_s, u"operation"_s, u"id"_s, {}, u"k.run = t.run"_s},
        {u"event_operation"_s, u"event"_s, u"seq"_s, u"t.operation IS NOT NULL"_s,
         u"k.operation = t.operation AND k.operation IS NOT NULL"_s},
        {u"event_kind"_s, u"event"_s, u"seq"_s, {}, u"k.kind = t.kind"_s}};
    for (const Index &index : indexes) {
        const auto checked = checkIndex(index, step);
        if (!checked || !*checked)
            return checked;
    }
    return true;
}

base::Result<bool> SchemaCheck::checkIndex(const Index &index, const Step &step)
{
    const auto highest = m_session.number({u"SELECT max("_s % index.key % u") FROM "_s % index.table, {}});
    if (!highest)
        return tl::unexpected(highest.error());
    const QString where = index.where.isEmpty() ? QString() : QString(u" AND "_s % index.where);
    const QString missing = u"SELECT t."_s % index.key % u" FROM "_s % index.table % u" t NOT INDEXED WHERE t."_s %
                            index.key % u" >= ? AND t."_s % index.key % u" <= ?"_s % where %
                            u" AND NOT EXISTS (SELECT 1 FROM "_s % index.table % u" k INDEXED BY "_s % index.name %
                            u" WHERE "_s % index.match % u" AND k."_s % index.key % u" = t."_s % index.key %
                            u") LIMIT 1"_s;
    const QString next =
        u"SELECT min("_s % index.key % u") FROM "_s % index.table % u" WHERE "_s % index.key % u" >= ?"_s;
    const qint64 last = highest->value_or(-1);
    for (qint64 first = 0; first <= last; first += kRowsAtOnce) {
        const auto there = m_session.number({next, {first}}); // over the gap of a forged number
        if (!there)
            return tl::unexpected(there.error());
        first = there->value_or(first);
        const auto lost = m_session.number({missing, {first, first + kRowsAtOnce - 1}});
        if (!lost)
            return tl::unexpected(lost.error());
        if (*lost) {
            m_findings.addGrave(-1, -1,
                                u"The index %1 does not hold %2 %3 of %4: run 'REINDEX' on a copy and find out "
                                "who emptied it."_s.arg(index.name, index.key, QString::number(**lost), index.table));
            return true;
        }
        if (!step(qMin(first + kRowsAtOnce, last), last))
            return false;
    }
    return true;
}

} // namespace obstat::ledger
