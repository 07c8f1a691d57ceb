#include "evidence/sha256.h"

#include <QtGlobal>

#include <openssl/evp.h>

#include <memory>

namespace obstat::evidence {
namespace {

struct ContextDeleter
{
    void operator()(EVP_MD_CTX *context) const { EVP_MD_CTX_free(context); }
};
using Context = std::unique_ptr<EVP_MD_CTX, ContextDeleter>;

// One context a thread, initialised again for each hash: fetching the algorithm costs more than hashing a node.
EVP_MD_CTX *threadContext()
{
    thread_local const Context context = [] {
        Context fresh(EVP_MD_CTX_new());
        if (!fresh || EVP_DigestInit_ex2(fresh.get(), EVP_sha256(), nullptr) != 1)
            qFatal("OpenSSL has no SHA-256");
        return fresh;
    }();
    return context.get();
}

} // namespace

Hash sha256(std::initializer_list<QByteArrayView> parts)
{
    EVP_MD_CTX *context = threadContext();
    bool ok = EVP_DigestInit_ex2(context, nullptr, nullptr) == 1;
    for (QByteArrayView part : parts)
        ok = ok && EVP_DigestUpdate(context, part.data(), static_cast<size_t>(part.size())) == 1;
    Hash hash;
    unsigned int length = 0;
    ok = ok && EVP_DigestFinal_ex(context, hash.data(), &length) == 1;
    if (!ok || length != Hash::kSize)
        qFatal("OpenSSL failed to compute SHA-256");
    return hash;
}

} // namespace obstat::evidence
