#pragma once

#include "approval/keys.h"
#include "base/clock.h"
#include "base/result.h"

#include <QJsonObject>

namespace obstat::approval {

/// An administrator's act (formats.md): Ed25519 over `obstat/admin/v1\n`‖canonical {origin, act, subject, data digest,
/// data, admin, key id, nonce, at}.
struct AdminAct
{
    QString origin;
    QString act;     ///< enrol revoke role token policy registry delegate resume automatic_on epoch
    QString subject; ///< person, token id, policy or registry digest
    QJsonObject data;
    QString admin; ///< administrator's name in obstatd.toml
    QString keyId;
    QString nonce;
    base::Micros at = 0;

    [[nodiscard]] QByteArray canonical() const;
    /// Strict as DecisionBody::parse; the members are snake_case, `subject` is null when empty, `data_digest` is
    /// digestHex of the canonical data. Malformed.
    [[nodiscard]] static base::Result<AdminAct> parse(const QByteArray &canonical);
};

/// data of `enrol`: {"public_key": base64, "roles": […], "tenants": ["*"|…], "proof": base64}. The proof of possession
/// is the subject key's signature over `obstat/enrol/v1\n`‖canonical {origin, subject, public_key}. data of `revoke`:
/// {"key_id": …} or {} for the whole person. data of `role`: {"roles": […]}. data of `token`: {"hash": hex SHA-256 of
/// the secret, "tenant", "actor", "sponsor", "scopes": […]}, or {"revoked": true}. data of `policy` and `registry`:
/// {"size": bytes}; the text travels beside the act and must have the subject's digest. data of `resume`,
/// `automatic_on`: {"reason": text}.

struct SignedAct
{
    QByteArray body;
    QByteArray signature;

    /// {"body": base64, "signature": base64, "document": base64?}
    [[nodiscard]] QByteArray toJson(const QByteArray &document = {}) const;
    struct Parsed;
    [[nodiscard]] static base::Result<Parsed> fromJson(const QByteArray &json);
};
struct SignedAct::Parsed
{
    QByteArray body;
    QByteArray signature;
    QByteArray document;
};

/// The text that travels beside `policy` and `registry` has the subject's digest and the size in `data`; other acts
/// carry none. Malformed.
[[nodiscard]] base::Result<> checkDocument(const AdminAct &act, const QByteArray &document);

[[nodiscard]] SignedAct signAct(const AdminAct &act, const SigningKey &key);
[[nodiscard]] bool verifyAct(const SignedAct &act, const PublicKey &key);

[[nodiscard]] QByteArray enrolProof(const QString &origin, const QString &subject, const SigningKey &key);
[[nodiscard]] bool verifyEnrolProof(const QString &origin, const QString &subject, const PublicKey &key,
                                    const QByteArray &proof);

} // namespace obstat::approval
