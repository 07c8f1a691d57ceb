#pragma once

#include "wire/headers.h"

#include <QByteArray>
#include <QJsonObject>
#include <QMap>
#include <QString>

namespace obstat::wire {

/// One request as the server read it. Everything in it is bounded by the server's limits and checked for syntax.
struct Request
{
    QByteArray method;            ///< as sent: `GET`, `POST`, an unknown token
    QByteArray target;            ///< origin form, `/v1/operations?key=…`
    QByteArray path;              ///< the target before `?`, still percent-encoded (see percentDecode in url.h)
    QMap<QString, QString> query; ///< percent-decoded UTF-8; a name twice is refused with 400 before the handler
    Headers headers = {};
    QByteArray body = {}; ///< decoded from chunks where the client used them
    QString peer = {};    ///< the client's address, `127.0.0.1`
    quint16 peerPort = 0;
};

/// One answer. The server adds Content-Length, Connection and Date, and leaves the body out for HEAD, 204 and 304.
struct Response
{
    int status = 200;
    Headers headers = {};
    QByteArray body = {};
    bool cut = false; ///< nothing of this is sent: the connection closes without an answer (simulated owners)

    /// Closes the connection without an answer.
    [[nodiscard]] static Response lost();
    /// `application/json` with these bytes as they are.
    [[nodiscard]] static Response json(int status, QByteArray bytes);
    /// `text/plain; charset=utf-8`.
    [[nodiscard]] static Response text(int status, QByteArray bytes);
    /// RFC 9457 problem details, `application/problem+json`. `extensions` are further members; the standard
    /// members win. An empty `detail` is left out.
    [[nodiscard]] static Response problem(int status, const QString &type, const QString &title,
                                          const QString &detail = {}, const QJsonObject &extensions = {});
};

/// The standard reason phrase, `Not Found`; empty for an unknown status.
[[nodiscard]] QByteArray reasonPhrase(int status);

} // namespace obstat::wire
