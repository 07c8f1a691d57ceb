#include "approval/frozenplan.h"

#include "approval/privatefile.h"
#include "base/canonicaljson.h"
#include "base/canonicalwriter.h"
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
    base::CanonicalWriter writer(1024);
    writer.text("actor"_L1, plan.actor)
        .raw("approvals"_L1, base::canonicalBytes(plan.approvals))
        .number("expires_at"_L1, plan.expiresAt)
        .text("facts_digest"_L1, plan.factsDigest)
        .number("generation"_L1, plan.generation)
        .text("intent_key"_L1, plan.intentKey)
        .number("operation"_L1, plan.operation)
        .text("payload_digest"_L1, plan.payloadDigest)
        .text("policy_digest"_L1, plan.policyDigest)
        .text("registry_digest"_L1, plan.registryDigest)
        .number("revision"_L1, plan.revision)
        .text("rule"_L1, plan.rule)
        .text("tenant"_L1, plan.tenant)
        .text("token_id"_L1, plan.tokenId)
        .text("tool"_L1, plan.tool)
        .text("verdict"_L1, plan.verdict);
    const QByteArray canonical = writer.take();
    const QByteArray mac = base::hmacSha256(instanceKey, QByteArray("obstat/plan/v1\n"_ba + canonical));
    return QString::fromLatin1(mac.toHex());
}

base::Result<QByteArray> loadInstanceKey(const QString &path)
{
    const auto bytes = readPrivateFile(path, kInstanceFileLimit);
    if (!bytes && bytes.error().code == ErrorCode::NotFound)
        return base::fail(ErrorCode::NotFound,
                          u"There is no instance key %1; without it no plan of this ledger can be checked. Put the "
                          "ledger's own key file back."_s.arg(path),
                          bytes.error().detail);
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
