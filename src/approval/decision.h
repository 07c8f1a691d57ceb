#pragma once

#include "approval/keys.h"
#include "base/clock.h"
#include "base/result.h"

#include <QJsonObject>
#include <QString>

namespace obstat::approval {

/// The signed body of contract 6.1. Text fields are "" and written as null where unused.
struct DecisionBody
{
    QString origin;
    QString tenant;
    qint64 operation = 0;
    QString intentKey;
    int revision = 0;
    qint64 version = 0; ///< seen by the approver; a reject binds revision and digest only
    QString tool;
    QString registryDigest;
    QString payloadDigest;
    QString factsDigest;
    QString policyDigest;
    QString kind;    ///< approve, reject, … (formats.md)
    QString verdict; ///< "approve" or "reject" for those kinds, "" otherwise
    QString reason;
    QString evidenceDigest;
    QString replacementDigest;
    QString approver;
    QString keyId;
    QString nonce; ///< 32 hex
    base::Micros decidedAt = 0;
    base::Micros expiresAt = 0; ///< of the plan as seen; 0 = none
    QString shownDigest;
    qint64 millisecondsShown = 0;
    bool allShown = false;
    QString surface; ///< "console", "console-bulk" (one of several signed together, C19) or "ctl"
    QString onBehalfOf;
    qint64 conflictEvent = -1; ///< -1 = none
    QString newIntentKey;
    QString reference;

    [[nodiscard]] QByteArray canonical() const;
    /// Strict: exactly these members in snake_case (`ms_shown` for millisecondsShown), right types and shapes,
    /// byte-identical to its canonical form, at most 64 KiB. Null stands for "", for expiresAt 0 and for no
    /// conflictEvent; only facts, policy, evidence, replacement and shown digests, verdict, reason, on_behalf_of,
    /// new_intent_key and reference may be null, and an approval has a shown digest. Malformed.
    [[nodiscard]] static base::Result<DecisionBody> parse(const QByteArray &canonical);
};

/// What travels: body and signature, and the unsigned time at which it really left (outbox).
struct DecisionEnvelope
{
    QByteArray body;
    QByteArray signature;
    base::Micros sentAt = 0;
    QByteArray replacement = {}; ///< canonical arguments that body.replacementDigest names, at most 64 KiB

    /// {"body": base64, "sent_at": N, "signature": base64}, and "replacement": base64 where there is one
    [[nodiscard]] QByteArray toJson() const;
    [[nodiscard]] static base::Result<DecisionEnvelope> fromJson(const QByteArray &json);
};

[[nodiscard]] DecisionEnvelope signDecision(const DecisionBody &body, const SigningKey &key, base::Micros sentAt);
/// Ed25519 over `obstat/decision/v1\n`‖body.
[[nodiscard]] bool verifyDecision(const DecisionEnvelope &envelope, const PublicKey &key);

} // namespace obstat::approval
