#include "wire/url.h"

#include "wire/chars.h"

#include <QStringDecoder>

#include <arpa/inet.h>

namespace obstat::wire {

namespace {

using base::ErrorCode;

base::Result<Url> malformed(const QString &why)
{
    return base::fail(ErrorCode::Malformed, QStringLiteral("The URL is not usable: ") % why % QLatin1Char('.'));
}

/// Characters of path and query besides `%`: pchar, `/` and `?`.
bool isTargetChar(char c)
{
    return isUnreserved(c) || QByteArrayView("!$&'()*+,;=:@/?").contains(c);
}

bool isIpv6(QByteArrayView text)
{
    in6_addr address{};
    const QByteArray terminated = text.toByteArray();
    return ::inet_pton(AF_INET6, terminated.constData(), &address) == 1;
}

bool isName(QByteArrayView text)
{
    return !text.empty() && text.size() <= 253 && std::ranges::all_of(text, [](char c) {
        return isAlpha(c) || isDigit(c) || c == '-' || c == '.' || c == '_';
    });
}

/// Reads `:8443`; an empty text keeps the default.
bool readPort(QByteArrayView text, quint16 &port)
{
    if (text.empty())
        return true;
    const QByteArrayView digits = text.sliced(1);
    if (text.front() != ':' || digits.empty() || digits.size() > 5 || !std::ranges::all_of(digits, isDigit))
        return false;
    const int value = digits.toByteArray().toInt();
    port = static_cast<quint16>(value);
    return value >= 1 && value <= 65535;
}

/// Reads `host`, `host:port`, `[v6]`, `[v6]:port`.
bool readAuthority(QByteArrayView authority, Url &url)
{
    qsizetype end = 0;
    if (authority.startsWith('[')) {
        end = authority.indexOf(']');
        if (end < 0 || !isIpv6(authority.sliced(1, end - 1)))
            return false;
        url.host = authority.sliced(1, end - 1).toByteArray().toLower();
        ++end;
    } else {
        const qsizetype colon = authority.indexOf(':');
        end = colon < 0 ? authority.size() : colon;
        if (!isName(authority.first(end)))
            return false;
        url.host = authority.first(end).toByteArray().toLower();
    }
    return readPort(authority.sliced(end), url.port);
}

} // namespace

QByteArray Url::authority() const
{
    QByteArray text = host.contains(':') ? QByteArray('[' + host + ']') : host;
    if (port != (tls ? 443 : 80))
        text += ':' + QByteArray::number(port);
    return text;
}

base::Result<Url> Url::parse(QByteArrayView text)
{
    Url url;
    const qsizetype scheme = text.indexOf("://");
    const QByteArray name = scheme < 0 ? QByteArray() : text.first(scheme).toByteArray().toLower();
    if (name != "http" && name != "https")
        return malformed(QStringLiteral("it must start with http:// or https://"));
    url.tls = name == "https";
    url.port = url.tls ? 443 : 80;

    const QByteArrayView rest = text.sliced(scheme + 3);
    const auto stop = std::ranges::find_if(rest, [](char c) { return c == '/' || c == '?' || c == '#'; });
    const qsizetype length = stop - rest.begin();
    if (rest.first(length).contains('@'))
        return malformed(QStringLiteral("user information is not allowed in it"));
    if (!readAuthority(rest.first(length), url))
        return malformed(QStringLiteral("its host or port is not well formed"));

    const QByteArrayView target = rest.sliced(length);
    if (target.contains('#'))
        return malformed(QStringLiteral("a fragment is not allowed in it"));
    url.target = target.startsWith('/') ? target.toByteArray() : QByteArray('/' + target.toByteArray());
    if (!isOriginTarget(url.target))
        return malformed(QStringLiteral("its path or query has a character that must be percent-encoded"));
    return url;
}

bool isOriginTarget(QByteArrayView target)
{
    if (!target.startsWith('/'))
        return false;
    for (qsizetype i = 0; i < target.size(); ++i) {
        if (isTargetChar(target[i]))
            continue;
        if (target[i] != '%' || i + 2 >= target.size() || hexValue(target[i + 1]) < 0 || hexValue(target[i + 2]) < 0)
            return false;
        i += 2;
    }
    return true;
}

QByteArray percentEncode(QByteArrayView bytes)
{
    constexpr char digits[] = "0123456789ABCDEF";
    QByteArray text;
    text.reserve(bytes.size());
    for (const char c : bytes) {
        if (isUnreserved(c)) {
            text += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        text += '%';
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

base::Result<QString> percentDecode(QByteArrayView text)
{
    QByteArray bytes;
    bytes.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            bytes += text[i];
            continue;
        }
        const int high = i + 2 < text.size() ? hexValue(text[i + 1]) : -1;
        const int low = i + 2 < text.size() ? hexValue(text[i + 2]) : -1;
        if (high < 0 || low < 0)
            return base::fail(ErrorCode::Malformed,
                              QStringLiteral("A percent sign is not followed by two hex digits."));
        bytes += static_cast<char>(high * 16 + low);
        i += 2;
    }
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    QString decoded = decoder(bytes);
    if (decoder.hasError())
        return base::fail(ErrorCode::Malformed, QStringLiteral("A percent-encoded text is not UTF-8."));
    return decoded;
}

base::Result<QMap<QString, QString>> parseQuery(QByteArrayView query)
{
    QMap<QString, QString> pairs;
    while (!query.empty()) {
        const qsizetype end = query.contains('&') ? query.indexOf('&') : query.size();
        const QByteArrayView pair = query.first(end);
        query = query.sliced(std::min(end + 1, query.size()));
        if (pair.empty())
            continue;
        const qsizetype equals = pair.indexOf('=');
        const base::Result<QString> name = percentDecode(equals < 0 ? pair : pair.first(equals));
        const base::Result<QString> value = percentDecode(equals < 0 ? QByteArrayView() : pair.sliced(equals + 1));
        if (!name)
            return tl::unexpected(name.error());
        if (!value)
            return tl::unexpected(value.error());
        if (pairs.contains(*name))
            return base::fail(ErrorCode::Malformed, QStringLiteral("A query parameter comes twice."));
        pairs.insert(*name, *value);
    }
    return pairs;
}

} // namespace obstat::wire
