#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <QJsonObject>

namespace obstat::approval {

/// What the instance's MAC covers (formats.md): a row that was not written by an instance of this ledger is noticed.
struct FrozenPlan
{
    qint64 operation = 0;
    QString tenant;
    QString tool;
    QString intentKey;
    int revision = 0;
    int generation = 0;
    QString payloadDigest;
    QString factsDigest;
    QString registryDigest; ///< of the tool entry
    QString policyDigest;
    QString actor;
    QString tokenId;
    QString rule;
    QString verdict;       ///< "automatic" or "human"
    QJsonObject approvals; ///< Verdict::frozen()
    base::Micros expiresAt = 0;
};

/// HMAC-SHA256 hex over `obstat/plan/v1\n`‖canonical plan.
[[nodiscard]] QString planMac(const QByteArray &instanceKey, const FrozenPlan &plan);

/// NAME.key: 32 random bytes as hex, mode 0600. NotFound, Malformed, Io when others can read it.
[[nodiscard]] base::Result<QByteArray> loadInstanceKey(const QString &path);
[[nodiscard]] base::Result<> saveInstanceKey(const QString &path, const QByteArray &key);

} // namespace obstat::approval
