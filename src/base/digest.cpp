#include "base/digest.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <memory>

namespace obstat::base {

namespace {

constexpr qsizetype kDigestSize = 32;

struct ContextDeleter
{
    void operator()(EVP_MD_CTX *context) const { EVP_MD_CTX_free(context); }
};

/// Fetched once: looking an algorithm up costs more than hashing a payload.
const EVP_MD *sha256Algorithm()
{
    static const EVP_MD *const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    if (algorithm == nullptr) {
        qFatal("OpenSSL has no SHA-256");
    }
    return algorithm;
}

unsigned char *raw(QByteArray &bytes)
{
    return reinterpret_cast<unsigned char *>(bytes.data());
}

} // namespace

QByteArray sha256(QByteArrayView bytes)
{
    return sha256(bytes, QByteArrayView());
}

QByteArray sha256(QByteArrayView first, QByteArrayView second)
{
    thread_local const std::unique_ptr<EVP_MD_CTX, ContextDeleter> context(EVP_MD_CTX_new());
    QByteArray out(kDigestSize, Qt::Uninitialized);
    const bool good = context && EVP_DigestInit_ex(context.get(), sha256Algorithm(), nullptr) == 1 &&
                      EVP_DigestUpdate(context.get(), first.data(), static_cast<size_t>(first.size())) == 1 &&
                      EVP_DigestUpdate(context.get(), second.data(), static_cast<size_t>(second.size())) == 1 &&
                      EVP_DigestFinal_ex(context.get(), raw(out), nullptr) == 1;
    if (!good) {
        qFatal("SHA-256 failed");
    }
    return out;
}

QString digestHex(QByteArrayView bytes)
{
    return QString::fromLatin1(sha256(bytes).toHex());
}

QString saltedDigestHex(QByteArrayView salt, QByteArrayView bytes)
{
    return QString::fromLatin1(sha256(salt, bytes).toHex());
}

namespace {

struct MacContextFree
{
    void operator()(EVP_MAC_CTX *context) const { EVP_MAC_CTX_free(context); }
};

/// One context a thread: looking HMAC and its hash up costs more than a short message's own hashing.
EVP_MAC_CTX *macContext()
{
    static EVP_MAC *const algorithm = EVP_MAC_fetch(nullptr, OSSL_MAC_NAME_HMAC, nullptr);
    thread_local const std::unique_ptr<EVP_MAC_CTX, MacContextFree> context = [] {
        std::unique_ptr<EVP_MAC_CTX, MacContextFree> made(EVP_MAC_CTX_new(algorithm));
        char digest[] = "SHA256";
        const OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
                                         OSSL_PARAM_construct_end()};
        if (!made || EVP_MAC_CTX_set_params(made.get(), parameters) != 1) {
            qFatal("HMAC-SHA256 is not available");
        }
        return made;
    }();
    return context.get();
}

} // namespace

QByteArray hmacSha256(QByteArrayView key, QByteArrayView message)
{
    static const unsigned char noKey[1] = {}; // OpenSSL takes a null key for "the key of before"
    QByteArray out(kDigestSize, Qt::Uninitialized);
    const auto *keyData = key.isEmpty() ? noKey : reinterpret_cast<const unsigned char *>(key.data());
    const auto *data = reinterpret_cast<const unsigned char *>(message.data());
    EVP_MAC_CTX *context = macContext();
    size_t written = 0;
    if (EVP_MAC_init(context, keyData, static_cast<size_t>(key.size()), nullptr) != 1 ||
        EVP_MAC_update(context, data, static_cast<size_t>(message.size())) != 1 ||
        EVP_MAC_final(context, raw(out), &written, static_cast<size_t>(out.size())) != 1 || written != kDigestSize) {
        qFatal("HMAC-SHA256 failed");
    }
    return out;
}

bool equalConstantTime(QByteArrayView a, QByteArrayView b)
{
    return a.size() == b.size() &&
           (a.isEmpty() || CRYPTO_memcmp(a.data(), b.data(), static_cast<size_t>(a.size())) == 0);
}

QByteArray fromHexStrict(QStringView hex)
{
    if (hex.size() % 2 != 0) {
        return {};
    }
    for (const QChar c : hex) {
        if (!((c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f'))) {
            return {};
        }
    }
    return QByteArray::fromHex(hex.toLatin1());
}

} // namespace obstat::base
