#pragma once

#include <QJsonValue>
#include <QString>

#include <compare>
#include <optional>

namespace obstat::base {

/// A non-negative decimal amount as contract 3.4 has it: up to 18 integer digits and 8 decimals, exact. The only
/// number type that money is compared with; never rounded, never localised.
class Decimal
{
public:
    Decimal() = default;
    /// `^(0|[1-9][0-9]{0,17})(\.[0-9]{1,8})?$`, ASCII digits only; nullopt for anything else.
    [[nodiscard]] static std::optional<Decimal> parse(QStringView text);
    /// A string as parse(), or a JSON number whose canonical text matches.
    [[nodiscard]] static std::optional<Decimal> fromJson(const QJsonValue &value);

    /// The text without trailing zeros after the point: `1250`, `0.5`.
    [[nodiscard]] QString text() const;
    /// At least two decimals and grouped by commas, one fixed format in every locale: `1,250.00`.
    [[nodiscard]] QString shown() const;
    /// For index ranges only; never for decisions.
    [[nodiscard]] double approximate() const;

    friend bool operator==(const Decimal &a, const Decimal &b) = default;
    friend std::strong_ordering operator<=>(const Decimal &a, const Decimal &b) = default;

    friend Decimal operator+(const Decimal &a, const Decimal &b); ///< saturates at the type's maximum

private:
    quint64 m_whole = 0;    // ≤ 10^18 − 1
    quint32 m_fraction = 0; // 1e-8 units, < 10^8
};

} // namespace obstat::base
