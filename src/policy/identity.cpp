#include "policy/argumentpath.h"
#include "policy/registry.h"

#include "base/decimal.h"
#include "base/jsonpath.h"
#include "base/visibletext.h"

#include <QJsonArray>

#include <algorithm>

namespace obstat::policy {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kMaxNamed = 512;

base::Result<QStringList> fieldTexts(const QList<NaturalField> &fields, const QJsonObject &arguments)
{
    QStringList texts;
    for (const NaturalField &field : fields) {
        const std::optional<QJsonValue> value = base::lookUp(arguments, field.path);
        if (!value || value->isNull())
            return base::fail(base::ErrorCode::NotCanonical,
                              u"The natural key needs '%1', which the arguments do not have."_s.arg(field.path));
        const base::Result<QString> text = base::naturalField(*value, field.kind);
        if (!text)
            return base::fail(text.error().code,
                              u"The natural key's field '%1' is refused: %2"_s.arg(field.path, text.error().message),
                              text.error().detail);
        texts.append(*text);
    }
    return texts;
}

bool isHidden(const QString &text)
{
    const QList<uint> codePoints = text.toUcs4();
    return std::any_of(codePoints.begin(), codePoints.end(), [](uint c) { return base::isEscaped(c); });
}

base::Result<QString> namedNatural(const ToolEntry &tool, const QString &named)
{
    if (named.isEmpty())
        return base::fail(base::ErrorCode::NotCanonical,
                          u"Tool '%1' has no natural key, so the orchestrator must name the work."_s.arg(tool.name));
    if (named.size() > kMaxNamed || isHidden(named))
        return base::fail(base::ErrorCode::NotCanonical,
                          u"The name of the work must be at most %1 visible characters."_s.arg(kMaxNamed));
    return base::namedText(tool.name, named);
}

/// The keys that earlier formulas give; a formula whose fields are not there cannot have made one.
QStringList previousKeysOf(const ToolEntry &tool, const QJsonObject &arguments, const QString &window,
                           const QString &current)
{
    QStringList keys;
    for (const QList<NaturalField> &fields : tool.previousNaturalKeys) {
        const base::Result<QStringList> texts = fieldTexts(fields, arguments);
        if (!texts)
            continue;
        const QString key = base::intentKey(base::naturalText(tool.name, *texts, window));
        if (key != current && !keys.contains(key))
            keys.append(key);
    }
    return keys;
}

/// What a record path shows: a scalar's text, a list's scalars separated by ", ".
QString recordText(const QJsonValue &value)
{
    if (!value.isArray())
        return scalarText(value).value_or(QString());
    QStringList texts;
    for (const QJsonValue &item : value.toArray()) {
        const std::optional<QString> text = scalarText(item);
        if (text)
            texts.append(*text);
    }
    return texts.join(u", "_s);
}

base::Result<QString> currencyOf(const ToolEntry &tool, const QJsonObject &arguments)
{
    if (isCurrencyCode(tool.currency))
        return tool.currency;
    const std::optional<QJsonValue> value = base::lookUp(arguments, tool.currency);
    if (!value || !value->isString() || !isCurrencyCode(value->toString()))
        return base::fail(base::ErrorCode::NotCanonical,
                          u"The amount has no currency: '%1' must be three capitals such as USD."_s.arg(tool.currency));
    return value->toString();
}

} // namespace

base::Result<Identity> identify(const ToolEntry &tool, const QJsonObject &arguments, const QString &named,
                                const QString &window)
{
    Identity identity;
    if (tool.naturalKey.isEmpty()) {
        const base::Result<QString> natural = namedNatural(tool, named);
        if (!natural)
            return tl::unexpected(natural.error());
        identity.natural = *natural;
        identity.withoutWindow = *natural;
    } else {
        if (!named.isEmpty())
            return base::fail(base::ErrorCode::NotCanonical,
                              u"Tool '%1' has a natural key, so the work must not be named as well."_s.arg(tool.name));
        const base::Result<QStringList> texts = fieldTexts(tool.naturalKey, arguments);
        if (!texts)
            return tl::unexpected(texts.error());
        identity.natural = base::naturalText(tool.name, *texts, window);
        identity.withoutWindow = base::naturalText(tool.name, *texts, QString());
        identity.window = window;
    }
    identity.intentKey = base::intentKey(identity.natural);
    identity.previousKeys = previousKeysOf(tool, arguments, window, identity.intentKey);
    return identity;
}

base::Result<Subject> subjectOf(const ToolEntry &tool, const QJsonObject &arguments)
{
    Subject subject;
    QStringList records;
    for (const QString &path : tool.record) {
        const std::optional<QJsonValue> value = base::lookUp(arguments, path);
        const QString text = value && !value->isNull() ? recordText(*value) : QString();
        if (!text.isEmpty())
            records.append(text);
    }
    subject.record = records.join(u" · "_s);

    const std::optional<QJsonValue> amount =
        tool.amount.isEmpty() ? std::nullopt : base::lookUp(arguments, tool.amount);
    if (!amount || amount->isNull())
        return subject;
    const std::optional<base::Decimal> decimal = base::Decimal::fromJson(*amount);
    if (!decimal)
        return base::fail(
            base::ErrorCode::NotCanonical,
            u"'%1' must be an amount such as \"1250.00\", without sign, exponent or separators."_s.arg(tool.amount));
    const base::Result<QString> currency = currencyOf(tool, arguments);
    if (!currency)
        return tl::unexpected(currency.error());
    subject.amount = decimal->text();
    subject.currency = *currency;
    return subject;
}

} // namespace obstat::policy
