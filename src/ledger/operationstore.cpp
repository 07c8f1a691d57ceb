#include "ledger/operationstore.h"

#include "base/decimal.h"
#include "ledger/rows.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

namespace {

/// Only what a new row has; the rest is NULL or its default. Binding is what costs.
QString insertSql()
{
    const QString columns =
        u"id,version,tenant,tool,intent_key,natural_text,base_text,work_window,revision,generation,wire_key,status,"
        "payload_digest,facts_digest,rationale_digest,registry_digest,policy_digest,rule,verdict,approvals,role,mac,"
        "actor,token_id,sponsor,run,record,amount,amount_order,currency,key_arguments,decided_at,expires_at,created_at,"
        "updated_at,not_before,remind_at"_s;
    const QStringList marks(columns.count(u',') + 1, u"?"_s);
    return u"INSERT INTO operation(%1) VALUES(%2)"_s.arg(columns, marks.join(u','));
}

QVariant amountOrder(const OperationRow &row)
{
    const auto amount = row.amount.isEmpty() ? std::nullopt : base::Decimal::parse(row.amount);
    return amount ? QVariant(amount->approximate()) : QVariant();
}

} // namespace

evidence::Event eventOf(const OperationRow &row, QLatin1StringView kind, const evidence::Actor &actor)
{
    evidence::Event event;
    event.kind = kind;
    event.tenant = row.tenant;
    event.operation = row.id;
    event.actor = actor;
    event.run = row.run;
    return event;
}

OperationStore::OperationStore(SqliteConnection &connection, EventLog &events)
    : m_events(events)
    , m_select(connection, u"SELECT "_s + rows::operationColumns() + u" FROM operation WHERE id=?"_s)
    , m_insert(connection, insertSql())
    , m_update(connection,
               u"UPDATE operation SET version=?, status=?, held=?, reference=?, result_digest=?, attempts=?, "
               "first_sent_at=?, fence=?, lease_until=?, instance=?, not_before=?, decided_at=?, finished_at=?, "
               "updated_at=?, contrary=? WHERE id=? AND version=? AND status=?"_s)
    , m_updateFrozen(connection, u"UPDATE operation SET registry_digest=?, policy_digest=?, rule=?, verdict=?, "
                                 "approvals=?, role=?, mac=?, record=?, amount=?, amount_order=?, currency=?, "
                                 "expires_at=?, counted=0, remind_at=? WHERE id=? AND version=?"_s)
    , m_updateVotes(connection, u"UPDATE operation SET counted=?, role=?, updated_at=? WHERE id=? AND version=?"_s)
    , m_hits(connection, u"UPDATE operation SET hits=min(hits,4503599627370496)+? WHERE id=?"_s)
    , m_overdue(connection, u"SELECT id FROM operation WHERE status IN ('awaiting_approval','approved') AND "
                            "expires_at<=? ORDER BY expires_at LIMIT ?"_s)
    , m_status(connection, u"SELECT id FROM operation WHERE status=? ORDER BY id"_s)
{
}

base::Result<std::optional<OperationRow>> OperationStore::find(qint64 id)
{
    const auto found = m_select.first({id});
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (!*found) {
        return std::optional<OperationRow>();
    }
    OperationRow row = rows::operation(m_select.row());
    m_select.done();
    return std::optional<OperationRow>(std::move(row));
}

base::Result<OperationRow> OperationStore::byId(qint64 id)
{
    auto found = find(id);
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (!*found) {
        return fail(ErrorCode::NotFound, u"There is no operation %1."_s.arg(id));
    }
    return std::move(**found);
}

base::Result<> OperationStore::insert(const OperationRow &row)
{
    return m_insert.run({row.id,
                         row.version,
                         text(row.tenant),
                         text(row.tool),
                         text(row.intentKey),
                         text(row.natural),
                         text(row.withoutWindow),
                         text(row.window),
                         row.revision,
                         row.generation,
                         text(row.wireKey),
                         statusText(row.status),
                         text(row.payloadDigest),
                         text(row.factsDigest),
                         textOrNull(row.rationaleDigest),
                         text(row.registryDigest),
                         text(row.policyDigest),
                         text(row.rule),
                         text(row.verdict),
                         text(QString::fromUtf8(row.approvals)),
                         text(row.role),
                         text(row.mac),
                         text(row.actor),
                         text(row.tokenId),
                         text(row.sponsor),
                         text(row.run),
                         text(row.record),
                         text(row.amount),
                         amountOrder(row),
                         text(row.currency),
                         text(row.keyArguments),
                         orNull(row.decidedAt),
                         row.expiresAt,
                         row.createdAt,
                         row.updatedAt,
                         orNull(row.notBefore),
                         orNull(row.remindAt)});
}

base::Result<> OperationStore::write(const OperationRow &row, qint64 seenVersion, Status seenStatus)
{
    const auto done = m_update.run({row.version, statusText(row.status), row.held, textOrNull(row.reference),
                                    textOrNull(row.resultDigest), row.attempts, orNull(row.firstSentAt),
                                    orNull(row.fence), orNull(row.leaseUntil), textOrNull(row.instance),
                                    orNull(row.notBefore), orNull(row.decidedAt), orNull(row.finishedAt), row.updatedAt,
                                    orNull(row.contrary), row.id, seenVersion, statusText(seenStatus)});
    if (done && m_update.changed() != 1) {
        return fail(ErrorCode::Stale, u"Operation %1 was changed meanwhile."_s.arg(row.id));
    }
    return done;
}

base::Result<> OperationStore::move(OperationRow &row, Status to, evidence::Event event)
{
    if (!isLegalTransition(row.status, to)) {
        return fail(ErrorCode::Illegal,
                    u"Operation %1 cannot go from %2 to %3."_s.arg(row.id).arg(statusText(row.status), statusText(to)));
    }
    const qint64 seenVersion = row.version;
    const Status seenStatus = row.status;
    ++row.version;
    row.status = to;
    row.updatedAt = m_events.now();
    if (auto done = write(row, seenVersion, seenStatus); !done) {
        row.version = seenVersion;
        row.status = seenStatus;
        return done;
    }
    event.from = statusText(seenStatus);
    event.to = statusText(to);
    event.data.insert("version"_L1, row.version);
    m_events.append(std::move(event));
    return {};
}

base::Result<> OperationStore::save(OperationRow &row)
{
    return write(row, row.version, row.status);
}

base::Result<> OperationStore::saveFrozen(const OperationRow &row)
{
    const auto done = m_updateFrozen.run(
        {text(row.registryDigest), text(row.policyDigest), text(row.rule), text(row.verdict),
         text(QString::fromUtf8(row.approvals)), text(row.role), text(row.mac), text(row.record), text(row.amount),
         amountOrder(row), text(row.currency), row.expiresAt, orNull(row.remindAt), row.id, row.version});
    if (done && m_updateFrozen.changed() != 1) {
        return fail(ErrorCode::Stale, u"Operation %1 was changed meanwhile."_s.arg(row.id));
    }
    return done;
}

base::Result<> OperationStore::saveVotes(const OperationRow &row)
{
    const auto done = m_updateVotes.run({row.counted, text(row.role), m_events.now(), row.id, row.version});
    if (done && m_updateVotes.changed() != 1) {
        return fail(ErrorCode::Stale, u"Operation %1 was changed meanwhile."_s.arg(row.id));
    }
    return done;
}

base::Result<> OperationStore::countHits(qint64 id, qint64 hits)
{
    return m_hits.run({hits, id});
}

base::Result<QList<qint64>> OperationStore::ids(Statement &statement, std::initializer_list<QVariant> parameters)
{
    if (auto ran = statement.run(parameters); !ran) {
        return tl::unexpected(ran.error());
    }
    QList<qint64> found;
    while (true) {
        const auto more = statement.next();
        if (!more) {
            return tl::unexpected(more.error());
        }
        if (!*more) {
            return found;
        }
        found.append(statement.value(0).toLongLong());
    }
}

base::Result<QList<qint64>> OperationStore::overdue(Micros now, int limit)
{
    return ids(m_overdue, {now, limit});
}

base::Result<QList<qint64>> OperationStore::withStatus(Status status)
{
    return ids(m_status, {statusText(status)});
}

} // namespace obstat::ledger
