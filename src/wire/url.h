#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QMap>
#include <QString>

namespace obstat::wire {

/// The parts of an absolute http or https URL (RFC 3986).
struct Url
{
    bool tls = false;        ///< https
    QByteArray host = {};    ///< lower case; an IPv6 address without brackets
    quint16 port = 80;       ///< the scheme's default where none is given
    QByteArray target = "/"; ///< path and query as written, at least `/`

    /// What goes into the Host header: brackets around IPv6, the port unless it is the scheme's default.
    [[nodiscard]] QByteArray authority() const;

    /// Strict: http or https only, no user information, no fragment, no spaces, controls or non-ASCII, well formed
    /// escapes, port 1 to 65535. Malformed otherwise.
    [[nodiscard]] static base::Result<Url> parse(QByteArrayView text);
};

/// True for an origin-form target: starts with `/`, only characters that RFC 3986 allows in path and query.
[[nodiscard]] bool isOriginTarget(QByteArrayView target);

/// Every byte but the unreserved ones becomes `%XX` (RFC 3986, 2.3).
[[nodiscard]] QByteArray percentEncode(QByteArrayView bytes);

/// Undoes percent-encoding; `+` stays `+`. Malformed on a bad escape or when the result is not UTF-8.
[[nodiscard]] base::Result<QString> percentDecode(QByteArrayView text);

/// The pairs of `a=b&c=d`, decoded. Malformed on a bad escape and on a name that comes twice.
[[nodiscard]] base::Result<QMap<QString, QString>> parseQuery(QByteArrayView query);

} // namespace obstat::wire
