#include "flow/answerjudge.h"

#include "base/canonicaljson.h"
#include "base/jsonpath.h"
#include "base/plantedbug.h"
#include "flow/ownerjson.h"

#include <QJsonArray>
#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace obstat::flow {

using ledger::AttemptOutcome;
using wire::Outcome;

namespace {

constexpr qsizetype kMaxReference = 256; // characters

/// The reference, or the remark why there is none.
void takeReference(const QJsonValue &json, const QString &path, Judgement &judgement)
{
    const auto found = path.isEmpty() ? std::nullopt : base::lookUp(json, path);
    if (!found || found->isNull())
        return;
    const QString text = found->toString(); // an integer is the string of its digits here
    if (!found->isString())
        judgement.remark = u"The owner's reference is neither a text nor an integer, so none is kept."_s;
    else if (!text.isValidUtf16())
        judgement.remark = u"The owner's reference has half a surrogate pair, so none is kept."_s;
    else if (text.size() > 2 * kMaxReference || text.toUcs4().size() > kMaxReference)
        judgement.remark = u"The owner's reference is longer than %1 characters, so none is kept."_s.arg(kMaxReference);
    else
        judgement.end.reference = text;
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
    if (base::plantedBug("retry_on_timeout"))
        return AttemptOutcome::NotSent;
    if (base::plantedBug("timeout_is_failure"))
        return AttemptOutcome::NoEffect;
    if (base::plantedBug("outcome_before_answer"))
        return AttemptOutcome::Succeeded;
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

bool isSuccessful(int status)
{
    return status >= 200 && status < 300;
}

/// What the wire saw, with the body read where it can be.
struct Heard
{
    std::optional<QJsonValue> json;
    QList<QPair<QByteArray, QByteArray>> headers;
};

Heard hear(const Outcome &outcome, Judgement &judgement)
{
    Heard heard;
    const auto read = parseOwnerJson(outcome.body);
    if (read)
        heard.json = *read;
    else if (!outcome.body.isEmpty())
        judgement.remark = read.error().message;
    for (const auto &field : outcome.headers.fields())
        heard.headers.append({field.first, field.second});
    judgement.end.httpStatus = outcome.status;
    judgement.end.duration = outcome.duration;
    return heard;
}

/// Found, Absent, Several or Unmatched by the number of matches; `match` is the one.
AttemptOutcome countMatches(const QJsonValue &json, const QString &path, QJsonValue &match)
{
    const auto list = base::lookUp(json, path);
    if (!list || !list->isArray())
        return AttemptOutcome::Unmatched;
    const QJsonArray matches = list->toArray();
    match = matches.size() == 1 ? matches.first() : QJsonValue();
    return matches.isEmpty()     ? AttemptOutcome::Absent
           : matches.size() == 1 ? AttemptOutcome::Found
                                 : AttemptOutcome::Several;
}

} // namespace

Judgement judgeAnswer(const policy::ToolEntry &entry, bool earlierOpen, const Outcome &outcome)
{
    Judgement judgement;
    ledger::AttemptEnd &end = judgement.end;
    end.late = outcome.late;
    if (outcome.kind != Outcome::Kind::Answered) {
        end.outcome = withoutAnswer(outcome);
        return judgement;
    }
    const auto [json, fields] = hear(outcome, judgement);
    end.replayMarked = entry.owner.replayMarker.matches(outcome.status, fields, json);
    if (entry.success.matches(outcome.status, fields, json)) {
        end.outcome = AttemptOutcome::Succeeded;
    } else if (entry.noEffect.matches(outcome.status, fields, json) && (!earlierOpen || end.replayMarked)) {
        end.outcome = AttemptOutcome::NoEffect;
    } else if (outcome.status >= 400 && base::plantedBug("any_error_is_refusal")) {
        end.outcome = AttemptOutcome::NoEffect;
    } else {
        end.outcome = AttemptOutcome::Unmatched;
    }
    // Of an answer outside the rules only a 2xx names the work; the id of an error would be asked for in vain.
    if (json && (end.outcome == AttemptOutcome::Succeeded ||
                 (end.outcome == AttemptOutcome::Unmatched && isSuccessful(outcome.status))))
        takeReference(*json, entry.reference, judgement);
    const bool bodyIsResult = end.outcome != AttemptOutcome::Unmatched;
    if (bodyIsResult)
        end.result = outcome.body;
    end.response = responseRecord(outcome, bodyIsResult);
    return judgement;
}

Judgement judgeQuery(const policy::ToolEntry &entry, const Outcome &outcome)
{
    Judgement judgement;
    ledger::AttemptEnd &end = judgement.end;
    end.late = outcome.late;
    if (outcome.kind != Outcome::Kind::Answered) {
        end.outcome = withoutAnswer(outcome);
        return judgement;
    }
    const auto [json, fields] = hear(outcome, judgement);
    const policy::QueryRules &rules = entry.queryRules;
    QJsonValue match = json.value_or(QJsonValue());
    const auto holds = [&](const policy::MatchRule &rule) { return rule.matches(outcome.status, fields, json); };
    end.outcome = AttemptOutcome::Unmatched;
    const bool readable = rules.found.isEmpty() ? isSuccessful(outcome.status) : holds(rules.found);
    if (!rules.matches.isEmpty() && json && readable)
        end.outcome = countMatches(*json, rules.matches, match);
    else if (rules.matches.isEmpty() && holds(rules.found))
        end.outcome = AttemptOutcome::Found;
    if (end.outcome == AttemptOutcome::Unmatched && holds(rules.absent))
        end.outcome = AttemptOutcome::Absent;
    if (end.outcome == AttemptOutcome::Found) {
        takeReference(match, rules.reference.isEmpty() ? entry.reference : rules.reference, judgement);
        end.result = outcome.body;
    }
    end.response = responseRecord(outcome, end.outcome == AttemptOutcome::Found);
    return judgement;
}

} // namespace obstat::flow
