#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <array>
#include <string_view>

namespace obstat::base {

/// A decimal number without leading and trailing zeros: ±0.d₁d₂… × 10^point. A zero has no digits. At most 17 digits
/// are kept; `overlong` says that there were more, so that no double has this value as its shortest text.
struct DecimalDigits
{
    std::array<char, 17> digits{};
    int count = 0;
    qint64 point = 0;
    bool negative = false;
    bool overlong = false;

    [[nodiscard]] std::string_view view() const { return {digits.data(), static_cast<size_t>(count)}; }
};

/// Reads text that already matches the number grammar of RFC 8259. An exponent out of range is held at ±10^15.
[[nodiscard]] DecimalDigits decimalDigits(QByteArrayView number);

/// The shortest digits that read back as this finite double.
[[nodiscard]] DecimalDigits shortestDigits(double number);

/// The digits as ECMAScript's Number::toString writes them.
void appendEcmaNumber(QByteArray &out, const DecimalDigits &digits);

} // namespace obstat::base
