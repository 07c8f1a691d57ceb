#include "wire/requestrules.h"

#include "wire/chars.h"
#include "wire/url.h"

namespace obstat::wire {

std::optional<Refusal> RequestRules::apply(Request &request, int version, BodyFraming &framing) const
{
    if (request.headers.fields().size() > m_config.maxHeaderFields)
        return Refusal::headerTooLarge();
    if (auto refusal = readFraming(request.headers, version, framing))
        return refusal;
    if (request.headers.count("Host") != 1)
        return Refusal::malformed(QStringLiteral("The request must have exactly one Host header."));
    if (auto refusal = checkHost(request.headers.value("Host")))
        return refusal;
    if (auto refusal = readTarget(request))
        return refusal;
    if (auto refusal = checkOrigin(request.headers))
        return refusal;
    return checkExpect(request.headers);
}

std::optional<Refusal> RequestRules::readFraming(const Headers &headers, int version, BodyFraming &framing) const
{
    const qsizetype lengths = headers.count("Content-Length");
    const qsizetype encodings = headers.count("Transfer-Encoding");
    if (lengths > 1 || encodings > 1)
        return Refusal::malformed(QStringLiteral("The length of the body is given more than once."));
    if (lengths == 1 && encodings == 1)
        return Refusal::malformed(QStringLiteral("Content-Length and Transfer-Encoding contradict each other."));
    if (encodings == 1) {
        if (version < 11)
            return Refusal::malformed(QStringLiteral("Transfer-Encoding needs HTTP/1.1."));
        if (headers.value("Transfer-Encoding").compare("chunked", Qt::CaseInsensitive) != 0)
            return Refusal{501, QStringLiteral("unsupported"),
                           QStringLiteral("The only transfer coding that is understood is chunked.")};
        framing.chunked = true;
        return {};
    }
    if (lengths == 0)
        return {};
    const QByteArray digits = headers.value("Content-Length");
    if (digits.isEmpty() || !std::ranges::all_of(digits, isDigit))
        return Refusal::malformed(QStringLiteral("Content-Length is not a number."));
    bool fits = false;
    framing.length = digits.toLongLong(&fits);
    if (!fits || framing.length > m_config.maxBodyBytes)
        return Refusal::bodyTooLarge();
    return {};
}

std::optional<Refusal> RequestRules::checkHost(QByteArrayView authority) const
{
    // The rest of a URL around it makes the strict URL parser check the syntax.
    const base::Result<Url> url = Url::parse(QByteArray("http://" + authority.toByteArray()));
    if (!url || url->target != "/" || authority.endsWith('/') || authority.endsWith('?'))
        return Refusal::malformed(QStringLiteral("The Host is not well formed."));
    const QByteArray name = url->host.contains(':') ? QByteArray('[' + url->host + ']') : url->host;
    if (url->port != m_port || !m_config.hosts.contains(name))
        return Refusal{421, QStringLiteral("misdirected"), QStringLiteral("This Host is not served here.")};
    return {};
}

std::optional<Refusal> RequestRules::readTarget(Request &request) const
{
    if (request.target == "*" && request.method == "OPTIONS") {
        request.path = request.target;
        return {};
    }
    if (!request.target.startsWith('/')) {
        const base::Result<Url> url = Url::parse(request.target);
        if (!url || url->tls || request.method == "CONNECT")
            return Refusal::malformed(QStringLiteral("The request target is not well formed."));
        if (auto refusal = checkHost(url->authority()))
            return refusal;
        request.target = url->target;
    }
    if (!isOriginTarget(request.target))
        return Refusal::malformed(QStringLiteral("The request target is not well formed."));
    const qsizetype mark = request.target.indexOf('?');
    request.path = mark < 0 ? request.target : request.target.first(mark);
    if (mark < 0)
        return {};
    base::Result<QMap<QString, QString>> query = parseQuery(QByteArrayView(request.target).sliced(mark + 1));
    if (!query)
        return Refusal::malformed(query.error().message);
    request.query = std::move(*query);
    return {};
}

std::optional<Refusal> RequestRules::checkOrigin(const Headers &headers) const
{
    const qsizetype count = headers.count("Origin");
    if (count == 0 || (count == 1 && m_config.origins.contains(headers.value("Origin"))))
        return {};
    return Refusal{403, QStringLiteral("origin"), QStringLiteral("Pages of this origin may not call.")};
}

std::optional<Refusal> RequestRules::checkExpect(const Headers &headers) const
{
    if (headers.count("Expect") == 0 || headers.value("Expect").compare("100-continue", Qt::CaseInsensitive) == 0)
        return {};
    return Refusal{417, QStringLiteral("expectation"),
                   QStringLiteral("The only expectation that is met is 100-continue.")};
}

} // namespace obstat::wire
