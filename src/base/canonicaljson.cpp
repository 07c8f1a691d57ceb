#include "base/canonicaljson.h"

#include "base/jsonmembers.h"
#include "base/jsonreader.h"
#include "base/numbertext.h"

#include <QJsonArray>

#include <cmath>

namespace obstat::base {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kMaxStoredBytes = qsizetype(64) * 1024 * 1024;
constexpr char kHexDigits[] = "0123456789abcdef";

void appendUtf8(QByteArray &out, char32_t codePoint)
{
    const auto continuation = [codePoint](unsigned shift) {
        return static_cast<char>(0x80U | ((codePoint >> shift) & 0x3FU));
    };
    if (codePoint < 0x80) {
        out.append(static_cast<char>(codePoint));
    } else if (codePoint < 0x800) {
        out.append(static_cast<char>(0xC0U | (codePoint >> 6U))).append(continuation(0));
    } else if (codePoint < 0x10000) {
        out.append(static_cast<char>(0xE0U | (codePoint >> 12U))).append(continuation(6)).append(continuation(0));
    } else {
        out.append(static_cast<char>(0xF0U | (codePoint >> 18U))).append(continuation(12));
        out.append(continuation(6)).append(continuation(0));
    }
}

void appendControl(QByteArray &out, char16_t unit)
{
    switch (unit) {
    case '\b':
        out.append("\\b");
        return;
    case '\t':
        out.append("\\t");
        return;
    case '\n':
        out.append("\\n");
        return;
    case '\f':
        out.append("\\f");
        return;
    case '\r':
        out.append("\\r");
        return;
    default:
        out.append("\\u00").append(kHexDigits[unit >> 4U]).append(kHexDigits[unit & 0xFU]);
    }
}

void appendString(QByteArray &out, QStringView text)
{
    out.append('"');
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t unit = text[i].unicode();
        if (unit == '"' || unit == '\\') {
            out.append('\\').append(static_cast<char>(unit));
        } else if (unit < 0x20) {
            appendControl(out, unit);
        } else if (!QChar::isSurrogate(unit)) {
            appendUtf8(out, unit);
        } else if (QChar::isHighSurrogate(unit) && i + 1 < text.size() && text[i + 1].isLowSurrogate()) {
            appendUtf8(out, QChar::surrogateToUcs4(unit, text[i + 1].unicode()));
            ++i;
        } else {
            qFatal("canonical JSON of a string with a lone surrogate");
        }
    }
    out.append('"');
}

void appendNumber(QByteArray &out, const QJsonValue &value)
{
    const double number = value.toDouble();
    const qint64 integer = value.toInteger(0);
    if (!std::isfinite(number) || (integer != 0 && (std::abs(number) >= 0x1p63 || qint64(number) != integer))) {
        qFatal("canonical JSON of a number that a double cannot hold");
    }
    appendEcmaNumber(out, shortestDigits(number));
}

void appendValue(QByteArray &out, const QJsonValue &value);

void appendObject(QByteArray &out, const QJsonObject &object)
{
    char separator = '{';
    for (const auto &[name, member] : sortedMembers(object)) {
        out.append(separator);
        appendString(out, name);
        out.append(':');
        appendValue(out, member);
        separator = ',';
    }
    if (separator == '{') {
        out.append('{');
    }
    out.append('}');
}

void appendValue(QByteArray &out, const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Null:
    case QJsonValue::Undefined:
        out.append("null");
        return;
    case QJsonValue::Bool:
        out.append(value.toBool() ? "true" : "false");
        return;
    case QJsonValue::Double:
        appendNumber(out, value);
        return;
    case QJsonValue::String:
        appendString(out, value.toString());
        return;
    case QJsonValue::Object:
        appendObject(out, value.toObject());
        return;
    case QJsonValue::Array:
        break;
    }
    out.append('[');
    const QJsonArray array = value.toArray();
    for (qsizetype i = 0; i < array.size(); ++i) {
        if (i > 0) {
            out.append(',');
        }
        appendValue(out, array.at(i));
    }
    out.append(']');
}

} // namespace

Result<CanonicalJson> parseCanonical(QByteArrayView text, const JsonLimits &limits)
{
    return JsonReader(text, limits).read();
}

Result<CanonicalJson> parseStoredCanonical(QByteArrayView bytes)
{
    JsonLimits limits;
    limits.maxBytes = kMaxStoredBytes;
    auto parsed = parseCanonical(bytes, limits);
    if (!parsed) {
        return fail(ErrorCode::Corrupt, u"Stored JSON cannot be read any more."_s, parsed.error().message);
    }
    if (parsed->bytes != bytes) {
        return fail(ErrorCode::Corrupt, u"Stored JSON is not in its canonical form."_s);
    }
    return parsed;
}

QByteArray canonicalBytes(const QJsonValue &value)
{
    QByteArray out;
    appendValue(out, value);
    return out;
}

QByteArray canonicalBytes(const QJsonObject &object)
{
    QByteArray out;
    appendObject(out, object);
    return out;
}

QByteArray canonicalNumber(double number)
{
    if (!std::isfinite(number)) {
        qFatal("canonical JSON of a number that is not finite");
    }
    QByteArray out;
    appendEcmaNumber(out, shortestDigits(number));
    return out;
}

QByteArray canonicalString(QStringView text)
{
    QByteArray out;
    out.reserve(text.size() + 2);
    appendString(out, text);
    return out;
}

} // namespace obstat::base
