#pragma once

#include <QByteArrayView>

#include <algorithm>

namespace obstat::wire {

[[nodiscard]] constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

[[nodiscard]] constexpr bool isAlpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// The value of a hexadecimal digit, -1 when it is none.
[[nodiscard]] constexpr int hexValue(char c)
{
    if (isDigit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/// Not allowed inside a field value: every control but the tab.
[[nodiscard]] constexpr bool isControl(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && byte != '\t') || byte == 0x7f;
}

/// A token of RFC 9110, 5.6.2: a method or the name of a field.
[[nodiscard]] inline bool isToken(QByteArrayView text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return isAlpha(c) || isDigit(c) || QByteArrayView("!#$%&'*+-.^_`|~").contains(c);
    });
}

/// Unreserved characters of RFC 3986, 2.3.
[[nodiscard]] constexpr bool isUnreserved(char c)
{
    return isAlpha(c) || isDigit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

} // namespace obstat::wire
