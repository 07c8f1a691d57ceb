#include "ctl/operationprint.h"

#include "base/foreignjson.h"
#include "gateway/operationjson.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using base::Result;
using ledger::LedgerReader;
using ledger::OperationRow;

namespace {

/// A stored value as JSON where it is JSON, else as text, else as base64; null when there is none.
Result<QJsonValue> value(LedgerReader &reader, const QString &digest)
{
    if (digest.isEmpty())
        return QJsonValue();
    auto bytes = reader.payload(digest);
    if (!bytes)
        return tl::unexpected(bytes.error());
    if (!*bytes)
        return QJsonValue(u"purged"_s);
    if (const auto json = base::parseForeign(**bytes)) // an owner's answer need not be canonical
        return *json;
    const QString text = QString::fromUtf8(**bytes);
    return text.toUtf8() == **bytes ? QJsonValue(text) : QJsonValue(QString::fromLatin1((*bytes)->toBase64()));
}

/// Bytes that the log names, though somebody may have written others into the database.
QJsonObject objectIn(const QByteArray &bytes)
{
    return base::parseForeign(bytes).value_or(QJsonValue()).toObject();
}

QJsonValue orNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

QJsonArray timeline(const QList<ledger::EventRow> &events)
{
    QJsonArray list;
    for (const ledger::EventRow &event : events) {
        QJsonObject leaf = objectIn(event.leaf);
        leaf.insert(u"at_text"_s, base::isoText(event.at));
        list.append(leaf);
    }
    return list;
}

QJsonArray attempts(const QList<ledger::AttemptRow> &rows)
{
    QJsonArray list;
    for (const ledger::AttemptRow &row : rows)
        list.append(QJsonObject{{u"number"_s, row.number},
                                {u"kind"_s, row.kind},
                                {u"started_at"_s, base::isoText(row.startedAt)},
                                {u"ended_at"_s, row.endedAt ? QJsonValue(base::isoText(*row.endedAt)) : QJsonValue()},
                                {u"outcome"_s, orNull(row.outcome)},
                                {u"http_status"_s, row.httpStatus ? QJsonValue(*row.httpStatus) : QJsonValue()},
                                {u"duration_us"_s, row.duration ? QJsonValue(*row.duration) : QJsonValue()},
                                {u"timeout_us"_s, row.timeout},
                                {u"late"_s, row.late},
                                {u"reference"_s, orNull(row.reference)}});
    return list;
}

QJsonArray decisions(const QList<ledger::DecisionRow> &rows)
{
    QJsonArray list;
    for (const ledger::DecisionRow &row : rows)
        list.append(QJsonObject{{u"kind"_s, row.kind},
                                {u"approver"_s, row.approver},
                                {u"key_id"_s, row.keyId},
                                {u"state"_s, row.state},
                                {u"why"_s, orNull(row.why)},
                                {u"decided_at"_s, base::isoText(row.decidedAt)},
                                {u"received_at"_s, base::isoText(row.receivedAt)},
                                {u"body"_s, objectIn(row.body)},
                                {u"signature"_s, QString::fromLatin1(row.signature.toBase64())}});
    return list;
}

} // namespace

QJsonObject operationFields(const OperationRow &operation)
{
    QJsonObject fields = gateway::operationJson(operation);
    fields.insert(u"tenant"_s, operation.tenant);
    fields.insert(u"generation"_s, operation.generation);
    fields.insert(u"wire_key"_s, operation.wireKey);
    fields.insert(u"window"_s, orNull(operation.window));
    fields.insert(u"held"_s, operation.held);
    fields.insert(u"facts_digest"_s, operation.factsDigest);
    fields.insert(u"registry_digest"_s, operation.registryDigest);
    fields.insert(u"policy_digest"_s, orNull(operation.policyDigest));
    fields.insert(u"sponsor"_s, operation.sponsor);
    fields.insert(u"token_id"_s, operation.tokenId);
    return fields;
}

Result<QJsonObject> operationInFull(LedgerReader &reader, const OperationRow &operation)
{
    QJsonObject full = operationFields(operation);
    const QList<QPair<QString, QString>> values{{u"arguments"_s, operation.payloadDigest},
                                                {u"facts"_s, operation.factsDigest},
                                                {u"rationale"_s, operation.rationaleDigest},
                                                {u"result"_s, operation.resultDigest}};
    for (const auto &[name, digest] : values) {
        auto stored = value(reader, digest);
        if (!stored)
            return tl::unexpected(stored.error());
        full.insert(name, *stored);
    }
    auto events = reader.timeline(operation.id);
    auto sent = reader.attempts(operation.id);
    auto decided = reader.decisions(operation.id);
    if (!events || !sent || !decided)
        return tl::unexpected(!events ? events.error() : !sent ? sent.error() : decided.error());
    full.insert(u"timeline"_s, timeline(*events));
    full.insert(u"attempts_made"_s, attempts(*sent));
    full.insert(u"decisions"_s, decisions(*decided));
    return full;
}

QString operationLine(const OperationRow &operation)
{
    const QString money = operation.amount.isEmpty() ? u"-"_s : operation.amount + u' ' + operation.currency;
    return u"%1  %2  %3  %4  %5  %6"_s.arg(QString::number(operation.id),
                                           statusText(operation.status).leftJustified(17), operation.tool,
                                           operation.record.isEmpty() ? u"-"_s : operation.record, money,
                                           operation.reference.isEmpty() ? u"-"_s : operation.reference);
}

} // namespace obstat::ctl
