#include "gateway/submitbody.h"

#include "base/canonicaljson.h"

#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace obstat::gateway {

using base::ErrorCode;
using base::fail;
using base::Result;

namespace {

constexpr qsizetype kMaxBody = 320 * 1024;
constexpr qsizetype kMaxArguments = 256 * 1024;
constexpr qsizetype kMaxName = 512;
constexpr qsizetype kMaxRationale = 16 * 1024;

const QStringList &members()
{
    static const QStringList names{u"tool"_s,       u"arguments"_s, u"facts"_s,    u"run"_s,
                                   u"intent_key"_s, u"window"_s,    u"rationale"_s};
    return names;
}

Result<QString> text(const QJsonObject &body, const QString &name, bool required, qsizetype longest)
{
    const QJsonValue value = body.value(name);
    if (value.isUndefined() || value.isNull()) {
        if (required)
            return fail(ErrorCode::Malformed, u"The body lacks '%1'."_s.arg(name));
        return QString();
    }
    if (!value.isString() || (required && value.toString().isEmpty()))
        return fail(ErrorCode::Malformed,
                    u"'%1' must be a text%2."_s.arg(name, required ? u" that is not empty"_s : QString()));
    if (value.toString().size() > longest)
        return fail(ErrorCode::TooLarge, u"'%1' is over %2 characters."_s.arg(name).arg(longest));
    return value.toString();
}

Result<base::CanonicalJson> object(const QJsonObject &body, const QString &name, bool required)
{
    const QJsonValue value = body.value(name);
    if (value.isUndefined() || (value.isNull() && !required)) {
        if (required)
            return fail(ErrorCode::Malformed, u"The body lacks '%1'."_s.arg(name));
        return base::CanonicalJson{QJsonObject(), QByteArrayLiteral("{}")};
    }
    if (!value.isObject())
        return fail(ErrorCode::Malformed, u"'%1' must be an object."_s.arg(name));
    base::CanonicalJson json{value, base::canonicalBytes(value)};
    if (json.bytes.size() > kMaxArguments)
        return fail(ErrorCode::TooLarge, u"'%1' is over %2 KiB."_s.arg(name).arg(kMaxArguments / 1024));
    return json;
}

Result<QJsonObject> readObject(const QByteArray &body)
{
    auto parsed = base::parseCanonical(body, {kMaxBody, 65});
    if (!parsed)
        return tl::unexpected(parsed.error());
    if (!parsed->value.isObject())
        return fail(ErrorCode::Malformed, u"The body must be a JSON object."_s);
    const QJsonObject object = parsed->value.toObject();
    for (auto it = object.begin(); it != object.end(); ++it)
        if (!members().contains(it.key()))
            return fail(ErrorCode::Malformed,
                        u"The body has an unknown member '%1'; expected %2."_s.arg(it.key(), members().join(u", "_s)));
    return object;
}

} // namespace

Result<ledger::Submission> readSubmission(const QByteArray &body, const approval::Token &token)
{
    auto fields = readObject(body);
    if (!fields)
        return tl::unexpected(fields.error());

    ledger::Submission submission;
    submission.tenant = token.tenant;
    submission.actor = token.actor;
    submission.tokenId = token.id;
    submission.sponsor = token.sponsor;
    submission.mayRead = token.scopes.contains(u"read"_s);

    struct Text
    {
        const char16_t *name;
        QString ledger::Submission::*member;
        bool required;
        qsizetype longest;
    };
    const Text texts[] = {{u"tool", &ledger::Submission::tool, true, kMaxName},
                          {u"run", &ledger::Submission::run, true, kMaxName},
                          {u"intent_key", &ledger::Submission::named, false, kMaxName},
                          {u"window", &ledger::Submission::window, false, 32},
                          {u"rationale", &ledger::Submission::rationale, false, kMaxRationale}};
    for (const Text &one : texts) {
        auto value = text(*fields, QString::fromUtf16(one.name), one.required, one.longest);
        if (!value)
            return tl::unexpected(value.error());
        submission.*one.member = *value;
    }
    auto arguments = object(*fields, u"arguments"_s, true);
    if (!arguments)
        return tl::unexpected(arguments.error());
    submission.arguments = *arguments;
    if (fields->contains(u"facts"_s) && !token.scopes.contains(u"facts"_s))
        return fail(ErrorCode::Forbidden, u"This token has not the scope 'facts'; leave 'facts' out."_s);
    auto facts = object(*fields, u"facts"_s, false);
    if (!facts)
        return tl::unexpected(facts.error());
    submission.facts = *facts;
    return submission;
}

} // namespace obstat::gateway
