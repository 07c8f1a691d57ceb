#include "console/client/httpdecisionclient.h"

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
constexpr qint64 kMaxAnswer = 1024 * 1024;

std::optional<DecisionAnswer::Outcome> outcomeFromText(const QString &text)
{
    using Outcome = DecisionAnswer::Outcome;
    if (text == u"admitted")
        return Outcome::Admitted;
    if (text == u"lost")
        return Outcome::Lost;
    if (text == u"expired")
        return Outcome::Expired;
    if (text == u"refused")
        return Outcome::Refused;
    return std::nullopt;
}

base::Result<DecisionAnswer> readReply(QNetworkReply &reply)
{
    const QVariant status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute);
    if (status.isValid())
        return HttpDecisionClient::read(status.toInt(), reply.read(kMaxAnswer));
    if (reply.error() == QNetworkReply::OperationCanceledError)
        return base::fail(ErrorCode::Timeout, u"The instance did not answer within ten seconds."_s);
    return base::fail(ErrorCode::Unavailable, u"The instance could not be reached."_s, reply.errorString());
}

} // namespace

HttpDecisionClient::HttpDecisionClient()
{
    m_network.setProxy(QNetworkProxy(QNetworkProxy::NoProxy));
    m_network.setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
    m_network.setTransferTimeout(kTimeoutMs);
}

QFuture<base::Result<DecisionAnswer>> HttpDecisionClient::send(const QString &address,
                                                               const approval::DecisionEnvelope &envelope)
{
    auto promise = std::make_shared<QPromise<base::Result<DecisionAnswer>>>();
    promise->start();
    const QUrl url(u"http://"_s + address + u"/v1/decisions"_s, QUrl::StrictMode);
    if (address.isEmpty() || !url.isValid() || url.host().isEmpty()) {
        promise->addResult(base::fail(ErrorCode::Unavailable, u"The instance has no address."_s, address));
        promise->finish();
        return promise->future();
    }
    QNetworkRequest request(url);
    request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
    request.setRawHeader("Accept", "application/json, application/problem+json");
    QNetworkReply *reply = m_network.post(request, envelope.toJson());
    QObject::connect(reply, &QNetworkReply::finished, reply, [reply, promise] {
        promise->addResult(readReply(*reply));
        promise->finish();
        reply->deleteLater();
    });
    return promise->future();
}

base::Result<DecisionAnswer> HttpDecisionClient::read(int status, const QByteArray &body)
{
    const QJsonDocument document = QJsonDocument::fromJson(body);
    const QJsonObject object = document.object();
    if (const auto outcome = outcomeFromText(object.value(u"outcome").toString())) {
        return DecisionAnswer{*outcome, object.value(u"code").toString(), object.value(u"message").toString(),
                              object.value(u"operation").toObject().value(u"status").toString()};
    }
    const QString code = object.value(u"code").toString();
    const QString detail = object.value(u"detail").toString();
    if (status == 429 || status >= 500)
        return base::fail(ErrorCode::Busy, u"The instance asks to try again later."_s, detail);
    if (!document.isObject() || code.isEmpty())
        return base::fail(ErrorCode::Unavailable, u"What answered there is no Obstat instance."_s);
    return DecisionAnswer{DecisionAnswer::Outcome::Refused, code, detail, {}};
}

} // namespace obstat::console
