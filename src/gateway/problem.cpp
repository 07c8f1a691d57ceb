#include "gateway/problem.h"

using namespace Qt::StringLiterals;

namespace obstat::gateway {

using base::ErrorCode;

int statusFor(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Malformed:
    case ErrorCode::Usage:
        return 400;
    case ErrorCode::Unauthorized:
        return 401;
    case ErrorCode::Forbidden:
    case ErrorCode::BadSignature:
    case ErrorCode::WeakKey:
        return 403;
    case ErrorCode::NotFound:
        return 404;
    case ErrorCode::Conflict:
    case ErrorCode::AlreadyExists:
    case ErrorCode::Illegal:
    case ErrorCode::Stale:
        return 409;
    case ErrorCode::Expired:
        return 410;
    case ErrorCode::TooLarge:
        return 413;
    case ErrorCode::NotCanonical:
    case ErrorCode::Unsupported:
        return 422;
    case ErrorCode::Busy:
    case ErrorCode::Locked:
    case ErrorCode::ReadOnly:
    case ErrorCode::DiskFull:
    case ErrorCode::Doubt:
    case ErrorCode::Unavailable:
    case ErrorCode::Timeout:
    case ErrorCode::Cancelled:
        return 503;
    default:
        return 500;
    }
}

wire::Response problem(int status, const QString &code, const QString &title, const QString &detail,
                       QJsonObject extensions)
{
    extensions.insert(u"code"_s, code);
    wire::Response response =
        wire::Response::problem(status, u"urn:obstat:problem:"_s + code, title, detail, extensions);
    if (status == 401)
        response.headers.set("WWW-Authenticate", "Bearer");
    if (status == 429 || status == 503)
        response.headers.set("Retry-After", "1");
    return response;
}

wire::Response problemFor(const base::Error &error)
{
    const int status = statusFor(error.code);
    // What a driver or library said may name files and stays in the log.
    return problem(status, base::codeText(error.code), QString::fromLatin1(wire::reasonPhrase(status)), error.message,
                   {{u"advice"_s, status >= 500 ? u"keep-key"_s : u"stop"_s}});
}

} // namespace obstat::gateway
