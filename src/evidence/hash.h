#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <array>
#include <optional>

namespace obstat::evidence {

/// A SHA-256 value: exactly 32 bytes, no allocation. A fresh one is all zero.
class Hash
{
public:
    static constexpr qsizetype kSize = 32;

    Hash() = default;
    /// nullopt unless it is exactly 32 bytes.
    [[nodiscard]] static std::optional<Hash> fromBytes(QByteArrayView bytes);
    /// nullopt unless it is exactly 64 lower-case hex digits.
    [[nodiscard]] static std::optional<Hash> fromHex(QStringView hex);

    [[nodiscard]] QByteArray bytes() const;
    /// 64 lower-case hex digits.
    [[nodiscard]] QString hex() const;
    /// Points into this hash.
    [[nodiscard]] QByteArrayView view() const { return QByteArrayView(m_bytes.data(), kSize); }
    [[nodiscard]] const unsigned char *data() const { return m_bytes.data(); }
    [[nodiscard]] unsigned char *data() { return m_bytes.data(); }

    friend bool operator==(const Hash &a, const Hash &b) = default;

private:
    std::array<unsigned char, kSize> m_bytes{};
};

} // namespace obstat::evidence
