#include "evidence/verifierkey.h"

#include "base/digest.h"
#include "evidence/strictbase64.h"

#include <openssl/evp.h>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;

namespace obstat::evidence {
namespace {

using base::ErrorCode;
using base::fail;

constexpr qsizetype kPublicKeySize = 32;
constexpr qsizetype kSignatureSize = 64;
constexpr qsizetype kKeyIdSize = 4;
constexpr char kEd25519 = 0x01;

struct KeyDeleter
{
    void operator()(EVP_PKEY *key) const { EVP_PKEY_free(key); }
};
struct ContextDeleter
{
    void operator()(EVP_MD_CTX *context) const { EVP_MD_CTX_free(context); }
};

const unsigned char *unsignedBytes(QByteArrayView bytes)
{
    return reinterpret_cast<const unsigned char *>(bytes.data());
}

bool isName(const QString &name)
{
    const bool bad = std::any_of(name.begin(), name.end(), [](QChar c) {
        return c.isSpace() || c == u'+' || c.unicode() < 0x20 || c.unicode() == 0x7F;
    });
    return !name.isEmpty() && !bad && name.isValidUtf16();
}

QByteArray keyIdOf(const QString &name, QByteArrayView publicKey)
{
    const QByteArray input = name.toUtf8() + '\n' + kEd25519 + publicKey.toByteArray();
    return base::sha256(input).first(kKeyIdSize);
}

} // namespace

base::Result<VerifierKey> VerifierKey::create(const QString &name, QByteArrayView publicKey)
{
    if (!isName(name))
        return fail(ErrorCode::Malformed, u"A note key's name must not be empty or hold spaces or a plus sign."_s);
    if (publicKey.size() != kPublicKeySize)
        return fail(ErrorCode::Malformed, u"The public key of %1 is not an Ed25519 key of 32 bytes."_s.arg(name));
    VerifierKey key;
    key.m_name = name;
    key.m_keyId = keyIdOf(name, publicKey);
    key.m_publicKey = publicKey.toByteArray();
    return key;
}

base::Result<VerifierKey> VerifierKey::parse(QStringView text)
{
    const qsizetype nameEnd = text.indexOf(u'+');
    const qsizetype idEnd = nameEnd < 0 ? -1 : text.indexOf(u'+', nameEnd + 1);
    if (idEnd < 0)
        return fail(ErrorCode::Malformed, u"A verifier key has the form name+id+key."_s);
    const QString name = text.first(nameEnd).toString();
    const QByteArray id = base::fromHexStrict(text.sliced(nameEnd + 1, idEnd - nameEnd - 1));
    const auto encoded = fromStrictBase64(text.sliced(idEnd + 1).toUtf8());
    if (id.size() != kKeyIdSize)
        return fail(ErrorCode::Malformed, u"The verifier key's id is not eight lower-case hex digits."_s);
    if (!encoded || encoded->size() != 1 + kPublicKeySize || encoded->front() != kEd25519)
        return fail(ErrorCode::Malformed, u"The verifier key is not an Ed25519 key in base64."_s);
    auto key = create(name, QByteArrayView(*encoded).sliced(1));
    if (key && key->m_keyId != id)
        return fail(ErrorCode::Malformed, u"The id of the verifier key of %1 does not belong to the key."_s.arg(name));
    return key;
}

QString VerifierKey::text() const
{
    const QByteArray encoded = kEd25519 + m_publicKey;
    return m_name + u'+' + QString::fromLatin1(m_keyId.toHex()) + u'+' + QString::fromLatin1(encoded.toBase64());
}

bool VerifierKey::verifies(QByteArrayView message, QByteArrayView signature) const
{
    if (signature.size() != kSignatureSize)
        return false;
    const std::unique_ptr<EVP_PKEY, KeyDeleter> key(EVP_PKEY_new_raw_public_key(
        EVP_PKEY_ED25519, nullptr, unsignedBytes(m_publicKey), static_cast<size_t>(m_publicKey.size())));
    const std::unique_ptr<EVP_MD_CTX, ContextDeleter> context(EVP_MD_CTX_new());
    return key && context && EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
           EVP_DigestVerify(context.get(), unsignedBytes(signature), static_cast<size_t>(signature.size()),
                            unsignedBytes(message), static_cast<size_t>(message.size())) == 1;
}

} // namespace obstat::evidence
