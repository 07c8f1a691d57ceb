#include "evidence/canonicalscanner.h"

#include "base/canonicaljson.h"

#include <QtEndian>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

using namespace Qt::StringLiterals;

namespace obstat::evidence {
namespace {

constexpr qint64 kMaxInteger = 9007199254740991; // 2^53 − 1
constexpr int kMaxDepth = 64;                    // base::JsonLimits

constexpr unsigned char byteAt(const char *at)
{
    return static_cast<unsigned char>(*at);
}

/// The first byte that ends or escapes a string or is outside of printable ASCII, or the end.
const char *afterPlain(const char *at, const char *end)
{
    constexpr quint64 ones = 0x0101010101010101;
    constexpr quint64 highs = 0x8080808080808080;
    for (; end - at >= 8; at += 8) {
        const quint64 word = qFromLittleEndian<quint64>(at);
        const quint64 quotes = word ^ (ones * '"');
        const quint64 slashes = word ^ (ones * '\\');
        // A byte below the subtrahend borrows and sets its high bit; borrows only spoil bytes above the first hit.
        const quint64 hits = ((word - ones * 0x20) | (quotes - ones) | (slashes - ones) | word) & highs;
        if (hits != 0)
            return at + std::countr_zero(hits) / 8;
    }
    while (at != end && byteAt(at) >= 0x20 && byteAt(at) < 0x80 && *at != '"' && *at != '\\')
        ++at;
    return at;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLowerHex(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f');
}

constexpr std::array<unsigned char, 256> kNotLowerHex = [] {
    std::array<unsigned char, 256> table{};
    for (size_t i = 0; i < table.size(); ++i)
        table[i] = (i >= '0' && i <= '9') || (i >= 'a' && i <= 'f') ? 0 : 1;
    return table;
}();

bool isContinuation(const char *at)
{
    return (byteAt(at) & 0xC0) == 0x80;
}

} // namespace

bool CanonicalScanner::refuse(const char *why)
{
    if (!m_why)
        m_why = why;
    return false;
}

QString CanonicalScanner::failure() const
{
    return u"%1 (byte %2)"_s.arg(QString::fromLatin1(m_why ? m_why : "no reason")).arg(m_at - m_begin);
}

bool CanonicalScanner::atEnd()
{
    return m_at == m_end || refuse("something follows the end");
}

bool CanonicalScanner::utf8Sequence()
{
    const unsigned char lead = byteAt(m_at);
    const int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || m_end - m_at < length)
        return refuse("invalid UTF-8");
    for (int i = 1; i < length; ++i)
        if (!isContinuation(m_at + i))
            return refuse("invalid UTF-8");
    const unsigned char second = byteAt(m_at + 1);
    // Overlong forms, surrogates, and beyond U+10FFFF.
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) || (lead == 0xF0 && second < 0x90) ||
        (lead == 0xF4 && second > 0x8F))
        return refuse("invalid UTF-8");
    m_at += length;
    return true;
}

bool CanonicalScanner::escape()
{
    if (m_end - m_at < 2)
        return refuse("an unfinished escape");
    const char kind = m_at[1];
    if (kind != 'u') {
        if (!std::strchr("\"\\bfnrt", kind) || kind == '\0')
            return refuse("an escape that is not canonical");
        m_at += 2;
        return true;
    }
    if (m_end - m_at < 6 || m_at[2] != '0' || m_at[3] != '0' || (m_at[4] != '0' && m_at[4] != '1') ||
        !isLowerHex(m_at[5]) || (m_at[4] == '0' && std::strchr("89acd", m_at[5])))
        return refuse("an escape that is not canonical");
    m_at += 6;
    return true;
}

bool CanonicalScanner::string(Text &text)
{
    if (m_at == m_end || *m_at != '"')
        return refuse("a string was expected");
    const char *start = ++m_at;
    text = {};
    for (;;) {
        m_at = afterPlain(m_at, m_end);
        if (m_at == m_end)
            return refuse("an unfinished string");
        const unsigned char byte = byteAt(m_at);
        if (byte == '"')
            break;
        if (byte < 0x20)
            return refuse("a control character inside a string");
        if (byte == '\\') {
            text.escaped = true;
            if (!escape())
                return false;
        } else {
            text.ascii = false;
            if (!utf8Sequence())
                return false;
        }
    }
    text.raw = QByteArrayView(start, m_at - start);
    ++m_at;
    return true;
}

bool CanonicalScanner::natural(qint64 &number)
{
    const char *start = m_at;
    qint64 sum = 0;
    while (m_at != m_end && isDigit(*m_at) && m_at - start < 17)
        sum = sum * 10 + (*m_at++ - '0');
    const auto digits = m_at - start;
    if (digits == 0 || digits > 16 || sum > kMaxInteger || (digits > 1 && *start == '0'))
        return refuse("a whole number up to 2^53-1 was expected");
    number = sum;
    return true;
}

bool CanonicalScanner::wholeNumber()
{
    const char *at = m_at;
    const bool negative = at != m_end && *at == '-';
    if (negative)
        ++at;
    const char *digits = at;
    while (at != m_end && isDigit(*at))
        ++at;
    const auto count = at - digits;
    const bool ends = at == m_end || *at == ',' || *at == '}' || *at == ']';
    // Fifteen digits are always below 2^53; the rare rest goes the long way.
    if (count == 0 || count > 15 || !ends || (*digits == '0' && (count > 1 || negative)))
        return false;
    m_at = at;
    return true;
}

bool CanonicalScanner::number()
{
    if (wholeNumber())
        return true;
    const char *start = m_at;
    while (m_at != m_end && (isDigit(*m_at) || std::memchr("+-.eE", *m_at, 5)))
        ++m_at;
    const QByteArrayView text(start, m_at - start);
    bool ok = false;
    const double number = text.toDouble(&ok);
    if (!ok || !std::isfinite(number) || base::canonicalNumber(number) != text)
        return refuse("a number that is not in its canonical form");
    if (std::abs(number) > static_cast<double>(kMaxInteger) && std::trunc(number) == number)
        return refuse("a whole number beyond 2^53-1");
    return true;
}

bool CanonicalScanner::value(int depth)
{
    if (m_at == m_end)
        return refuse("a value was expected");
    switch (*m_at) {
    case '"': {
        Text ignored;
        return string(ignored);
    }
    case '{': {
        QByteArrayView ignored;
        return object(depth, ignored);
    }
    case '[':
        return array(depth);
    case 't':
        return literal("true");
    case 'f':
        return literal("false");
    case 'n':
        return literal("null");
    default:
        return number();
    }
}

bool CanonicalScanner::array(int depth)
{
    if (depth >= kMaxDepth)
        return refuse("nested too deep");
    ++m_at;
    if (tryLiteral("]"))
        return true;
    do {
        if (!value(depth + 1))
            return false;
    } while (tryLiteral(","));
    return literal("]");
}

bool CanonicalScanner::ordered(const Text &before, const Text &after)
{
    if (before.ascii && after.ascii && !before.escaped && !after.escaped) {
        const auto common = std::min(before.raw.size(), after.raw.size());
        const int difference = std::memcmp(before.raw.data(), after.raw.data(), static_cast<size_t>(common));
        return difference < 0 || (difference == 0 && before.raw.size() < after.raw.size());
    }
    return decoded(before) < decoded(after);
}

template <typename Member>
bool CanonicalScanner::members(Member member)
{
    if (!literal("{"))
        return false;
    if (tryLiteral("}"))
        return true;
    Text previous;
    bool first = true;
    do {
        Text name;
        if (!string(name))
            return false;
        if (!first && !ordered(previous, name))
            return refuse("names that are not in order or appear twice");
        first = false;
        previous = name;
        if (!literal(":") || !member())
            return false;
    } while (tryLiteral(","));
    return literal("}");
}

bool CanonicalScanner::object(int depth, QByteArrayView &bytes)
{
    if (depth >= kMaxDepth)
        return refuse("nested too deep");
    const char *start = m_at;
    if (!members([this, depth] { return value(depth + 1); }))
        return false;
    bytes = QByteArrayView(start, m_at - start);
    return true;
}

bool CanonicalScanner::digest()
{
    constexpr int size = 64;
    if (m_end - m_at < size + 2 || m_at[0] != '"' || m_at[size + 1] != '"')
        return refuse("a digest that is not 64 lower-case hex digits");
    unsigned char wrong = 0; // no branch in the loop: this is a good part of all leaf bytes
    for (int i = 1; i <= size; ++i)
        wrong = wrong | kNotLowerHex[byteAt(m_at + i)];
    if (wrong != 0)
        return refuse("a digest that is not 64 lower-case hex digits");
    m_at += size + 2;
    return true;
}

bool CanonicalScanner::digestObject(QByteArrayView &bytes)
{
    const char *start = m_at;
    const bool ok = members([this] { return digest(); });
    bytes = QByteArrayView(start, m_at - start);
    return ok;
}

QString CanonicalScanner::decoded(const Text &text)
{
    if (!text.escaped)
        return QString::fromUtf8(text.raw);
    QByteArray plain;
    plain.reserve(text.raw.size());
    for (const char *at = text.raw.begin(); at != text.raw.end(); ++at) {
        if (*at != '\\') {
            plain.append(*at);
            continue;
        }
        ++at;
        switch (*at) {
        case 'b':
            plain.append('\b');
            break;
        case 'f':
            plain.append('\f');
            break;
        case 'n':
            plain.append('\n');
            break;
        case 'r':
            plain.append('\r');
            break;
        case 't':
            plain.append('\t');
            break;
        case 'u': // only u00XX below 0x20 is canonical
            plain.append(static_cast<char>(QByteArrayView(at + 1, 4).toInt(nullptr, 16)));
            at += 4;
            break;
        default:
            plain.append(*at);
        }
    }
    return QString::fromUtf8(plain);
}

} // namespace obstat::evidence
