#pragma once

#include "evidence/verifierkey.h"

#include <functional>

namespace obstat::evidence {

/// The private half of a note key: holds an Ed25519 key, or asks a callback (a token, another process) for signatures.
class NoteSigner
{
public:
    /// Gives the 64 signature bytes over the message, or an error.
    using Sign = std::function<base::Result<QByteArray>(QByteArrayView message)>;

    /// From the 32 bytes of RFC 8032 section 5.1.5; Malformed for another length or a bad name.
    [[nodiscard]] static base::Result<NoteSigner> fromSeed(const QString &name, QByteArrayView seed);
    /// `sign` must sign with the private half of `key`; sign() checks that it did.
    NoteSigner(VerifierKey key, Sign sign);

    [[nodiscard]] const VerifierKey &verifierKey() const { return m_key; }
    /// 64 bytes that verify, or BadSignature / the callback's error.
    [[nodiscard]] base::Result<QByteArray> sign(QByteArrayView message) const;

private:
    VerifierKey m_key;
    Sign m_sign;
};

} // namespace obstat::evidence
