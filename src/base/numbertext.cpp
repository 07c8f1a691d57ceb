#include "base/numbertext.h"

#include <algorithm>
#include <charconv>

namespace obstat::base {

namespace {

constexpr qint64 kFarExponent = 1'000'000'000'000'000;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

qint64 readExponent(QByteArrayView text)
{
    if (text.isEmpty()) {
        return 0;
    }
    const bool negative = text.front() == '-';
    qint64 value = 0;
    for (const char c : text) {
        if (isDigit(c)) {
            value = std::min(kFarExponent, value * 10 + (c - '0'));
        }
    }
    return negative ? -value : value;
}

void trimTrailingZeros(DecimalDigits &number)
{
    while (number.count > 0 && number.digits[static_cast<size_t>(number.count - 1)] == '0') {
        --number.count;
    }
    if (number.count == 0) {
        number.point = 0;
    }
}

/// Collects significant digits; zeros are held back until a digit follows, so that trailing ones never count.
class DigitCollector
{
public:
    void add(char c, bool afterPoint)
    {
        if (c == '0' && !m_started) {
            m_number.point -= afterPoint ? 1 : 0;
            return;
        }
        m_started = true;
        m_number.point += afterPoint ? 0 : 1;
        if (c == '0') {
            ++m_heldZeros;
            return;
        }
        for (; m_heldZeros > 0; --m_heldZeros) {
            push('0');
        }
        push(c);
    }
    DecimalDigits take() const { return m_number; }
    [[nodiscard]] bool started() const { return m_started; }

private:
    void push(char c)
    {
        if (m_number.count == static_cast<int>(m_number.digits.size())) {
            m_number.overlong = true;
            m_heldZeros = std::min<qint64>(m_heldZeros, 1);
            return;
        }
        m_number.digits[static_cast<size_t>(m_number.count++)] = c;
    }

    DecimalDigits m_number;
    qint64 m_heldZeros = 0;
    bool m_started = false;
};

} // namespace

DecimalDigits decimalDigits(QByteArrayView number)
{
    const bool negative = number.startsWith('-');
    DigitCollector collector;
    bool afterPoint = false;
    qsizetype at = negative ? 1 : 0;
    for (; at < number.size(); ++at) {
        const char c = number[at];
        if (isDigit(c)) {
            collector.add(c, afterPoint);
        } else if (c == '.') {
            afterPoint = true;
        } else {
            break;
        }
    }
    DecimalDigits result = collector.take();
    result.negative = negative;
    if (collector.started()) {
        result.point += at < number.size() ? readExponent(number.sliced(at + 1)) : 0;
    } else {
        result.point = 0;
    }
    return result;
}

DecimalDigits shortestDigits(double number)
{
    DecimalDigits result;
    if (number == 0) {
        return result;
    }
    std::array<char, 32> buffer{};
    const auto written =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::scientific);
    const char *at = buffer.data();
    result.negative = *at == '-';
    at += result.negative ? 1 : 0;
    for (; *at != 'e'; ++at) {
        if (*at != '.') {
            result.digits[static_cast<size_t>(result.count++)] = *at;
        }
    }
    result.point = readExponent(QByteArrayView(at + 1, written.ptr)) + 1;
    trimTrailingZeros(result);
    return result;
}

void appendEcmaNumber(QByteArray &out, const DecimalDigits &digits)
{
    // ECMAScript Number::toString: k digits, n = point.
    const qint64 k = digits.count;
    const qint64 n = digits.point;
    if (k == 0) {
        out.append('0');
        return;
    }
    if (digits.negative) {
        out.append('-');
    }
    const char *text = digits.digits.data();
    if (k <= n && n <= 21) {
        out.append(text, k).append(n - k, '0');
    } else if (0 < n && n <= 21) {
        out.append(text, n).append('.').append(text + n, k - n);
    } else if (-6 < n && n <= 0) {
        out.append("0.", 2).append(-n, '0').append(text, k);
    } else {
        out.append(text, 1);
        if (k > 1) {
            out.append('.').append(text + 1, k - 1);
        }
        out.append(n > 0 ? "e+" : "e-").append(QByteArray::number(n > 0 ? n - 1 : 1 - n));
    }
}

} // namespace obstat::base
