#include "console/client/jsonpost.h"

#include <QNetworkProxy>

namespace obstat::console {

using namespace Qt::StringLiterals;
using base::ErrorCode;

namespace {

constexpr int kTimeoutMs = 10'000;

} // namespace

JsonPost::JsonPost()
{
    m_network.setProxy(QNetworkProxy(QNetworkProxy::NoProxy));
    m_network.setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
    m_network.setTransferTimeout(kTimeoutMs);
}

void JsonPost::post(const QString &address, const QString &path, const QByteArray &json, qint64 most, const Done &done)
{
    const QUrl url(u"http://"_s + address + path, QUrl::StrictMode);
    if (address.isEmpty() || !url.isValid() || url.host().isEmpty()) {
        done(base::fail(ErrorCode::Unavailable, u"The instance has no address."_s, address));
        return;
    }
    QNetworkRequest request(url);
    request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
    request.setRawHeader("Accept", "application/json, application/problem+json");
    QNetworkReply *reply = m_network.post(request, json);
    QObject::connect(reply, &QNetworkReply::finished, reply, [reply, done, most] {
        done(take(*reply, most));
        reply->deleteLater();
    });
}

base::Result<JsonPost::Reply> JsonPost::take(QNetworkReply &reply, qint64 most)
{
    const QVariant status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute);
    if (status.isValid())
        return Reply{status.toInt(), reply.read(most)};
    if (reply.error() == QNetworkReply::OperationCanceledError)
        return base::fail(ErrorCode::Timeout, u"The instance did not answer within ten seconds."_s);
    return base::fail(ErrorCode::Unavailable, u"The instance could not be reached."_s, reply.errorString());
}

} // namespace obstat::console
