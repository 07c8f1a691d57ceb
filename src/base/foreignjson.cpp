#include "base/foreignjson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace obstat::base {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kMaxSafeInteger = (qint64(1) << 53) - 1;

QString wellFormed(const QString &text)
{
    QString out = text;
    for (qsizetype i = 0; i < out.size(); ++i) {
        if (out.at(i).isHighSurrogate() && i + 1 < out.size() && out.at(i + 1).isLowSurrogate()) {
            ++i;
        } else if (out.at(i).isSurrogate()) {
            out[i] = QChar::ReplacementCharacter;
        }
    }
    return out;
}

/// A JSON integer whose digits a double loses.
bool losesDigits(const QByteArray &number)
{
    const QByteArray digits = number.startsWith('-') ? number.sliced(1) : number;
    const bool isInteger = !digits.isEmpty() && (digits.size() == 1 || digits.front() != '0') &&
                           std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!isInteger) {
        return false;
    }
    bool fits = false;
    const qint64 value = number.toLongLong(&fits);
    return !fits || value < -kMaxSafeInteger || value > kMaxSafeInteger;
}

/// The text with every integer that no double holds as the string of its digits. QJsonDocument would round it.
QByteArray withLongIntegersQuoted(const QByteArray &text)
{
    QByteArray out;
    out.reserve(text.size());
    bool inString = false;
    for (qsizetype i = 0; i < text.size();) {
        const char c = text.at(i);
        if (inString && c == '\\' && i + 1 < text.size()) {
            out += text.sliced(i, 2);
            i += 2;
            continue;
        }
        inString = (c == '"') != inString;
        qsizetype end = i;
        while (!inString && end < text.size() && QByteArrayView("+-.0123456789Ee").contains(text.at(end))) {
            ++end;
        }
        if (end == i) {
            out += c;
            ++i;
            continue;
        }
        const QByteArray number = text.sliced(i, end - i);
        out += losesDigits(number) ? '"' + number + '"' : number;
        i = end;
    }
    return out;
}

/// Qt keeps 1e17 as an integer, too.
QJsonValue number(const QJsonValue &value)
{
    const qint64 integer = value.toInteger(0);
    const bool safe = integer >= -kMaxSafeInteger && integer <= kMaxSafeInteger;
    return safe ? value : QJsonValue(QString::number(integer));
}

QJsonValue harmless(const QJsonValue &value)
{
    if (value.isString()) {
        return wellFormed(value.toString());
    }
    if (value.isDouble()) {
        return number(value);
    }
    if (value.isArray()) {
        QJsonArray out;
        for (const QJsonValue &element : value.toArray()) {
            out.append(harmless(element));
        }
        return out;
    }
    if (value.isObject()) {
        QJsonObject out;
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it) {
            out.insert(wellFormed(it.key()), harmless(it.value()));
        }
        return out;
    }
    return value;
}

} // namespace

Result<QJsonValue> parseForeign(const QByteArray &text)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(withLongIntegersQuoted(text), &error);
    if (error.error != QJsonParseError::NoError) {
        return fail(ErrorCode::Malformed, u"The JSON text cannot be read at byte %1."_s.arg(error.offset),
                    error.errorString());
    }
    return harmless(document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object()));
}

} // namespace obstat::base
