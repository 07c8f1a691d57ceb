#include "unit/ledger/rawledger.h"

#include "base/digest.h"
#include "ledger/migrations.h"
#include "ledger/rows.h"
#include "ledger/statement.h"

namespace obstat::tests {

using namespace Qt::StringLiterals;
using ledger::text;
using ledger::textOrNull;

namespace {

[[noreturn]] void stop(const base::Error &error)
{
    qFatal("%s", qPrintable(QString(error.message % u' ' % error.detail)));
}

template <typename T>
T got(base::Result<T> result)
{
    if (!result)
        stop(result.error());
    return std::move(*result);
}

void done(const base::Result<> &result)
{
    if (!result)
        stop(result.error());
}

} // namespace

RawLedger::RawLedger()
    : m_connection(got(ledger::SqliteConnection::open(path(), ledger::SqliteConnection::Mode::Create)))
{
    done(ledger::migrate(*m_connection, ledger::landedMigrations(), 1));
    run(u"INSERT INTO head(one, origin, first_origin, size, range, at, operations, fences, copy) "
        "VALUES(1, 'obstat.local/test', 'obstat.local/test', 0, x'', 0, 0, 0, 'copy')"_s);
    run(u"PRAGMA wal_checkpoint(TRUNCATE)"_s); // readers look at the header of the file itself
}

void RawLedger::run(const QString &sql, const QVariantList &values)
{
    ledger::Statement statement(*m_connection, sql);
    done(statement.run(values));
}

qint64 RawLedger::number(const QString &sql, const QVariantList &values)
{
    return numbers(sql, values).value(0);
}

QList<qint64> RawLedger::numbers(const QString &sql, const QVariantList &values)
{
    QList<qint64> found;
    const QStringList all = texts(sql, 0, values);
    for (const QString &one : all)
        found.append(one.toLongLong());
    return found;
}

QStringList RawLedger::texts(const QString &sql, int column, const QVariantList &values)
{
    ledger::Statement statement(*m_connection, sql);
    done(statement.run(values));
    QStringList found;
    while (got(statement.next()))
        found.append(statement.value(column).toString());
    return found;
}

qint64 RawLedger::add(ledger::OperationRow row)
{
    if (row.id == 0)
        row.id = number(u"SELECT operations + 1 FROM head"_s);
    if (row.intentKey.isEmpty())
        row.intentKey = base::digestHex(QByteArray::number(row.id)).first(32);
    const QVariant order = row.amount.isEmpty() ? QVariant() : QVariant(row.amount.toDouble());
    const auto micros = [](const std::optional<base::Micros> &at) { return ledger::orNull(at); };
    run(u"INSERT INTO operation("_s % ledger::rows::operationColumns() % u",amount_order) VALUES("_s %
            QStringList(48, u"?"_s).join(u',') % u')',
        {row.id,
         row.version,
         text(row.tenant.isEmpty() ? u"default"_s : row.tenant),
         text(row.tool.isEmpty() ? u"pay"_s : row.tool),
         row.intentKey,
         text(row.natural),
         text(row.withoutWindow),
         text(row.window),
         row.revision,
         row.generation,
         text(row.wireKey),
         ledger::statusText(row.status),
         text(row.payloadDigest),
         text(row.factsDigest),
         textOrNull(row.rationaleDigest),
         text(row.registryDigest),
         text(row.policyDigest),
         text(row.rule),
         text(row.verdict),
         u"{}"_s,
         text(row.role),
         text(row.mac),
         row.held,
         text(row.actor),
         text(row.tokenId),
         text(row.sponsor),
         text(row.run),
         text(row.record),
         text(row.amount),
         text(row.currency),
         text(row.keyArguments),
         row.hits,
         textOrNull(row.reference),
         textOrNull(row.resultDigest),
         row.attempts,
         micros(row.firstSentAt),
         ledger::orNull(row.fence),
         micros(row.leaseUntil),
         textOrNull(row.instance),
         micros(row.notBefore),
         row.createdAt,
         micros(row.decidedAt),
         micros(row.finishedAt),
         row.updatedAt,
         row.expiresAt,
         row.counted,
         ledger::orNull(row.contrary),
         order});
    run(u"UPDATE head SET operations = max(operations, ?), at = max(at, ?)"_s, {row.id, row.createdAt});
    return row.id;
}

qint64 RawLedger::add(evidence::Event event)
{
    event.seq = number(u"SELECT size FROM head"_s);
    if (event.tenant.isEmpty())
        event.tenant = u"default"_s;
    if (event.actor.type.isEmpty())
        event.actor = {evidence::actors::agent, u"bot"_s};
    run(u"INSERT INTO event("_s % ledger::rows::eventColumns() % u") VALUES(?,?,?,?,?,?,?,?)"_s,
        {event.seq, event.at, event.kind, event.tenant, ledger::orNull(event.operation), event.actor.id,
         text(event.run), evidence::leafBytes(event)});
    run(u"UPDATE head SET size = size + 1, at = max(at, ?)"_s, {event.at});
    return event.seq;
}

void RawLedger::add(ledger::AttemptRow row)
{
    if (row.number == 0)
        row.number =
            static_cast<int>(number(u"SELECT count(*) + 1 FROM attempt WHERE operation = ?"_s, {row.operation}));
    run(u"INSERT INTO attempt(operation, number, kind, fence, instance, started_at, timeout, ended_at, outcome, "
        "http_status, duration, late, request_digest) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)"_s,
        {row.operation, row.number, row.kind.isEmpty() ? u"commit"_s : row.kind, row.fence, text(row.instance),
         row.startedAt, row.timeout, ledger::orNull(row.endedAt), textOrNull(row.outcome),
         ledger::orNull(row.httpStatus), ledger::orNull(row.duration), row.late, text(row.requestDigest)});
}

void RawLedger::storePayload(const QString &digest, const QByteArray &bytes)
{
    run(u"INSERT INTO payload(digest, bytes) VALUES(?, ?)"_s, {digest, bytes});
}

void RawLedger::setLedgerTime(base::Micros at)
{
    run(u"UPDATE head SET at = ?"_s, {at});
}

} // namespace obstat::tests
