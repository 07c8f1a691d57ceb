#include "flow/ownerrequest.h"

#include "base/jsonpath.h"
#include "base/textfile.h"
#include "base/visibletext.h"
#include "wire/boottime.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>

#include <functional>

using namespace Qt::StringLiterals;

namespace obstat::flow {

using base::ErrorCode;
using base::fail;
using base::Result;
using Encode = std::function<QString(const QString &)>;

namespace {

enum class Lists { Refused, AsJson };

/// Values a template may name.
class Values
{
public:
    Values(const ledger::OperationRow &operation, const base::CanonicalJson &arguments, QString reference)
        : m_operation(operation), m_arguments(arguments), m_reference(std::move(reference))
    {
    }

    [[nodiscard]] Result<QJsonValue> value(const QString &name) const
    {
        if (name == u"key"_s)
            return QJsonValue(m_operation.wireKey);
        if (name == u"tenant"_s)
            return QJsonValue(m_operation.tenant);
        if (name == u"operation"_s)
            return QJsonValue(QString::number(m_operation.id));
        if (name == u"reference"_s && m_reference.isEmpty())
            return fail(ErrorCode::Malformed, u"The request needs the owner's reference, which nobody knows."_s);
        if (name == u"reference"_s)
            return QJsonValue(m_reference);
        if (name.startsWith(u"args."_s)) {
            if (auto found = base::lookUp(m_arguments.value, QStringView(name).sliced(5)))
                return *found;
            return fail(ErrorCode::Malformed, u"The request needs the argument '%1', which is missing."_s.arg(name));
        }
        return fail(ErrorCode::Malformed, u"The request template names '%1', which is nothing."_s.arg(name));
    }

    /// `lists`: a list or an object becomes its RFC 8785 text, else it is refused as null is.
    [[nodiscard]] Result<QString> text(const QString &name, Lists lists) const
    {
        auto found = value(name);
        if (!found)
            return tl::unexpected(found.error());
        if (found->isString())
            return found->toString();
        const bool scalar = found->isDouble() || found->isBool();
        if (scalar || (lists == Lists::AsJson && (found->isArray() || found->isObject())))
            return QString::fromUtf8(base::canonicalBytes(*found));
        return fail(ErrorCode::Malformed,
                    u"The request needs '%1' as text, but it is a list, an object or null."_s.arg(name));
    }

private:
    const ledger::OperationRow &m_operation;
    const base::CanonicalJson &m_arguments;
    QString m_reference;
};

const QRegularExpression &placeholder()
{
    static const QRegularExpression pattern(u"\\{([a-z]+(?:\\.[^{}]+)?)\\}"_s);
    return pattern;
}

Result<QString> fill(const QString &text, const Values &values, const Encode &encode, Lists lists = Lists::Refused)
{
    QString filled;
    qsizetype from = 0;
    auto matches = placeholder().globalMatch(text);
    while (matches.hasNext()) {
        const auto match = matches.next();
        filled += text.mid(from, match.capturedStart() - from);
        auto value = values.text(match.captured(1), lists);
        if (!value)
            return tl::unexpected(value.error());
        filled += encode(*value);
        from = match.capturedEnd();
    }
    filled += text.mid(from);
    return filled;
}

/// A string that is one placeholder alone becomes the value itself: a number stays a number, a list a list. Within
/// other text a list or an object is written as JSON.
Result<QJsonValue> fillJson(const QJsonValue &json, const Values &values)
{
    if (json.isString()) {
        const auto whole = placeholder().match(json.toString(), 0, QRegularExpression::NormalMatch,
                                               QRegularExpression::AnchorAtOffsetMatchOption);
        if (whole.hasMatch() && whole.capturedLength() == json.toString().size())
            return values.value(whole.captured(1));
        const Encode same = [](const QString &value) { return value; };
        auto text = fill(json.toString(), values, same, Lists::AsJson);
        if (!text)
            return tl::unexpected(text.error());
        return QJsonValue(*text);
    }
    if (json.isArray()) {
        QJsonArray filled;
        for (const QJsonValue &element : json.toArray()) {
            auto value = fillJson(element, values);
            if (!value)
                return value;
            filled.append(*value);
        }
        return QJsonValue(filled);
    }
    if (json.isObject()) {
        QJsonObject filled;
        const QJsonObject object = json.toObject();
        for (auto it = object.begin(); it != object.end(); ++it) {
            auto value = fillJson(it.value(), values);
            if (!value)
                return value;
            filled.insert(it.key(), *value);
        }
        return QJsonValue(filled);
    }
    return json;
}

Result<QByteArray> target(const policy::RequestTemplate &request, const QByteArray &basePath, const Values &values)
{
    const Encode percent = [](const QString &value) {
        return QString::fromLatin1(wire::percentEncode(value.toUtf8()));
    };
    auto path = fill(request.path, values, percent);
    if (!path)
        return tl::unexpected(path.error());
    QByteArray result = basePath;
    while (result.endsWith('/'))
        result.chop(1);
    result += path->toUtf8();
    char separator = '?';
    for (auto it = request.query.begin(); it != request.query.end(); ++it) {
        auto value = fill(it.value(), values, percent);
        if (!value)
            return tl::unexpected(value.error());
        result += separator + wire::percentEncode(it.key().toUtf8()) + '=' + value->toUtf8();
        separator = '&';
    }
    if (!wire::isOriginTarget(result))
        return fail(ErrorCode::Malformed, u"The request's path is not valid after its values were put in."_s,
                    QString::fromUtf8(result));
    return result;
}

/// `name=value` for every scalar, `name[member]` and `name[0]` for what lies deeper, as form APIs read it.
Result<> appendForm(QByteArrayList &fields, const QByteArray &name, const QJsonValue &value)
{
    if (value.isArray() || value.isObject()) {
        const QJsonArray array = value.toArray();
        const QJsonObject object = value.toObject();
        if (array.isEmpty() && object.isEmpty())
            return fail(ErrorCode::Malformed,
                        u"A form cannot hold an empty list or object ('%1')."_s.arg(QString::fromUtf8(name)));
        for (qsizetype i = 0; i < array.size(); ++i) {
            if (auto done = appendForm(fields, name + '[' + QByteArray::number(i) + ']', array.at(i)); !done)
                return done;
        }
        for (auto it = object.begin(); it != object.end(); ++it) {
            const QByteArray member = it.key().toUtf8();
            if (member.isEmpty() || member.contains('[') || member.contains(']'))
                return fail(ErrorCode::Malformed,
                            u"A form cannot hold the name '%1': it could be read as another."_s.arg(
                                base::visibleText(it.key())));
            if (auto done = appendForm(fields, name.isEmpty() ? member : name + '[' + member + ']', it.value()); !done)
                return done;
        }
        return {};
    }
    if (value.isNull() || value.isUndefined())
        return fail(ErrorCode::Malformed, u"A form cannot hold null ('%1')."_s.arg(QString::fromUtf8(name)));
    const QByteArray text = value.isString() ? value.toString().toUtf8() : base::canonicalBytes(value);
    fields.append(wire::percentEncode(name) + '=' + wire::percentEncode(text));
    return {};
}

Result<QByteArray> formOf(const QJsonValue &json)
{
    QByteArrayList fields;
    if (auto done = appendForm(fields, {}, json); !done)
        return tl::unexpected(done.error());
    return fields.join('&');
}

/// `otherwise`: the body where the template has none.
Result<QByteArray> body(const policy::RequestTemplate &request, const Values &values,
                        const base::CanonicalJson &otherwise)
{
    if (!request.body && (request.method == u"GET"_s || request.method == u"DELETE"_s))
        return QByteArray();
    if (!request.body && !request.form)
        return otherwise.bytes;
    auto filled = request.body ? fillJson(*request.body, values) : Result<QJsonValue>(otherwise.value);
    if (!filled)
        return tl::unexpected(filled.error());
    return request.form ? formOf(*filled) : Result<QByteArray>(base::canonicalBytes(*filled));
}

QByteArray recorded(const wire::Exchange &exchange)
{
    QByteArray text =
        exchange.method + ' ' + exchange.url.target + " HTTP/1.1\r\nHost: " + exchange.url.authority() + "\r\n";
    for (const auto &[name, value] : exchange.headers.fields())
        if (name.compare("authorization", Qt::CaseInsensitive) != 0)
            text += name + ": " + value + "\r\n";
    return text + "\r\n" + exchange.body;
}

} // namespace

Result<QByteArray> readSecret(const QString &reference)
{
    if (reference.isEmpty())
        return QByteArray();
    if (reference.startsWith(u"env:"_s)) {
        const QByteArray name = reference.mid(4).toLocal8Bit();
        if (qEnvironmentVariableIsSet(name.constData()))
            return qgetenv(name.constData());
        return fail(ErrorCode::NotFound, u"The secret '%1' is not set in the environment."_s.arg(reference));
    }
    if (reference.startsWith(u"file:"_s)) {
        const auto text = base::readTextFile(reference.mid(5));
        if (text)
            return text->trimmed();
        return fail(ErrorCode::NotFound, u"The secret '%1' cannot be read."_s.arg(reference), text.error().detail);
    }
    return fail(ErrorCode::Malformed, u"A secret must be 'env:NAME' or 'file:PATH'."_s);
}

namespace {

struct Rendering
{
    const policy::ToolEntry &entry;
    const policy::RequestTemplate &request;
    Values values;
    const base::CanonicalJson &bodyOtherwise;
    QByteArray wireKey; ///< "" = none is sent
};

Result<OwnerRequest> render(const Rendering &what)
{
    const policy::OwnerEntry &owner = what.entry.owner;
    auto url = wire::Url::parse(owner.url.toUtf8());
    if (!url)
        return tl::unexpected(url.error());
    auto path = target(what.request, url->target, what.values);
    if (!path)
        return tl::unexpected(path.error());
    auto content = body(what.request, what.values, what.bodyOtherwise);
    if (!content)
        return tl::unexpected(content.error());

    OwnerRequest request;
    request.exchange.url = *url;
    request.exchange.url.target = *path;
    request.exchange.method = what.request.method.toLatin1();
    request.exchange.body = *content;
    request.exchange.timeout = what.entry.timeout;
    request.exchange.caFile = owner.caFile;
    request.exchange.bornAt = wire::bootTime(); // before the attempt is recorded
    wire::Headers &headers = request.exchange.headers;
    if (!content->isEmpty())
        headers.set("Content-Type", what.request.form ? "application/x-www-form-urlencoded" : "application/json");
    const Encode same = [](const QString &value) { return value; };
    for (auto it = what.request.headers.begin(); it != what.request.headers.end(); ++it) {
        auto value = fill(it.value(), what.values, same);
        if (!value)
            return tl::unexpected(value.error());
        headers.set(it.key().toUtf8(), value->toUtf8());
    }
    if (!what.wireKey.isEmpty())
        headers.set(owner.keyHeader.toUtf8(), what.wireKey);
    auto secret = readSecret(owner.authorization);
    if (!secret)
        return tl::unexpected(secret.error());
    if (!secret->isEmpty())
        headers.set("Authorization", *secret);
    if (!headers.wellFormed())
        return fail(ErrorCode::Malformed,
                    u"A header of the request to '%1' would hold a control character."_s.arg(owner.name));
    request.recorded = recorded(request.exchange);
    return request;
}

} // namespace

Result<OwnerRequest> renderCommit(const ledger::Claim &claim)
{
    const QByteArray key = claim.entry.owner.honoursKey ? claim.operation.wireKey.toLatin1() : QByteArray();
    return render(
        {claim.entry, claim.entry.commit, Values(claim.operation, claim.arguments, {}), claim.arguments, key});
}

Result<OwnerRequest> renderQuery(const ledger::Question &question)
{
    const base::CanonicalJson nothing{QJsonValue(), {}};
    return render({question.entry,
                   question.entry.query,
                   Values(question.operation, question.arguments, question.reference),
                   nothing,
                   {}});
}

} // namespace obstat::flow
