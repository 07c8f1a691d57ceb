#include "approval/frozenplan.h"

#include "approval/privatefile.h"
#include "base/canonicaljson.h"
#include "base/digest.h"

namespace obstat::approval {

using namespace Qt::StringLiterals;
using base::ErrorCode;

namespace {

constexpr qsizetype kInstanceKeySize = 32;
constexpr qint64 kInstanceFileLimit = 1024;

} // namespace

QString planMac(const QByteArray &instanceKey, const FrozenPlan &plan)
{
    const QByteArray canonical = base::canonicalBytes(QJsonObject{
        {u"operation"_s, plan.operation},
        {u"tenant"_s, plan.tenant},
        {u"tool"_s, plan.tool},
        {u"intent_key"_s, plan.intentKey},
        {u"revision"_s, plan.revision},
        {u"generation"_s, plan.generation},
        {u"payload_digest"_s, plan.payloadDigest},
        {u"facts_digest"_s, plan.factsDigest},
        {u"registry_digest"_s, plan.registryDigest},
        {u"policy_digest"_s, plan.policyDigest},
        {u"actor"_s, plan.actor},
        {u"token_id"_s, plan.tokenId},
        {u"rule"_s, plan.rule},
        {u"verdict"_s, plan.verdict},
        {u"approvals"_s, plan.approvals},
        {u"expires_at"_s, plan.expiresAt},
    });
    const QByteArray mac = base::hmacSha256(instanceKey, QByteArray("obstat/plan/v1\n"_ba + canonical));
    return QString::fromLatin1(mac.toHex());
}

base::Result<QByteArray> loadInstanceKey(const QString &path)
{
    const auto bytes = readPrivateFile(path, kInstanceFileLimit);
    if (!bytes && bytes.error().code != ErrorCode::TooLarge)
        return tl::unexpected(bytes.error());
    QByteArray hex = bytes.value_or(QByteArray());
    if (hex.endsWith('\n'))
        hex.chop(1);
    const QByteArray key = base::fromHexStrict(QString::fromLatin1(hex));
    if (key.size() != kInstanceKeySize)
        return base::fail(ErrorCode::Malformed, u"%1 does not hold an instance key of 64 hex digits."_s.arg(path));
    return key;
}

base::Result<> saveInstanceKey(const QString &path, const QByteArray &key)
{
    if (key.size() != kInstanceKeySize)
        return base::fail(ErrorCode::Malformed, u"An instance key must have 32 bytes."_s);
    return writeNewPrivateFile(path, QByteArray(key.toHex() + '\n'));
}

} // namespace obstat::approval
