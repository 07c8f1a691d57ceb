#include "evidence/hash.h"

#include "base/digest.h"

#include <cstring>

namespace obstat::evidence {

std::optional<Hash> Hash::fromBytes(QByteArrayView bytes)
{
    if (bytes.size() != kSize)
        return std::nullopt;
    Hash hash;
    std::memcpy(hash.m_bytes.data(), bytes.data(), kSize);
    return hash;
}

std::optional<Hash> Hash::fromHex(QStringView hex)
{
    if (hex.size() != 2 * kSize)
        return std::nullopt;
    return fromBytes(base::fromHexStrict(hex));
}

QByteArray Hash::bytes() const
{
    return view().toByteArray();
}

QString Hash::hex() const
{
    return QString::fromLatin1(bytes().toHex());
}

} // namespace obstat::evidence
