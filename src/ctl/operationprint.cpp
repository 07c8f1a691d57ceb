#include "ctl/operationprint.h"

#include "base/canonicaljson.h"
#include "base/foreignjson.h"
#include "base/mixedscript.h"
#include "base/moneytext.h"
#include "evidence/eventkinds.h"
#include "gateway/operationjson.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using base::Result;
using ledger::LedgerReader;
using ledger::OperationRow;

namespace {

/// A stored value; null when there is none.
struct Value
{
    QJsonValue json; ///< as JSON where it is JSON, else as text, else as base64
    QJsonValue text; ///< as it was written, where it is text: JSON's readers do not keep all digits of a number
};

Result<Value> value(LedgerReader &reader, const QString &digest)
{
    if (digest.isEmpty())
        return Value();
    const auto bytes = reader.payload(digest);
    if (!bytes)
        return tl::unexpected(bytes.error());
    if (!*bytes)
        return Value{u"purged"_s, {}};
    const QString words = QString::fromUtf8(**bytes);
    const QJsonValue text = words.toUtf8() == **bytes ? QJsonValue(words) : QJsonValue();
    if (const auto json = base::parseForeign(**bytes)) // an owner's answer need not be canonical
        return Value{*json, text};
    return Value{text.isString() ? text : QJsonValue(QString::fromLatin1((*bytes)->toBase64())), text};
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

Result<QJsonArray> attempts(LedgerReader &reader, const QList<ledger::AttemptRow> &rows)
{
    QJsonArray list;
    for (const ledger::AttemptRow &row : rows) {
        auto answer = value(reader, row.responseDigest);
        if (!answer)
            return tl::unexpected(answer.error());
        list.append(QJsonObject{{u"number"_s, row.number},
                                {u"kind"_s, row.kind},
                                {u"started_at"_s, base::isoText(row.startedAt)},
                                {u"ended_at"_s, row.endedAt ? QJsonValue(base::isoText(*row.endedAt)) : QJsonValue()},
                                {u"outcome"_s, orNull(row.outcome)},
                                {u"http_status"_s, row.httpStatus ? QJsonValue(*row.httpStatus) : QJsonValue()},
                                {u"duration_us"_s, row.duration ? QJsonValue(*row.duration) : QJsonValue()},
                                {u"timeout_us"_s, row.timeout},
                                {u"late"_s, row.late},
                                {u"reference"_s, orNull(row.reference)},
                                {u"answer"_s, answer->json}});
    }
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

QJsonArray conflicts(const QList<ledger::ConflictRow> &rows)
{
    QJsonArray list;
    for (const ledger::ConflictRow &row : rows)
        list.append(conflictFields(row));
    return list;
}

/// The digest of the words with which an agent took its plan back; "" when there are none.
QString withdrawReason(const QList<ledger::EventRow> &events)
{
    QString digest;
    for (const ledger::EventRow &event : events) {
        if (event.kind == evidence::kinds::withdrawn)
            digest = objectIn(event.leaf).value(u"digests"_s).toObject().value(u"reason"_s).toString();
    }
    return digest;
}

/// Prose as it is, any other value as canonical JSON.
QString valueText(const QJsonValue &value)
{
    return value.isString() ? value.toString() : QString::fromUtf8(base::canonicalBytes(value));
}

/// What an owner answered or a caller reported, in its own words.
QString saidText(const QJsonObject &answer)
{
    QString said;
    if (const QJsonValue status = answer.value(u"status"_s); status.isDouble() && status.toInt() > 0)
        said += u", HTTP %1"_s.arg(status.toInt());
    for (const QString &part : {u"body"_s, u"reason"_s}) {
        if (const QString text = answer.value(part).toString().trimmed(); !text.isEmpty())
            said += u": "_s + text;
    }
    return said;
}

} // namespace

QString markedText(const QString &text)
{
    QString out = text.isEmpty() ? u"-"_s : text;
    for (const base::MixedWord &word : base::mixedWords(text))
        out += u" (!! '%1' mixes %2)"_s.arg(text.mid(word.position, word.length), word.scripts.join(u" and "_s));
    return out;
}

QJsonObject conflictFields(const ledger::ConflictRow &row)
{
    return {{u"event"_s, row.event},
            {u"state"_s, row.state},
            {u"at"_s, base::isoText(row.at)},
            {u"actor"_s, row.actor},
            {u"run"_s, row.run},
            {u"payload_digest"_s, row.payloadDigest},
            {u"differing"_s, QJsonArray::fromStringList(row.paths)}};
}

QString conflictText(const QJsonObject &conflict)
{
    return u"event %1, %2: a second payload differs in %3"_s.arg(
        QString::number(conflict.value(u"event"_s).toInteger()), conflict.value(u"state"_s).toString(),
        valueText(conflict.value(u"differing"_s)));
}

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
                                                {u"rationale"_s, operation.rationaleDigest}};
    for (const auto &[name, digest] : values) {
        auto stored = value(reader, digest);
        if (!stored)
            return tl::unexpected(stored.error());
        full.insert(name, stored->json);
    }
    const auto result = value(reader, operation.resultDigest);
    if (!result)
        return tl::unexpected(result.error());
    full.insert(u"result"_s, result->json);
    full.insert(u"result_text"_s, result->text);
    auto events = reader.timeline(operation.id);
    auto sent = reader.attempts(operation.id);
    auto decided = reader.decisions(operation.id);
    auto second = reader.conflictsOf(operation.id);
    if (!events || !sent)
        return tl::unexpected(events ? sent.error() : events.error());
    if (!decided || !second)
        return tl::unexpected(decided ? second.error() : decided.error());
    auto reason = value(reader, withdrawReason(*events));
    if (!reason)
        return tl::unexpected(reason.error());
    auto made = attempts(reader, *sent);
    if (!made)
        return tl::unexpected(made.error());
    full.insert(u"withdraw_reason"_s, reason->json);
    full.insert(u"timeline"_s, timeline(*events));
    full.insert(u"attempts_made"_s, *made);
    full.insert(u"decisions"_s, decisions(*decided));
    full.insert(u"conflicts"_s, conflicts(*second));
    return full;
}

QStringList operationText(const OperationRow &operation, const QJsonObject &full)
{
    QStringList lines{operationLine(operation)};
    for (const QJsonValue &event : full.value(u"timeline"_s).toArray()) {
        const QJsonObject leaf = event.toObject();
        lines.append(u"    %1  %2  %3"_s.arg(leaf.value(u"at_text"_s).toString(),
                                             leaf.value(u"kind"_s).toString().leftJustified(17),
                                             leaf.value(u"actor"_s).toObject().value(u"id"_s).toString()));
    }
    const auto add = [&lines](const QString &label, const QString &text) {
        lines.append(u"    "_s + label.leftJustified(9) + u' ' + text);
    };
    const auto orDash = [](const QString &text) { return text.isEmpty() ? u"-"_s : text; };
    add(u"key"_s, u"%1, revision %2"_s.arg(operation.natural, QString::number(operation.revision)));
    add(u"from"_s, u"%1, run %2, tenant %3"_s.arg(operation.actor, orDash(operation.run), operation.tenant));
    add(u"rule"_s, u"%1: %2, role %3"_s.arg(orDash(operation.rule), operation.verdict, orDash(operation.role)));
    add(u"expires"_s, base::isoText(operation.expiresAt));
    if (isOpen(operation.status) && operation.notBefore > operation.updatedAt)
        add(u"next"_s, u"not before "_s + base::isoText(*operation.notBefore));
    add(u"arguments"_s, valueText(full.value(u"arguments"_s)));
    add(u"facts"_s, valueText(full.value(u"facts"_s)));
    add(u"rationale"_s, operation.rationaleDigest.isEmpty()
                            ? u"none"_s
                            : u"(the agent's words, not verified) "_s + valueText(full.value(u"rationale"_s)));
    const QJsonValue written = full.value(u"result_text"_s);
    add(u"result"_s, valueText(written.isString() ? written : full.value(u"result"_s)));
    for (const QJsonValue &each : full.value(u"attempts_made"_s).toArray()) {
        const QJsonObject attempt = each.toObject();
        const bool asks = attempt.value(u"kind"_s).toString() == u"query";
        add(u"%1 %2"_s.arg(asks ? u"question"_s : u"attempt"_s).arg(attempt.value(u"number"_s).toInt()),
            attempt.value(u"outcome"_s).toString(u"still open"_s) + saidText(attempt.value(u"answer"_s).toObject()));
    }
    if (const QJsonValue reason = full.value(u"withdraw_reason"_s); !reason.isNull())
        add(u"withdrawn"_s, u"because "_s + valueText(reason));
    for (const QJsonValue &each : full.value(u"conflicts"_s).toArray()) {
        add(u"conflict"_s, conflictText(each.toObject()));
    }
    for (const QJsonValue &each : full.value(u"decisions"_s).toArray()) {
        const QJsonObject decision = each.toObject();
        const QJsonObject body = decision.value(u"body"_s).toObject();
        QString words =
            u"%1, by %2 (%3)"_s.arg(orDash(body.value(u"reason"_s).toString()),
                                    decision.value(u"approver"_s).toString(), decision.value(u"state"_s).toString());
        if (const QString reference = body.value(u"reference"_s).toString(); !reference.isEmpty())
            words += u", reference "_s + markedText(reference);
        if (const QString evidence = body.value(u"evidence_digest"_s).toString(); !evidence.isEmpty())
            words += u", evidence with the SHA-256 "_s + evidence;
        add(decision.value(u"kind"_s).toString(), words);
    }
    return lines;
}

QString operationLine(const OperationRow &operation)
{
    const QString money = operation.amount.isEmpty() ? u"-"_s : base::moneyText(operation.amount, operation.currency);
    return u"%1  %2  %3  %4  %5  %6"_s.arg(QString::number(operation.id),
                                           statusText(operation.status).leftJustified(17), operation.tool,
                                           markedText(operation.record), money, markedText(operation.reference));
}

} // namespace obstat::ctl
