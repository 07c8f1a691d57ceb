#include "base/decimal.h"

#include "base/canonicaljson.h"

namespace obstat::base {

namespace {

constexpr quint64 kMaxWhole = 999'999'999'999'999'999ULL;
constexpr quint32 kFractionUnits = 100'000'000;
constexpr qsizetype kMaxWholeDigits = 18;
constexpr qsizetype kFractionDigits = 8;

/// The number in ASCII digits; nullopt when any other character is there or none is.
std::optional<quint64> digitsOf(QStringView text, qsizetype most)
{
    if (text.isEmpty() || text.size() > most) {
        return std::nullopt;
    }
    quint64 value = 0;
    for (const QChar c : text) {
        if (c < u'0' || c > u'9') {
            return std::nullopt;
        }
        value = value * 10 + (c.unicode() - u'0');
    }
    return value;
}

QString fractionText(quint32 fraction)
{
    return QString::number(fraction).rightJustified(kFractionDigits, u'0');
}

} // namespace

std::optional<Decimal> Decimal::parse(QStringView text)
{
    const qsizetype point = text.indexOf(u'.');
    const QStringView wholeText = point < 0 ? text : text.first(point);
    const auto whole = digitsOf(wholeText, kMaxWholeDigits);
    if (!whole || (wholeText.size() > 1 && wholeText.front() == u'0')) {
        return std::nullopt;
    }
    Decimal result;
    result.m_whole = *whole;
    if (point >= 0) {
        const QStringView fractionDigits = text.sliced(point + 1);
        const auto fraction = digitsOf(fractionDigits, kFractionDigits);
        if (!fraction) {
            return std::nullopt;
        }
        quint64 units = *fraction;
        for (qsizetype i = fractionDigits.size(); i < kFractionDigits; ++i) {
            units *= 10;
        }
        result.m_fraction = static_cast<quint32>(units);
    }
    return result;
}

std::optional<Decimal> Decimal::fromJson(const QJsonValue &value)
{
    if (value.isString()) {
        return parse(value.toString());
    }
    if (value.isDouble()) {
        return parse(QString::fromLatin1(canonicalBytes(value)));
    }
    return std::nullopt;
}

QString Decimal::text() const
{
    QString out = QString::number(m_whole);
    if (m_fraction != 0) {
        QString fraction = fractionText(m_fraction);
        while (fraction.endsWith(u'0')) {
            fraction.chop(1);
        }
        out += u'.' + fraction;
    }
    return out;
}

QString Decimal::shown() const
{
    QString out = QString::number(m_whole);
    for (qsizetype at = out.size() - 3; at > 0; at -= 3) {
        out.insert(at, u',');
    }
    QString fraction = fractionText(m_fraction);
    while (fraction.size() > 2 && fraction.endsWith(u'0')) {
        fraction.chop(1);
    }
    out += u'.' + fraction;
    return out;
}

double Decimal::approximate() const
{
    return static_cast<double>(m_whole) + static_cast<double>(m_fraction) / kFractionUnits;
}

Decimal operator+(const Decimal &a, const Decimal &b)
{
    Decimal sum;
    const quint32 fraction = a.m_fraction + b.m_fraction;
    sum.m_whole = a.m_whole + b.m_whole + fraction / kFractionUnits;
    sum.m_fraction = fraction % kFractionUnits;
    if (sum.m_whole > kMaxWhole) {
        sum.m_whole = kMaxWhole;
        sum.m_fraction = kFractionUnits - 1;
    }
    return sum;
}

} // namespace obstat::base
