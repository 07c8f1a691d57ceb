#include "ledger/headmac.h"

#include "base/canonicalwriter.h"
#include "base/digest.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

QString headMac(const HeadRow &head, const QString &copy, const QByteArray &instanceKey)
{
    base::CanonicalWriter writer(1024);
    writer.number("at"_L1, head.at)
        .boolean("automatic"_L1, head.automatic)
        .text("copy"_L1, copy)
        .number("fences"_L1, head.fences)
        .text("first_origin"_L1, head.firstOrigin)
        .number("operations"_L1, head.operations)
        .text("origin"_L1, head.origin)
        .text("range"_L1, QString::fromLatin1(head.range.toHex()))
        .boolean("simulated"_L1, head.simulated)
        .number("size"_L1, head.size);
    const QByteArray mac = base::hmacSha256(instanceKey, QByteArray("obstat/head/v1\n"_ba + writer.take()));
    return QString::fromLatin1(mac.toHex());
}

} // namespace obstat::ledger
