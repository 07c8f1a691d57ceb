#include "console/client/httpadminclient.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QPromise>

namespace obstat::console {

using namespace Qt::StringLiterals;
using base::ErrorCode;

namespace {

constexpr int kTimeoutMs = 10'000;
constexpr qint64 kMaxAnswer = 64 * 1024;

base::Result<> readReply(QNetworkReply &reply)
{
    const QVariant status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute);
    if (status.isValid())
        return HttpAdminClient::read(status.toInt(), reply.read(kMaxAnswer));
    if (reply.error() == QNetworkReply::OperationCanceledError)
        return base::fail(ErrorCode::Timeout, u"The instance did not answer within ten seconds."_s);
    return base::fail(ErrorCode::Unavailable, u"The instance could not be reached."_s, reply.errorString());
}

} // namespace

HttpAdminClient::HttpAdminClient()
{
    m_network.setProxy(QNetworkProxy(QNetworkProxy::NoProxy));
    m_network.setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
    m_network.setTransferTimeout(kTimeoutMs);
}

QFuture<base::Result<>> HttpAdminClient::send(const QString &address, const approval::SignedAct &act)
{
    auto promise = std::make_shared<QPromise<base::Result<>>>();
    promise->start();
    const QUrl url(u"http://"_s + address + u"/v1/admin"_s, QUrl::StrictMode);
    if (address.isEmpty() || !url.isValid() || url.host().isEmpty()) {
        promise->addResult(base::fail(ErrorCode::Unavailable, u"The instance has no address."_s, address));
        promise->finish();
        return promise->future();
    }
    QNetworkRequest request(url);
    request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
    request.setRawHeader("Accept", "application/json, application/problem+json");
    QNetworkReply *reply = m_network.post(request, act.toJson());
    QObject::connect(reply, &QNetworkReply::finished, reply, [reply, promise] {
        promise->addResult(readReply(*reply));
        promise->finish();
        reply->deleteLater();
    });
    return promise->future();
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
