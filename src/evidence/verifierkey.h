#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>

namespace obstat::evidence {

/// The public half of a note key (C2SP signed-note, Ed25519, type 0x01).
class VerifierKey
{
public:
    /// Malformed when the name is empty or holds a space, a control character or `+`, or the key is not 32 bytes.
    [[nodiscard]] static base::Result<VerifierKey> create(const QString &name, QByteArrayView publicKey);
    /// Reads `name+hex8+base64(0x01‖public key)`. Malformed, also when the key id does not belong to the key.
    [[nodiscard]] static base::Result<VerifierKey> parse(QStringView text);

    [[nodiscard]] QString text() const;
    [[nodiscard]] const QString &name() const { return m_name; }
    /// SHA-256(name‖0x0A‖0x01‖public key)[:4].
    [[nodiscard]] const QByteArray &keyId() const { return m_keyId; }
    [[nodiscard]] const QByteArray &publicKey() const { return m_publicKey; }
    /// True when the 64 bytes are this key's Ed25519 signature of the message. Thread-safe.
    [[nodiscard]] bool verifies(QByteArrayView message, QByteArrayView signature) const;

    friend bool operator==(const VerifierKey &a, const VerifierKey &b) = default;

private:
    VerifierKey() = default;
    QString m_name;
    QByteArray m_keyId;
    QByteArray m_publicKey;
};

} // namespace obstat::evidence
