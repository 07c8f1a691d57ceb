#include "wire/message.h"

#include <QJsonDocument>

namespace obstat::wire {

namespace {

Response withType(int status, const char *type, QByteArray bytes)
{
    Response response;
    response.status = status;
    response.headers.add("Content-Type", type);
    response.body = std::move(bytes);
    return response;
}

} // namespace

Response Response::lost()
{
    Response response;
    response.cut = true;
    return response;
}

Response Response::json(int status, QByteArray bytes)
{
    return withType(status, "application/json", std::move(bytes));
}

Response Response::text(int status, QByteArray bytes)
{
    return withType(status, "text/plain; charset=utf-8", std::move(bytes));
}

Response Response::problem(int status, const QString &type, const QString &title, const QString &detail,
                           const QJsonObject &extensions)
{
    QJsonObject members = extensions;
    members.insert(QStringLiteral("type"), type);
    members.insert(QStringLiteral("title"), title);
    members.insert(QStringLiteral("status"), status);
    members.remove(QStringLiteral("detail"));
    if (!detail.isEmpty())
        members.insert(QStringLiteral("detail"), detail);
    return withType(status, "application/problem+json", QJsonDocument(members).toJson(QJsonDocument::Compact));
}

} // namespace obstat::wire
