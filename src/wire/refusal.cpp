#include "wire/refusal.h"

namespace obstat::wire {

Response Refusal::response(const ServerConfig &config) const
{
    // Nothing was done, or nobody knows: what may be sent again as it is keeps its key (contract 4.2).
    const bool again = status == 408 || status == 500 || status == 503;
    Response response =
        Response::problem(status, config.problemType + kind, title, {},
                          {{QStringLiteral("code"), kind},
                           {QStringLiteral("advice"), again ? QStringLiteral("keep-key") : QStringLiteral("stop")}});
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
