#include "policy/toolentry.h"

#include <QJsonArray>

#include <algorithm>

namespace obstat::policy {

using namespace Qt::StringLiterals;

namespace {

bool namedIn(const QJsonValue &json, const QString &placeholder)
{
    if (json.isString())
        return json.toString().contains(placeholder);
    const QJsonArray array = json.toArray();
    const QJsonObject object = json.toObject();
    const auto named = [&placeholder](const QJsonValue &value) { return namedIn(value, placeholder); };
    return std::any_of(array.begin(), array.end(), named) || std::any_of(object.begin(), object.end(), named);
}

} // namespace

bool RequestTemplate::names(QStringView placeholder) const
{
    const QString text = u'{' + placeholder.toString() + u'}';
    const auto named = [&text](const QString &value) { return value.contains(text); };
    return named(path) || std::any_of(query.begin(), query.end(), named) ||
           std::any_of(headers.begin(), headers.end(), named) || (body && namedIn(*body, text));
}

QStringList ToolEntry::unanswered() const
{
    QStringList open;
    if (undo.isEmpty())
        open.append(u"undo"_s);
    if (approver.isEmpty())
        open.append(u"approver"_s);
    if (onRepeat.isEmpty())
        open.append(u"on_repeat"_s);
    return open;
}

bool ToolEntry::isWritable() const
{
    return effect == Effect::Write && unanswered().isEmpty();
}

} // namespace obstat::policy
