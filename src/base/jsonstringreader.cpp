#include "base/jsonstringreader.h"

#include "base/canonicaljson.h"

#include <charconv>

namespace obstat::base {

using namespace Qt::StringLiterals;

namespace {

bool isPlainAscii(char c)
{
    return c >= 0x20 && c != '"' && c != '\\'; // bytes over 0x7F are negative
}

} // namespace

JsonStringReader::JsonStringReader(const char *&at, const char *const &end, QByteArray &out, JsonRefusal &refusal)
    : m_at(at), m_end(end), m_out(out), m_refusal(refusal)
{
}

bool JsonStringReader::refuse(ErrorCode code, const QString &what)
{
    m_refusal = {code, what};
    return false;
}

bool JsonStringReader::read(QString &into)
{
    const char *start = ++m_at;
    const char *at = start;
    while (at != m_end && isPlainAscii(*at)) {
        ++at;
    }
    if (at == m_end || *at != '"') {
        return readLongString(start, into);
    }
    into = QString::fromLatin1(start, at - start);
    m_at = at + 1;
    m_out.append(QByteArrayView(start - 1, m_at));
    return true;
}

/// Reads a string with escapes or with characters outside ASCII.
bool JsonStringReader::readLongString(const char *start, QString &into)
{
    bool escaped = false;
    while (m_at != m_end && *m_at != '"') {
        const char *run = m_at;
        while (m_at != m_end && isPlainAscii(*m_at)) {
            ++m_at;
        }
        into.append(QLatin1StringView(run, m_at - run));
        if (m_at == m_end || *m_at == '"') {
            continue;
        }
        if (*m_at == '\\') {
            escaped = true;
            if (!readEscape(into)) {
                return false;
            }
        } else if (!readUtf8(into)) {
            return false;
        }
    }
    if (m_at == m_end) {
        return refuse(ErrorCode::Malformed, u"A string is not closed"_s);
    }
    ++m_at;
    if (escaped) {
        m_out.append(canonicalString(into));
    } else {
        m_out.append(QByteArrayView(start - 1, m_at));
    }
    return true;
}

bool JsonStringReader::readEscape(QString &into)
{
    static constexpr QByteArrayView kShort = "\"\\/bfnrt";
    static constexpr QByteArrayView kMeaning = "\"\\/\b\f\n\r\t";
    if (m_end - m_at < 2) {
        return refuse(ErrorCode::Malformed, u"A string is not closed"_s);
    }
    const char kind = m_at[1];
    if (kind == 'u') {
        return readUnicodeEscape(into);
    }
    const qsizetype index = kShort.indexOf(kind);
    if (index < 0) {
        return refuse(ErrorCode::Malformed, u"A string has an escape that JSON does not know"_s);
    }
    into.append(QLatin1Char(kMeaning[index]));
    m_at += 2;
    return true;
}

bool JsonStringReader::readFourHex(char16_t &unit)
{
    unsigned value = 0;
    if (m_end - m_at < 6 || m_at[0] != '\\' || m_at[1] != 'u') {
        return false;
    }
    const auto read = std::from_chars(m_at + 2, m_at + 6, value, 16);
    if (read.ec != std::errc() || read.ptr != m_at + 6) {
        return false;
    }
    unit = static_cast<char16_t>(value);
    return true;
}

bool JsonStringReader::readUnicodeEscape(QString &into)
{
    char16_t unit = 0;
    if (!readFourHex(unit)) {
        return refuse(ErrorCode::Malformed, u"A \\u escape needs four hex digits"_s);
    }
    if (QChar::isLowSurrogate(unit)) {
        return refuse(ErrorCode::NotCanonical, u"A string has a low surrogate without a high one before it"_s);
    }
    into.append(QChar(unit));
    m_at += 6;
    if (!QChar::isHighSurrogate(unit)) {
        return true;
    }
    char16_t low = 0;
    if (!readFourHex(low) || !QChar::isLowSurrogate(low)) {
        m_at -= 6;
        return refuse(ErrorCode::NotCanonical, u"A string has a high surrogate without a low one after it"_s);
    }
    into.append(QChar(low));
    m_at += 6;
    return true;
}

/// One character outside ASCII, by the table of well-formed sequences (Unicode 15, table 3-7).
bool JsonStringReader::readUtf8(QString &into)
{
    const auto byteAt = [this](qsizetype index) {
        return m_end - m_at > index ? static_cast<unsigned char>(m_at[index]) : static_cast<unsigned char>(0);
    };
    const unsigned char first = byteAt(0);
    if (first < 0x20) {
        return refuse(ErrorCode::Malformed, u"A string has an unescaped control character"_s);
    }
    const int length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    unsigned char lowest = 0x80;
    unsigned char highest = 0xBF;
    if (first == 0xE0) {
        lowest = 0xA0;
    } else if (first == 0xED) {
        highest = 0x9F;
    } else if (first == 0xF0) {
        lowest = 0x90;
    } else if (first == 0xF4) {
        highest = 0x8F;
    }
    bool good = first >= 0xC2 && first <= 0xF4 && byteAt(1) >= lowest && byteAt(1) <= highest;
    char32_t codePoint = first & (0x7FU >> length);
    for (int i = 1; good && i < length; ++i) {
        good = (byteAt(i) & 0xC0U) == 0x80U;
        codePoint = (codePoint << 6U) | (byteAt(i) & 0x3FU);
    }
    if (!good) {
        return refuse(ErrorCode::Malformed, u"A string is not valid UTF-8"_s);
    }
    into.append(QChar::fromUcs4(codePoint));
    m_at += length;
    return true;
}

} // namespace obstat::base
