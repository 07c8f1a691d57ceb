#include "wire/requesthead.h"

#include "wire/chars.h"
#include "wire/url.h"

namespace obstat::wire {

namespace {

bool hasClientsOwn(const Headers &headers)
{
    for (const char *own : {"Host", "Content-Length", "Connection", "Transfer-Encoding", "Expect"})
        if (headers.contains(own))
            return true;
    return false;
}

} // namespace

base::Result<QByteArray> requestBytes(const QByteArray &method, const QByteArray &target, const QByteArray &authority,
                                      const Headers &headers, const QByteArray &body, bool keepAlive)
{
    if (!isToken(method))
        return base::fail(base::ErrorCode::Usage, QStringLiteral("The method of a request is not a token."));
    if (!isOriginTarget(target))
        return base::fail(base::ErrorCode::Usage, QStringLiteral("The target of a request is not a path and query."));
    if (!headers.wellFormed() || hasClientsOwn(headers))
        return base::fail(base::ErrorCode::Usage,
                          QStringLiteral("A header of a request is not well formed, or is set by the client itself."));
    QByteArray bytes;
    bytes.reserve(256 + target.size() + body.size());
    bytes.append(method).append(' ').append(target).append(" HTTP/1.1\r\nHost: ").append(authority).append("\r\n");
    for (const auto &[name, value] : headers.fields())
        bytes.append(name).append(": ").append(value).append("\r\n");
    if (!body.isEmpty() || (method != "GET" && method != "HEAD"))
        bytes.append("Content-Length: ").append(QByteArray::number(body.size())).append("\r\n");
    if (!keepAlive)
        bytes.append("Connection: close\r\n");
    bytes.append("\r\n").append(body);
    return bytes;
}

} // namespace obstat::wire
