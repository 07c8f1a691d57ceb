#include "policy/argumentpath.h"

#include "base/canonicaljson.h"

#include <algorithm>

namespace obstat::policy {

namespace {

constexpr qsizetype kMaxName = 128;

bool isAsciiDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

bool isAsciiAlphanumeric(QChar c)
{
    return isAsciiDigit(c) || (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}

bool isBareNameCharacter(QChar c)
{
    return c > u' ' && QStringView(u".[]\"{}|<>=!").indexOf(c) < 0;
}

/// Takes a bare or quoted name off the front.
bool takeName(QStringView &rest)
{
    if (!rest.startsWith(u'"')) {
        const auto end = std::find_if_not(rest.begin(), rest.end(), isBareNameCharacter);
        const qsizetype length = end - rest.begin();
        rest = rest.sliced(length);
        return length > 0;
    }
    for (qsizetype i = 1; i < rest.size(); ++i) {
        if (rest[i] == u'\\') {
            ++i;
        } else if (rest[i] == u'"') {
            rest = rest.sliced(i + 1);
            return true;
        }
    }
    return false;
}

/// Takes any number of `[]` and `[12]` off the front.
bool takeBrackets(QStringView &rest)
{
    while (rest.startsWith(u'[')) {
        const qsizetype close = rest.indexOf(u']');
        if (close < 0 || close > 10)
            return false;
        const QStringView digits = rest.sliced(1, close - 1);
        if (!std::all_of(digits.begin(), digits.end(), isAsciiDigit))
            return false;
        rest = rest.sliced(close + 1);
    }
    return true;
}

} // namespace

bool isArgumentPath(QStringView path)
{
    QStringView rest = path;
    if (!takeName(rest) || !takeBrackets(rest))
        return false;
    while (!rest.isEmpty()) {
        if (!rest.startsWith(u'.'))
            return false;
        rest = rest.sliced(1);
        if (!takeName(rest) || !takeBrackets(rest))
            return false;
    }
    return true;
}

bool isCollectingPath(QStringView path)
{
    bool quoted = false;
    for (qsizetype i = 0; i < path.size(); ++i) {
        if (quoted && path[i] == u'\\')
            ++i;
        else if (path[i] == u'"')
            quoted = !quoted;
        else if (!quoted && path.sliced(i).startsWith(QStringView(u"[]")))
            return true;
    }
    return false;
}

bool isPlainName(QStringView name)
{
    if (name.isEmpty() || name.size() > kMaxName || !isAsciiAlphanumeric(name.front()))
        return false;
    return std::all_of(name.begin(), name.end(),
                       [](QChar c) { return isAsciiAlphanumeric(c) || QStringView(u"_.:/-").indexOf(c) >= 0; });
}

bool isCurrencyCode(QStringView text)
{
    return text.size() == 3 && std::all_of(text.begin(), text.end(), [](QChar c) { return c >= u'A' && c <= u'Z'; });
}

std::optional<QString> scalarText(const QJsonValue &value)
{
    if (value.isString())
        return value.toString();
    if (value.isArray() || value.isObject() || value.isUndefined())
        return std::nullopt;
    return QString::fromUtf8(base::canonicalBytes(value));
}

} // namespace obstat::policy
