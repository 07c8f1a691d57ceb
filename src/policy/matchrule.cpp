#include "policy/argumentpath.h"
#include "policy/toolentry.h"

#include "base/jsonpath.h"

#include <algorithm>

namespace obstat::policy {

namespace {

bool statusMatches(const QList<QPair<int, int>> &ranges, int status)
{
    return ranges.isEmpty() || std::any_of(ranges.begin(), ranges.end(), [status](const QPair<int, int> &range) {
               return range.first <= status && status <= range.second;
           });
}

bool bodyPartMatches(const QJsonValue &json, const QString &path, const QStringList &texts)
{
    const std::optional<QJsonValue> found = base::lookUp(json, path);
    if (!found)
        return false;
    if (texts.isEmpty())
        return !found->isNull();
    const std::optional<QString> text = scalarText(*found);
    return text && texts.contains(*text);
}

bool headerPartMatches(const QList<QPair<QByteArray, QByteArray>> &headers, const QString &name,
                       const QStringList &values)
{
    const QByteArray wanted = name.toUtf8();
    return std::any_of(headers.begin(), headers.end(), [&](const QPair<QByteArray, QByteArray> &header) {
        return header.first.compare(wanted, Qt::CaseInsensitive) == 0 &&
               (values.isEmpty() || values.contains(QString::fromLatin1(header.second.trimmed())));
    });
}

} // namespace

bool MatchRule::matches(int status, const QList<QPair<QByteArray, QByteArray>> &answerHeaders,
                        const std::optional<QJsonValue> &json) const
{
    if (isEmpty() || !statusMatches(statuses, status))
        return false;
    for (auto part = body.begin(); part != body.end(); ++part) {
        if (!json || !bodyPartMatches(*json, part.key(), part.value()))
            return false;
    }
    for (auto part = headers.begin(); part != headers.end(); ++part) {
        if (!headerPartMatches(answerHeaders, part.key(), part.value()))
            return false;
    }
    return true;
}

} // namespace obstat::policy
