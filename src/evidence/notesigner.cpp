#include "evidence/notesigner.h"

#include <openssl/evp.h>

#include <memory>

using namespace Qt::StringLiterals;

namespace obstat::evidence {
namespace {

using base::ErrorCode;
using base::fail;

constexpr qsizetype kSeedSize = 32;
constexpr size_t kPublicKeySize = 32;
constexpr size_t kSignatureSize = 64;

const unsigned char *unsignedBytes(QByteArrayView bytes)
{
    return reinterpret_cast<const unsigned char *>(bytes.data());
}

base::Result<QByteArray> signEd25519(EVP_PKEY *key, QByteArrayView message)
{
    const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX *)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    QByteArray signature(static_cast<qsizetype>(kSignatureSize), '\0');
    size_t length = kSignatureSize;
    if (!context || EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key) != 1 ||
        EVP_DigestSign(context.get(), reinterpret_cast<unsigned char *>(signature.data()), &length,
                       unsignedBytes(message), static_cast<size_t>(message.size())) != 1 ||
        length != kSignatureSize)
        return fail(ErrorCode::Internal, u"OpenSSL could not sign the note."_s);
    return signature;
}

} // namespace

base::Result<NoteSigner> NoteSigner::fromSeed(const QString &name, QByteArrayView seed)
{
    if (seed.size() != kSeedSize)
        return fail(ErrorCode::Malformed, u"The private key of %1 is not an Ed25519 key of 32 bytes."_s.arg(name));
    const std::shared_ptr<EVP_PKEY> key(
        EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, unsignedBytes(seed), static_cast<size_t>(seed.size())),
        EVP_PKEY_free);
    QByteArray publicKey(static_cast<qsizetype>(kPublicKeySize), '\0');
    size_t length = kPublicKeySize;
    if (!key ||
        EVP_PKEY_get_raw_public_key(key.get(), reinterpret_cast<unsigned char *>(publicKey.data()), &length) != 1)
        return fail(ErrorCode::Internal, u"OpenSSL could not read the private key of %1."_s.arg(name));
    auto verifier = VerifierKey::create(name, publicKey);
    if (!verifier)
        return tl::unexpected(verifier.error());
    return NoteSigner(std::move(*verifier), [key](QByteArrayView message) { return signEd25519(key.get(), message); });
}

NoteSigner::NoteSigner(VerifierKey key, Sign sign) : m_key(std::move(key)), m_sign(std::move(sign)) {}

base::Result<QByteArray> NoteSigner::sign(QByteArrayView message) const
{
    auto signature = m_sign(message);
    if (signature && !m_key.verifies(message, *signature))
        return fail(ErrorCode::BadSignature,
                    u"The signature made for %1 does not belong to its key."_s.arg(m_key.name()));
    return signature;
}

} // namespace obstat::evidence
