#include "flow/answerjudge.h"

#include "base/canonicaljson.h"
#include "base/foreignjson.h"
#include "base/jsonpath.h"

#include <QJsonArray>
#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace obstat::flow {

using ledger::AttemptOutcome;
using wire::Outcome;

namespace {

QString referenceIn(const std::optional<QJsonValue> &json, const QString &path)
{
    if (!json || path.isEmpty())
        return {};
    const auto found = base::lookUp(*json, path);
    if (!found)
        return {};
    if (found->isString())
        return found->toString();
    return found->isDouble() ? QString::fromUtf8(base::canonicalBytes(*found)) : QString();
}

/// Status line, headers and, unless the body is kept as the result, the body (text where it is UTF-8, else base64).
QByteArray responseRecord(const Outcome &outcome, bool bodyIsResult)
{
    QJsonArray headers;
    for (const auto &[name, value] : outcome.headers.fields())
        headers.append(QJsonArray{QString::fromLatin1(name), QString::fromLatin1(value)});
    QJsonObject record{{u"status"_s, outcome.status}, {u"headers"_s, headers}};
    if (!bodyIsResult) {
        QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
        const QString text = decoder.decode(outcome.body);
        if (!decoder.hasError() && text.isValidUtf16())
            record.insert(u"body"_s, text);
        else
            record.insert(u"body_base64"_s, QString::fromLatin1(outcome.body.toBase64()));
    }
    return base::canonicalBytes(record);
}

AttemptOutcome withoutAnswer(const Outcome &outcome)
{
    switch (outcome.kind) {
    case Outcome::Kind::NotSent:
        return AttemptOutcome::NotSent;
    case Outcome::Kind::Unreadable:
    case Outcome::Kind::TooLarge:
        return AttemptOutcome::Unreadable;
    case Outcome::Kind::Gone:
    case Outcome::Kind::TimedOut:
        return AttemptOutcome::TimedOut;
    case Outcome::Kind::Stopped:
        return AttemptOutcome::Crashed;
    case Outcome::Kind::Closed:
    case Outcome::Kind::Reset:
    case Outcome::Kind::Answered:
        break;
    }
    return AttemptOutcome::Reset;
}

} // namespace

ledger::AttemptEnd judgeAnswer(const policy::ToolEntry &entry, bool earlierOpen, const Outcome &outcome)
{
    ledger::AttemptEnd end;
    end.late = outcome.late;
    if (outcome.kind != Outcome::Kind::Answered) {
        end.outcome = withoutAnswer(outcome);
        return end;
    }
    // Lenient on purpose: an owner's JSON need not be canonical to be understood, but what is taken from it can always
    // be recorded.
    const auto foreign = base::parseForeign(outcome.body);
    const std::optional<QJsonValue> json = foreign ? std::optional(*foreign) : std::nullopt;
    const auto &headers = outcome.headers.fields();
    QList<QPair<QByteArray, QByteArray>> fields;
    fields.reserve(headers.size());
    for (const auto &field : headers)
        fields.append({field.first, field.second});

    end.httpStatus = outcome.status;
    end.duration = outcome.duration;
    end.replayMarked = entry.owner.replayMarker.matches(outcome.status, fields, json);
    if (entry.success.matches(outcome.status, fields, json)) {
        end.outcome = AttemptOutcome::Succeeded;
        end.reference = referenceIn(json, entry.reference);
    } else if (entry.noEffect.matches(outcome.status, fields, json) && (!earlierOpen || end.replayMarked)) {
        end.outcome = AttemptOutcome::NoEffect;
    } else {
        end.outcome = AttemptOutcome::Unmatched;
    }
    const bool bodyIsResult = end.outcome != AttemptOutcome::Unmatched;
    if (bodyIsResult)
        end.result = outcome.body;
    end.response = responseRecord(outcome, bodyIsResult);
    return end;
}

} // namespace obstat::flow
