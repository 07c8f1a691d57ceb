#include "gateway/operationjson.h"

#include "approval/decision.h"

#include "base/canonicaljson.h"
#include "ledger/ledgerreader.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace obstat::gateway {

using ledger::OperationRow;
using ledger::Status;

QJsonObject operationJson(const OperationRow &operation)
{
    const auto orNull = [](const QString &text) { return text.isEmpty() ? QJsonValue() : QJsonValue(text); };
    const auto timeOrNull = [](const std::optional<base::Micros> &at) {
        return at ? QJsonValue(base::isoText(*at)) : QJsonValue();
    };
    return {{u"id"_s, operation.id},
            {u"tool"_s, operation.tool},
            {u"intent_key"_s, operation.intentKey},
            {u"natural_key"_s, operation.natural},
            {u"revision"_s, operation.revision},
            {u"version"_s, operation.version},
            {u"status"_s, statusText(operation.status)},
            {u"settled"_s, !isOpen(operation.status)},
            {u"run"_s, operation.run},
            {u"actor"_s, operation.actor},
            {u"record"_s, orNull(operation.record)},
            {u"amount"_s, orNull(operation.amount)},
            {u"currency"_s, orNull(operation.currency)},
            {u"payload_digest"_s, operation.payloadDigest},
            {u"rule"_s, orNull(operation.rule)},
            {u"verdict"_s, operation.verdict},
            {u"role"_s, orNull(operation.role)},
            {u"reference"_s, orNull(operation.reference)},
            {u"hits"_s, operation.hits},
            {u"attempts"_s, operation.attempts},
            {u"created_at"_s, base::isoText(operation.createdAt)},
            {u"decided_at"_s, timeOrNull(operation.decidedAt)},
            {u"finished_at"_s, timeOrNull(operation.finishedAt)},
            {u"expires_at"_s, base::isoText(operation.expiresAt)}};
}

QString statusAdvice(Status status)
{
    switch (status) {
    case Status::AwaitingApproval:
    case Status::Approved:
    case Status::Running:
    case Status::Unknown:
    case Status::Succeeded:
        return u"keep-key"_s;
    case Status::Failed:
    case Status::Expired:
    case Status::Withdrawn:
        return u"new-intent"_s;
    case Status::Rejected:
        break;
    }
    return u"stop"_s;
}

QString statusMessage(const OperationRow &operation, const QString &rejectReason)
{
    switch (operation.status) {
    case Status::AwaitingApproval:
        return u"Waiting for a person to decide. Nothing has happened yet; do not call again, ask for the status."_s;
    case Status::Approved:
        return u"Approved and waiting to be carried out. Do not call again, ask for the status."_s;
    case Status::Running:
        return u"Being carried out now. Do not call again, ask for the status."_s;
    case Status::Unknown:
        return u"Whether it happened is not known yet and is being found out. Do not call again under another key."_s;
    case Status::Succeeded:
        return u"Done."_s;
    case Status::Failed:
        return u"Not done: nothing happened. Correct the arguments where the owner refused them, and plan again."_s;
    case Status::Rejected:
        return rejectReason.isEmpty()
                   ? u"Rejected by a person. Not executed; do not ask again."_s
                   : u"Rejected by a person, who says: %1. Not executed; do not ask again."_s.arg(rejectReason);
    case Status::Expired:
        return u"Expired before anybody decided. Not executed, plan again."_s;
    case Status::Withdrawn:
        return u"Withdrawn. Not executed, plan again if it is still wanted."_s;
    }
    return {};
}

base::Result<std::optional<OperationView>> readView(ledger::LedgerReader &reader, qint64 id)
{
    auto row = reader.operation(id);
    if (!row)
        return tl::unexpected(row.error());
    if (!*row)
        return std::optional<OperationView>();
    OperationView view;
    view.operation = **row;
    if (!view.operation.resultDigest.isEmpty()) {
        auto bytes = reader.payload(view.operation.resultDigest);
        if (!bytes)
            return tl::unexpected(bytes.error());
        view.result = *bytes;
    }
    if (view.operation.status == Status::Rejected) {
        auto decisions = reader.decisions(id);
        if (!decisions)
            return tl::unexpected(decisions.error());
        for (const ledger::DecisionRow &decision : *decisions) {
            auto body = approval::DecisionBody::parse(decision.body);
            if (decision.state == u"admitted"_s && body && body->kind != u"approve"_s)
                view.rejectReason = body->reason;
        }
    }
    return std::optional(view);
}

namespace {

/// One JSON value of any kind; Qt 6.4 reads objects and arrays only.
bool isJson(const QByteArray &bytes)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson('[' + bytes + ']', &error);
    return error.error == QJsonParseError::NoError && document.array().size() == 1;
}

} // namespace

QByteArray withResult(const QJsonObject &object, const std::optional<QByteArray> &result)
{
    QByteArray json = base::canonicalBytes(object);
    json.chop(1); // the closing brace; an answer object is never empty
    if (!result)
        return json + R"(,"result":null})";
    if (isJson(*result))
        return json + R"(,"result":)" + *result + '}';
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decoder.decode(*result);
    if (!decoder.hasError() && text.isValidUtf16())
        return json + R"(,"result":)" + base::canonicalString(text) + '}';
    return json + R"(,"result":null,"result_base64":")" + result->toBase64() + R"("})";
}

} // namespace obstat::gateway
