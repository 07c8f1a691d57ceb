#pragma once

#include "base/random.h"
#include "base/result.h"

#include <QByteArray>

#include <memory>

namespace obstat::approval {

/// An Ed25519 public key (RFC 8032), 32 raw bytes.
struct PublicKey
{
    QByteArray raw;
    /// First 16 hex of SHA-256 over the raw key: how bodies and tables name a key.
    [[nodiscard]] QString id() const;
    [[nodiscard]] QString base64() const;
    /// Strict base64 of 32 bytes. Malformed.
    [[nodiscard]] static base::Result<PublicKey> fromBase64(const QString &text);
    /// WeakKey for non-canonical encodings and low-order points (C13), which OpenSSL would accept.
    [[nodiscard]] base::Result<> checkStrength() const;
};

[[nodiscard]] bool verify(const PublicKey &key, QByteArrayView message, QByteArrayView signature);

/// An unlocked Ed25519 private key; its memory is wiped when the last copy goes.
class SigningKey
{
public:
    [[nodiscard]] static SigningKey generate();
    /// From the 32-byte seed, for test vectors.
    [[nodiscard]] static base::Result<SigningKey> fromSeed(QByteArrayView seed);
    /// Encrypted PKCS#8 PEM (PBES2, scrypt N=2^14 r=8 p=8, AES-256-CBC). WrongPassphrase, Malformed.
    [[nodiscard]] static base::Result<SigningKey> fromPem(const QByteArray &pem, const QByteArray &passphrase);
    [[nodiscard]] base::Result<QByteArray> toPem(const QByteArray &passphrase) const;

    [[nodiscard]] PublicKey publicKey() const;
    [[nodiscard]] QByteArray sign(QByteArrayView message) const; ///< 64 bytes

private:
    SigningKey() = default;
    struct Data;
    std::shared_ptr<const Data> m_data;
};

/// Reads a key file. NotFound, WrongPassphrase, Malformed, and Io when others can read the file (mode & 077).
[[nodiscard]] base::Result<SigningKey> loadKeyFile(const QString &path, const QByteArray &passphrase);
/// Writes a new file with mode 0600; AlreadyExists rather than overwrite.
[[nodiscard]] base::Result<> saveKeyFile(const QString &path, const SigningKey &key, const QByteArray &passphrase);

} // namespace obstat::approval
