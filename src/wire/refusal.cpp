#include "wire/refusal.h"

namespace obstat::wire {

Response Refusal::response(const ServerConfig &config) const
{
    Response response = Response::problem(status, config.problemType + kind, title);
    if (status == 503)
        response.headers.add("Retry-After", QByteArray::number(config.retryAfterSeconds));
    return response;
}

Refusal Refusal::malformed(const QString &title)
{
    return {400, QStringLiteral("malformed"), title};
}

Refusal Refusal::headerTooLarge()
{
    return {431, QStringLiteral("header-too-large"), QStringLiteral("The request header is too large.")};
}

Refusal Refusal::bodyTooLarge()
{
    return {413, QStringLiteral("too-large"), QStringLiteral("The request body is too large.")};
}

Refusal Refusal::timeout()
{
    return {408, QStringLiteral("timeout"), QStringLiteral("The request did not arrive in time.")};
}

Refusal Refusal::busy()
{
    return {503, QStringLiteral("busy"), QStringLiteral("There are too many connections.")};
}

Refusal Refusal::internal()
{
    return {500, QStringLiteral("internal"), QStringLiteral("The request was not answered because of a defect.")};
}

} // namespace obstat::wire
