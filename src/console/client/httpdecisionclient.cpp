#include "console/client/httpdecisionclient.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace obstat::console {

using namespace Qt::StringLiterals;
using base::ErrorCode;

namespace {

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

} // namespace

QFuture<base::Result<DecisionAnswer>> HttpDecisionClient::send(const QString &address,
                                                               const approval::DecisionEnvelope &envelope)
{
    return m_post.send<DecisionAnswer>(address, u"/v1/decisions"_s, envelope.toJson(), kMaxAnswer,
                                       &HttpDecisionClient::read);
}

base::Result<DecisionAnswer> HttpDecisionClient::read(int status, const QByteArray &body)
{
    const QJsonDocument document = QJsonDocument::fromJson(body);
    const QJsonObject object = document.object();
    if (const auto outcome = outcomeFromText(object.value(u"outcome").toString())) {
        return DecisionAnswer{*outcome, object.value(u"code").toString(), object.value(u"message").toString(),
                              object.value(u"operation").toObject().value(u"status").toString(),
                              object.value(u"planned").toObject().value(u"id").toInteger()};
    }
    const QString code = object.value(u"code").toString();
    const QString detail = object.value(u"detail").toString();
    if (status == 429 || status >= 500)
        return base::fail(ErrorCode::Busy, u"The instance asks to try again later."_s, detail);
    if (!document.isObject() || code.isEmpty())
        return base::fail(ErrorCode::Unavailable, u"What answered there is no Obstat instance."_s);
    return DecisionAnswer{DecisionAnswer::Outcome::Refused, code, detail, {}, 0};
}

} // namespace obstat::console
