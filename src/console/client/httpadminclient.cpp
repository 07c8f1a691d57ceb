#include "console/client/httpadminclient.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace obstat::console {

using namespace Qt::StringLiterals;
using base::ErrorCode;

namespace {

constexpr qint64 kMaxAnswer = 64 * 1024;

} // namespace

QFuture<base::Result<>> HttpAdminClient::send(const QString &address, const approval::SignedAct &act)
{
    return m_post.send<void>(address, u"/v1/admin"_s, act.toJson(), kMaxAnswer, &HttpAdminClient::read);
}

base::Result<> HttpAdminClient::read(int status, const QByteArray &body)
{
    const QJsonDocument document = QJsonDocument::fromJson(body);
    if (!document.isObject())
        return base::fail(ErrorCode::Unavailable, u"What answered there is no Obstat instance."_s);
    const QJsonObject object = document.object();
    if (status == 200 && object.contains(u"act"_s))
        return {};
    const QString detail = object.value(u"detail"_s).toString(object.value(u"title"_s).toString());
    if (status == 429 || status >= 500)
        return base::fail(ErrorCode::Busy, u"The instance asks to try again later."_s, detail);
    const ErrorCode code = status == 401 || status == 403 ? ErrorCode::Forbidden
                           : status == 409                ? ErrorCode::Conflict
                                                          : ErrorCode::Malformed;
    return base::fail(code, detail.isEmpty() ? u"The instance refused it (%1)."_s.arg(status) : detail);
}

} // namespace obstat::console
