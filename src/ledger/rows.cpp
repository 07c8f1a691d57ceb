#include "ledger/rows.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QVariant>

namespace obstat::ledger::rows {

using namespace Qt::StringLiterals;

namespace {

/// More than any honest number, and still exact in an event's JSON when something is added: a row that says otherwise
/// was edited, which verify finds. It must not end the process.
constexpr qint64 kLargest = qint64(1) << 52;

qint64 bounded(qint64 value)
{
    return qBound(-kLargest, value, kLargest);
}

/// Reads the columns of one row from left to right.
class Cells
{
public:
    Cells(const QSqlQuery &row, int from) : m_row(row), m_at(from) {}

    void into(QString &value) { value = next().toString(); }
    void into(QByteArray &value) { value = next().toByteArray(); }
    void into(qint64 &value) { value = bounded(next().toLongLong()); }
    void into(int &value) { value = next().toInt(); }
    void into(bool &value) { value = next().toLongLong() != 0; }
    void into(std::optional<qint64> &value)
    {
        const QVariant cell = next();
        value = cell.isNull() ? std::optional<qint64>() : std::optional(bounded(cell.toLongLong()));
    }
    template <typename T>
    void into(std::optional<T> &value)
    {
        const QVariant cell = next();
        value = cell.isNull() ? std::optional<T>() : std::optional<T>(cell.value<T>());
    }
    void into(Status &value) { value = statusFromText(next().toString()).value_or(Status::Unknown); }

    template <typename... Fields>
    void intoAll(Fields &...fields)
    {
        (into(fields), ...);
    }

private:
    QVariant next() { return m_row.value(m_at++); }

    const QSqlQuery &m_row;
    int m_at;
};

} // namespace

const QString &operationColumns()
{
    static const QString columns =
        u"id,version,tenant,tool,intent_key,natural_text,base_text,work_window,revision,generation,wire_key,status,"
        "payload_digest,facts_digest,rationale_digest,registry_digest,policy_digest,rule,verdict,approvals,role,mac,"
        "held,"
        "actor,token_id,sponsor,run,record,amount,currency,key_arguments,hits,reference,result_digest,attempts,"
        "first_sent_at,fence,lease_until,instance,not_before,created_at,decided_at,finished_at,updated_at,expires_at,"
        "counted,contrary"_s;
    return columns;
}

OperationRow operation(const QSqlQuery &row, int from)
{
    OperationRow r;
    Cells cells(row, from);
    cells.intoAll(r.id, r.version, r.tenant, r.tool, r.intentKey, r.natural, r.withoutWindow, r.window, r.revision,
                  r.generation, r.wireKey, r.status, r.payloadDigest, r.factsDigest, r.rationaleDigest,
                  r.registryDigest, r.policyDigest, r.rule, r.verdict);
    QString approvals; // a TEXT column
    cells.into(approvals);
    r.approvals = approvals.toUtf8();
    cells.intoAll(r.role, r.mac, r.held, r.actor, r.tokenId, r.sponsor, r.run, r.record, r.amount, r.currency,
                  r.keyArguments, r.hits, r.reference, r.resultDigest, r.attempts, r.firstSentAt, r.fence, r.leaseUntil,
                  r.instance, r.notBefore, r.createdAt, r.decidedAt, r.finishedAt, r.updatedAt, r.expiresAt, r.counted,
                  r.contrary);
    return r;
}

const QString &eventColumns()
{
    static const QString columns = u"seq,at,kind,tenant,operation,actor,run,leaf"_s;
    return columns;
}

EventRow event(const QSqlQuery &row, int from)
{
    EventRow r;
    Cells(row, from).intoAll(r.seq, r.at, r.kind, r.tenant, r.operation, r.actor, r.run, r.leaf);
    return r;
}

const QString &attemptColumns()
{
    static const QString columns =
        u"id,operation,number,kind,fence,instance,started_at,timeout,ended_at,outcome,http_status,duration,late,"
        "request_digest,response_digest,reference"_s;
    return columns;
}

AttemptRow attempt(const QSqlQuery &row, int from)
{
    AttemptRow r;
    Cells(row, from).intoAll(r.id, r.operation, r.number, r.kind, r.fence, r.instance, r.startedAt, r.timeout,
                             r.endedAt, r.outcome, r.httpStatus, r.duration, r.late, r.requestDigest, r.responseDigest,
                             r.reference);
    return r;
}

const QString &decisionColumns()
{
    static const QString columns =
        u"id,nonce,operation,kind,approver,key_id,body,signature,decided_at,sent_at,received_at,state,code,why,event"_s;
    return columns;
}

DecisionRow decision(const QSqlQuery &row, int from)
{
    DecisionRow r;
    Cells(row, from).intoAll(r.id, r.nonce, r.operation, r.kind, r.approver, r.keyId, r.body, r.signature, r.decidedAt,
                             r.sentAt, r.receivedAt, r.state, r.code, r.why, r.event);
    return r;
}

const QString &conflictColumns()
{
    static const QString columns = u"event,operation,payload_digest,paths,actor,run,at,state"_s;
    return columns;
}

ConflictRow conflict(const QSqlQuery &row, int from)
{
    ConflictRow r;
    QString paths;
    Cells(row, from).intoAll(r.event, r.operation, r.payloadDigest, paths, r.actor, r.run, r.at, r.state);
    const QJsonArray array = QJsonDocument::fromJson(paths.toUtf8()).array();
    for (const QJsonValue &path : array) {
        r.paths.append(path.toString());
    }
    return r;
}

const QString &instanceColumns()
{
    static const QString columns = u"id,address,pid,version,started_at,heartbeat,stopped_at,flow,state"_s;
    return columns;
}

InstanceRow instance(const QSqlQuery &row, int from)
{
    InstanceRow r;
    Cells(row, from).intoAll(r.id, r.address, r.pid, r.version, r.startedAt, r.heartbeat, r.stoppedAt, r.flow, r.state);
    return r;
}

const QString &headColumns()
{
    static const QString columns = u"origin,first_origin,size,range,at,operations,fences,simulated,automatic"_s;
    return columns;
}

HeadRow head(const QSqlQuery &row, int from)
{
    HeadRow r;
    Cells(row, from).intoAll(r.origin, r.firstOrigin, r.size, r.range, r.at, r.operations, r.fences, r.simulated,
                             r.automatic);
    return r;
}

} // namespace obstat::ledger::rows
