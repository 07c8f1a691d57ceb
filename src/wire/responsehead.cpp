#include "wire/responsehead.h"

namespace obstat::wire {

namespace {

bool isServersOwn(const QByteArray &name)
{
    for (const char *own : {"Content-Length", "Connection", "Date", "Transfer-Encoding"})
        if (name.compare(own, Qt::CaseInsensitive) == 0)
            return true;
    return false;
}

} // namespace

bool carriesBody(const Response &response, const AnswerContext &context)
{
    return !context.toHead && response.status != 204 && response.status != 304;
}

QByteArray responseHead(const Response &response, const AnswerContext &context, const QByteArray &date)
{
    QByteArray head;
    head.reserve(256);
    head.append("HTTP/1.1 ").append(QByteArray::number(response.status)).append(' ');
    head.append(reasonPhrase(response.status)).append("\r\n");
    head.append("Date: ").append(date).append("\r\n");
    for (const auto &[name, value] : response.headers.fields())
        if (!isServersOwn(name))
            head.append(name).append(": ").append(value).append("\r\n");
    if (response.status != 204 && response.status != 304)
        head.append("Content-Length: ").append(QByteArray::number(response.body.size())).append("\r\n");
    if (!context.keepAlive)
        head.append("Connection: close\r\n");
    else if (context.version < 11)
        head.append("Connection: keep-alive\r\n");
    head.append("\r\n");
    return head;
}

} // namespace obstat::wire
