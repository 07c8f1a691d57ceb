#include "console/models/editablejson.h"

#include "base/canonicaljson.h"
#include "base/visibletext.h"

#include <QJsonArray>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

QString indent(int depth)
{
    return {2 * depth, u' '};
}

QString escape(char16_t unit)
{
    return QString(u"\\u"_s + QString::number(unit, 16).rightJustified(4, u'0'));
}

/// A canonical string without a character that the eye does not see.
QString text(const QString &value)
{
    const QString canonical = QString::fromUtf8(base::canonicalString(value));
    QString shown;
    shown.reserve(canonical.size());
    for (const uint codePoint : canonical.toUcs4()) {
        const QString units = QString::fromUcs4(reinterpret_cast<const char32_t *>(&codePoint), 1);
        if (!base::isEscaped(codePoint)) {
            shown += units;
            continue;
        }
        for (const QChar unit : units)
            shown += escape(unit.unicode());
    }
    return shown;
}

QString write(const QJsonValue &value, int depth);

QString writeArray(const QJsonArray &array, int depth)
{
    if (array.isEmpty())
        return u"[]"_s;
    QStringList lines;
    for (const QJsonValue &element : array)
        lines.append(indent(depth + 1) + write(element, depth + 1));
    return QString(u"[\n"_s + lines.join(u",\n"_s) + u'\n' + indent(depth) + u']');
}

QString writeObject(const QJsonObject &object, int depth)
{
    if (object.isEmpty())
        return u"{}"_s;
    QStringList names = object.keys();
    std::sort(names.begin(), names.end());
    QStringList lines;
    for (const QString &name : std::as_const(names))
        lines.append(indent(depth + 1) + text(name) + u": "_s + write(object.value(name), depth + 1));
    return QString(u"{\n"_s + lines.join(u",\n"_s) + u'\n' + indent(depth) + u'}');
}

QString write(const QJsonValue &value, int depth)
{
    if (value.isObject())
        return writeObject(value.toObject(), depth);
    if (value.isArray())
        return writeArray(value.toArray(), depth);
    return value.isString() ? text(value.toString()) : QString::fromUtf8(base::canonicalBytes(value));
}

} // namespace

QString editableJson(const QJsonObject &object)
{
    return write(object, 0);
}

} // namespace obstat::console
