#include "gateway/callerbody.h"

#include "base/digest.h"
#include "base/foreignjson.h"
#include "flow/ownerjson.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace obstat::gateway {

using base::ErrorCode;
using base::fail;
using base::Result;
using ledger::AttemptOutcome;

namespace {

constexpr qsizetype kMaxClaim = 4 * 1024;
constexpr qsizetype kShortestNonce = 16;
constexpr qsizetype kLongestNonce = 128;
constexpr qsizetype kMaxReference = 256; // characters, as of an owner's answer
constexpr qsizetype kMaxReason = 4 * 1024;
constexpr qsizetype kMaxResponse = 64 * 1024;

const std::pair<QLatin1StringView, AttemptOutcome> kOutcomes[] = {{"succeeded"_L1, AttemptOutcome::Succeeded},
                                                                  {"no_effect"_L1, AttemptOutcome::NoEffect},
                                                                  {"not_sent"_L1, AttemptOutcome::NotSent},
                                                                  {"failed"_L1, AttemptOutcome::Unmatched},
                                                                  {"unknown"_L1, AttemptOutcome::Reset}};

Result<> refuseOthers(const QJsonObject &body, const QStringList &known)
{
    for (auto it = body.begin(); it != body.end(); ++it)
        if (!known.contains(it.key()))
            return fail(ErrorCode::Malformed,
                        u"The body has an unknown member '%1'; expected %2."_s.arg(it.key(), known.join(u", "_s)));
    return {};
}

bool isNonce(const QString &text)
{
    return text.size() >= kShortestNonce && text.size() <= kLongestNonce &&
           std::all_of(text.begin(), text.end(), [](QChar c) {
               return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || c == u'-' ||
                      c == u'_' || c == u'.' || c == u':';
           });
}

Result<QString> text(const QJsonObject &body, const QString &name, qsizetype longest)
{
    const QJsonValue value = body.value(name);
    if (value.isUndefined() || value.isNull())
        return QString();
    if (!value.isString())
        return fail(ErrorCode::Malformed, u"'%1' must be a text."_s.arg(name));
    if (value.toString().toUcs4().size() > longest)
        return fail(ErrorCode::TooLarge, u"'%1' is over %2 characters."_s.arg(name).arg(longest));
    return value.toString();
}

Result<AttemptOutcome> outcomeOf(const QJsonObject &body)
{
    const QJsonValue word = body.value(u"outcome"_s);
    for (const auto &[name, outcome] : kOutcomes)
        if (word.isString() && word.toString() == name)
            return outcome;
    return fail(ErrorCode::Malformed,
                u"'outcome' must be \"succeeded\", \"no_effect\", \"not_sent\", \"failed\" or \"unknown\"."_s);
}

/// What the owner answered besides its result: an object, from which the HTTP status is read where it names one.
Result<> takeResponse(const QJsonObject &body, ledger::CallerReport &report)
{
    const QJsonValue response = body.value(u"response"_s);
    if (response.isUndefined() || response.isNull())
        return {};
    if (!response.isObject())
        return fail(ErrorCode::Malformed, u"'response' must be an object."_s);
    if (base::canonicalBytes(response).size() > kMaxResponse)
        return fail(ErrorCode::TooLarge, u"'response' is over %1 KiB."_s.arg(kMaxResponse / 1024));
    const int status = response[u"status"_s].toInt();
    if (status >= 100 && status <= 599)
        report.httpStatus = status;
    return {};
}

Result<> takeTexts(const QJsonObject &body, ledger::CallerReport &report)
{
    const auto reference = text(body, u"reference"_s, kMaxReference);
    const auto reason = text(body, u"reason"_s, kMaxReason);
    if (!reference || !reason)
        return tl::unexpected(reference ? reason.error() : reference.error());
    if (!reference->isEmpty() && report.outcome != AttemptOutcome::Succeeded)
        return fail(ErrorCode::Malformed, u"'reference' names work that was done; it goes with \"succeeded\"."_s);
    report.reference = *reference;
    return {};
}

} // namespace

Result<ledger::CallerClaim> readClaim(const QByteArray &body, const approval::Token &token, qint64 operation)
{
    const auto parsed = base::parseCanonical(body, {kMaxClaim, 4});
    if (!parsed)
        return tl::unexpected(parsed.error());
    if (!parsed->value.isObject())
        return fail(ErrorCode::Malformed, u"The body must be a JSON object."_s);
    const QJsonObject object = parsed->value.toObject();
    if (auto known = refuseOthers(object, {u"nonce"_s}); !known)
        return tl::unexpected(known.error());
    const QString nonce = object.value(u"nonce"_s).toString();
    if (!isNonce(nonce))
        return fail(ErrorCode::Malformed,
                    u"'nonce' must be a fresh random text of %1 to %2 letters, digits and - _ . : for each claim."_s
                        .arg(kShortestNonce)
                        .arg(kLongestNonce));
    return ledger::CallerClaim{token.tenant, token.actor, token.id, operation, nonce};
}

Result<ledger::CallerReport> readReport(const QByteArray &body, const approval::Token &token, qint64 operation)
{
    if (const auto strict = flow::parseOwnerJson(body); !strict) // one reading only
        return fail(strict.error().code, u"The body is not JSON that can be read in one way only."_s,
                    strict.error().message);
    const auto parsed = base::parseForeign(body);
    if (!parsed)
        return tl::unexpected(parsed.error());
    if (!parsed->isObject())
        return fail(ErrorCode::Malformed, u"The body must be a JSON object."_s);
    QJsonObject object = parsed->toObject();
    auto known =
        refuseOthers(object, {u"fence"_s, u"outcome"_s, u"reference"_s, u"result"_s, u"response"_s, u"reason"_s});
    if (!known)
        return tl::unexpected(known.error());
    ledger::CallerReport report;
    report.tenant = token.tenant;
    report.actor = token.actor;
    report.tokenId = token.id;
    report.operation = operation;
    report.fence = object.value(u"fence"_s).toInteger(-1);
    if (report.fence <= 0)
        return fail(ErrorCode::Malformed, u"'fence' must be the number that the claim gave."_s);
    const auto outcome = outcomeOf(object);
    if (!outcome)
        return tl::unexpected(outcome.error());
    report.outcome = *outcome;
    if (auto taken = takeTexts(object, report); !taken)
        return tl::unexpected(taken.error());
    if (auto taken = takeResponse(object, report); !taken)
        return tl::unexpected(taken.error());
    const QJsonValue result = object.take(u"result"_s);
    const bool settles = *outcome == AttemptOutcome::Succeeded || *outcome == AttemptOutcome::NoEffect;
    if (!settles && !result.isUndefined())
        return fail(ErrorCode::Malformed,
                    u"'result' goes with \"succeeded\" and \"no_effect\"; else give 'response'."_s);
    if (settles) {
        const auto bytes = result.isUndefined() ? QByteArray("null") : flow::memberBytes(body, "result");
        if (!bytes)
            return fail(ErrorCode::Malformed, u"Write the name 'result' without escapes."_s);
        report.result = *bytes;
        object.insert(u"result_digest"_s, base::digestHex(report.result));
    }
    report.said = base::canonicalBytes(object);
    return report;
}

} // namespace obstat::gateway
