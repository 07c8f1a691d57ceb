#include "approval/keys.h"

#include "approval/privatefile.h"
#include "approval/strictobject.h"
#include "base/digest.h"

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>

namespace obstat::approval {

using namespace Qt::StringLiterals;
using base::ErrorCode;

namespace {

constexpr qsizetype kKeySize = 32;
constexpr qsizetype kSignatureSize = 64;
constexpr qint64 kKeyFileLimit = 16 * 1024;
// OpenSSL 3.0 refuses more memory than N=2^14 with r=8 takes, so the cost goes into p
constexpr quint64 kScryptN = 1 << 14;
constexpr quint64 kScryptR = 8;
constexpr quint64 kScryptP = 8;
constexpr quint64 kScryptMostP = 64;
constexpr int kSaltSize = 16;

template <auto free>
struct Free
{
    template <typename T>
    void operator()(T *pointer) const
    {
        free(pointer);
    }
};
using KeyPointer = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;
using DigestPointer = std::unique_ptr<EVP_MD_CTX, Free<EVP_MD_CTX_free>>;
using BioPointer = std::unique_ptr<BIO, Free<BIO_free_all>>;
using InfoPointer = std::unique_ptr<PKCS8_PRIV_KEY_INFO, Free<PKCS8_PRIV_KEY_INFO_free>>;
using EncryptedPointer = std::unique_ptr<X509_SIG, Free<X509_SIG_free>>;
using AlgorithmPointer = std::unique_ptr<X509_ALGOR, Free<X509_ALGOR_free>>;

/// The last words of OpenSSL; empties its queue, which would confuse the next caller in this thread.
QString opensslWords()
{
    std::array<char, 256> text = {};
    if (const unsigned long code = ERR_peek_last_error(); code != 0)
        ERR_error_string_n(code, text.data(), text.size());
    ERR_clear_error();
    return QString::fromLatin1(text.data());
}

const unsigned char *data(QByteArrayView bytes)
{
    static constexpr unsigned char kNothing = 0; // OpenSSL dislikes null, also for no bytes
    return bytes.isEmpty() ? &kNothing : reinterpret_cast<const unsigned char *>(bytes.data());
}

/// The y coordinates, little-endian without the sign bit, of the points whose order divides 8 (RFC 7748 section 7 and
/// "Taming the many EdDSAs", table 1): y = 0, 1, -1 and the two of order 8. Other encodings of them have y >= p.
const std::array<QByteArray, 5> &lowOrderY()
{
    static const std::array<QByteArray, 5> list = {
        QByteArray::fromHex("0000000000000000000000000000000000000000000000000000000000000000"),
        QByteArray::fromHex("0100000000000000000000000000000000000000000000000000000000000000"),
        QByteArray::fromHex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
        QByteArray::fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
        QByteArray::fromHex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
    };
    return list;
}

/// y >= p = 2^255 - 19, for y without its sign bit.
bool isNonCanonicalY(const QByteArray &y)
{
    return uchar(y.back()) == 0x7f && uchar(y.front()) >= 0xed &&
           std::all_of(y.begin() + 1, y.end() - 1, [](char byte) { return uchar(byte) == 0xff; });
}

/// Malformed unless the file's key derivation is scrypt and at least as costly as ours without p (contract 6.5).
base::Result<> checkScrypt(const X509_SIG &encrypted)
{
    const X509_ALGOR *scheme = nullptr;
    X509_SIG_get0(&encrypted, &scheme, nullptr);
    const auto refused = [] {
        return base::fail(ErrorCode::Malformed,
                          u"The private key is not encrypted with PBES2 and scrypt of at least N=16384, r=8."_s,
                          opensslWords());
    };
    if (OBJ_obj2nid(scheme->algorithm) != NID_pbes2)
        return refused();
    const std::unique_ptr<PBE2PARAM, Free<PBE2PARAM_free>> scheme2(
        static_cast<PBE2PARAM *>(ASN1_TYPE_unpack_sequence(ASN1_ITEM_rptr(PBE2PARAM), scheme->parameter)));
    if (!scheme2 || OBJ_obj2nid(scheme2->keyfunc->algorithm) != NID_id_scrypt)
        return refused();
    const std::unique_ptr<SCRYPT_PARAMS, Free<SCRYPT_PARAMS_free>> cost(static_cast<SCRYPT_PARAMS *>(
        ASN1_TYPE_unpack_sequence(ASN1_ITEM_rptr(SCRYPT_PARAMS), scheme2->keyfunc->parameter)));
    quint64 n = 0;
    quint64 r = 0;
    quint64 p = 0;
    const auto read = [](quint64 *number, const ASN1_INTEGER *from) {
        uint64_t value = 0;
        const bool good = ASN1_INTEGER_get_uint64(&value, from) == 1;
        *number = value;
        return good;
    };
    if (!cost || !read(&n, cost->costParameter) || !read(&r, cost->blockSize) ||
        !read(&p, cost->parallelizationParameter) || n < kScryptN || r < kScryptR || p < 1 || p > kScryptMostP)
        return refused();
    return {};
}

/// Never asks on a terminal.
int noPassphrase(char *, int, int, void *)
{
    return -1;
}

} // namespace

QString PublicKey::id() const
{
    return base::digestHex(raw).left(16);
}

QString PublicKey::base64() const
{
    return QString::fromLatin1(raw.toBase64());
}

base::Result<PublicKey> PublicKey::fromBase64(const QString &text)
{
    const std::optional<QByteArray> raw = strictBase64(text);
    if (!raw || raw->size() != kKeySize)
        return base::fail(ErrorCode::Malformed, u"A public key must be the base64 of 32 bytes."_s);
    return PublicKey{*raw};
}

base::Result<> PublicKey::checkStrength() const
{
    if (raw.size() != kKeySize)
        return base::fail(ErrorCode::WeakKey, u"The public key has %1 bytes, not 32."_s.arg(raw.size()));
    QByteArray y = raw;
    y.back() = char(uchar(y.back()) & 0x7f);
    if (isNonCanonicalY(y))
        return base::fail(ErrorCode::WeakKey, u"The public key %1 is not in its canonical encoding."_s.arg(id()));
    const auto &weak = lowOrderY();
    if (std::find(weak.begin(), weak.end(), y) != weak.end())
        return base::fail(ErrorCode::WeakKey,
                          u"The public key %1 is a point of low order, for which anybody can sign."_s.arg(id()));
    return {};
}

bool verify(const PublicKey &key, QByteArrayView message, QByteArrayView signature)
{
    if (key.raw.size() != kKeySize || signature.size() != kSignatureSize)
        return false;
    const KeyPointer handle(
        EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, data(key.raw), size_t(key.raw.size())));
    const DigestPointer context(EVP_MD_CTX_new());
    const bool good = handle && context &&
                      EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, handle.get()) == 1 &&
                      EVP_DigestVerify(context.get(), data(signature), size_t(signature.size()), data(message),
                                       size_t(message.size())) == 1;
    if (!good)
        ERR_clear_error();
    return good;
}

/// Only OpenSSL holds the private bytes; it wipes them when the handle goes (OPENSSL_secure_clear_free).
struct SigningKey::Data
{
    KeyPointer handle;
    PublicKey publicKey;

    /// Null when the handle is null or no Ed25519 key.
    static std::shared_ptr<const Data> of(KeyPointer handle)
    {
        if (!handle || EVP_PKEY_get_base_id(handle.get()) != EVP_PKEY_ED25519)
            return {};
        QByteArray raw(kKeySize, Qt::Uninitialized);
        size_t size = size_t(raw.size());
        if (EVP_PKEY_get_raw_public_key(handle.get(), reinterpret_cast<unsigned char *>(raw.data()), &size) != 1)
            return {};
        return std::make_shared<const Data>(Data{std::move(handle), PublicKey{raw}});
    }
};

SigningKey SigningKey::generate()
{
    SigningKey key;
    key.m_data = Data::of(KeyPointer(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519")));
    if (!key.m_data)
        qFatal("No Ed25519 key could be made: %s", qPrintable(opensslWords()));
    return key;
}

base::Result<SigningKey> SigningKey::fromSeed(QByteArrayView seed)
{
    if (seed.size() != kKeySize)
        return base::fail(ErrorCode::Malformed, u"The seed of an Ed25519 key must have 32 bytes."_s);
    SigningKey key;
    key.m_data =
        Data::of(KeyPointer(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, data(seed), size_t(seed.size()))));
    if (!key.m_data)
        return base::fail(ErrorCode::Internal, u"The Ed25519 key could not be built."_s, opensslWords());
    return key;
}

base::Result<SigningKey> SigningKey::fromPem(const QByteArray &pem, const QByteArray &passphrase)
{
    const BioPointer input(BIO_new_mem_buf(pem.constData(), int(std::min<qsizetype>(pem.size(), kKeyFileLimit))));
    const EncryptedPointer encrypted(PEM_read_bio_PKCS8(input.get(), nullptr, noPassphrase, nullptr));
    if (!encrypted)
        return base::fail(ErrorCode::Malformed, u"This is not an encrypted private key (PKCS#8 PEM)."_s,
                          opensslWords());
    if (const auto costly = checkScrypt(*encrypted); !costly)
        return tl::unexpected(costly.error());
    const InfoPointer info(PKCS8_decrypt(encrypted.get(), passphrase.constData(), int(passphrase.size())));
    if (!info)
        return base::fail(ErrorCode::WrongPassphrase, u"The passphrase does not open this private key."_s,
                          opensslWords());
    SigningKey key;
    key.m_data = Data::of(KeyPointer(EVP_PKCS82PKEY(info.get())));
    if (!key.m_data)
        return base::fail(ErrorCode::Malformed, u"The private key is not an Ed25519 key."_s, opensslWords());
    return key;
}

base::Result<QByteArray> SigningKey::toPem(const QByteArray &passphrase) const
{
    if (passphrase.isEmpty())
        return base::fail(ErrorCode::Usage, u"A private key needs a passphrase that is not empty."_s);
    const InfoPointer info(EVP_PKEY2PKCS8(m_data->handle.get()));
    AlgorithmPointer scheme(
        PKCS5_pbe2_set_scrypt(EVP_aes_256_cbc(), nullptr, kSaltSize, nullptr, kScryptN, kScryptR, kScryptP));
    EncryptedPointer encrypted;
    if (info && scheme)
        encrypted.reset(PKCS8_set0_pbe(passphrase.constData(), int(passphrase.size()), info.get(), scheme.get()));
    if (encrypted)
        static_cast<void>(scheme.release()); // it belongs to `encrypted` now
    const BioPointer output(BIO_new(BIO_s_mem()));
    if (!encrypted || !output || PEM_write_bio_PKCS8(output.get(), encrypted.get()) != 1)
        return base::fail(ErrorCode::Internal, u"The private key could not be encrypted."_s, opensslWords());
    char *text = nullptr;
    const long size = BIO_get_mem_data(output.get(), &text);
    return QByteArray(text, size);
}

PublicKey SigningKey::publicKey() const
{
    return m_data->publicKey;
}

QByteArray SigningKey::sign(QByteArrayView message) const
{
    QByteArray signature(kSignatureSize, Qt::Uninitialized);
    size_t size = size_t(signature.size());
    const DigestPointer context(EVP_MD_CTX_new());
    const bool good = context &&
                      EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, m_data->handle.get()) == 1 &&
                      EVP_DigestSign(context.get(), reinterpret_cast<unsigned char *>(signature.data()), &size,
                                     data(message), size_t(message.size())) == 1;
    if (!good)
        qFatal("Ed25519 could not sign: %s", qPrintable(opensslWords()));
    return signature;
}

base::Result<SigningKey> loadKeyFile(const QString &path, const QByteArray &passphrase)
{
    const auto pem = readPrivateFile(path, kKeyFileLimit);
    if (!pem && pem.error().code == ErrorCode::TooLarge)
        return base::fail(ErrorCode::Malformed, pem.error().message);
    if (!pem)
        return tl::unexpected(pem.error());
    auto key = SigningKey::fromPem(*pem, passphrase);
    if (!key)
        key.error().message += u" The file is %1."_s.arg(path);
    return key;
}

base::Result<> saveKeyFile(const QString &path, const SigningKey &key, const QByteArray &passphrase)
{
    const auto pem = key.toPem(passphrase);
    if (!pem)
        return tl::unexpected(pem.error());
    return writeNewPrivateFile(path, *pem);
}

} // namespace obstat::approval
