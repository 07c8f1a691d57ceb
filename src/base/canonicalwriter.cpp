#include "base/canonicalwriter.h"

#include "base/canonicaljson.h"

#include <charconv>

namespace obstat::base {

CanonicalWriter::CanonicalWriter(qsizetype expectedSize)
{
    m_out.reserve(expectedSize);
}

void CanonicalWriter::name(QLatin1StringView name)
{
    Q_ASSERT(m_out.isEmpty() || m_last < name);
    m_out.append(m_out.isEmpty() ? '{' : ',').append('"');
    m_out.append(name.data(), name.size());
    m_out.append("\":", 2);
    m_last = name;
}

void CanonicalWriter::string(QStringView value)
{
    const qsizetype start = m_out.size();
    m_out.resize(start + value.size() + 2);
    char *to = m_out.data() + start;
    *to++ = '"';
    unsigned special = 0; // no branch in the loop: nearly every text is printable ASCII
    for (const QChar c : value) {
        const unsigned unit = c.unicode();
        special |= static_cast<unsigned>(unit - 0x20 >= 0x5F) | static_cast<unsigned>(unit == '"') |
                   static_cast<unsigned>(unit == '\\');
        *to++ = static_cast<char>(unit);
    }
    *to = '"';
    if (special != 0) {
        m_out.truncate(start);
        m_out.append(canonicalString(value));
    }
}

CanonicalWriter &CanonicalWriter::text(QLatin1StringView name, QStringView value)
{
    this->name(name);
    string(value);
    return *this;
}

CanonicalWriter &CanonicalWriter::number(QLatin1StringView name, qint64 value)
{
    this->name(name);
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    m_out.append(digits, end - digits);
    return *this;
}

CanonicalWriter &CanonicalWriter::boolean(QLatin1StringView name, bool value)
{
    return raw(name, value ? QByteArrayView("true") : QByteArrayView("false"));
}

CanonicalWriter &CanonicalWriter::raw(QLatin1StringView name, QByteArrayView canonical)
{
    this->name(name);
    m_out.append(canonical);
    return *this;
}

QByteArray CanonicalWriter::take()
{
    m_out.append(m_out.isEmpty() ? "{}" : "}");
    return std::exchange(m_out, QByteArray());
}

} // namespace obstat::base
