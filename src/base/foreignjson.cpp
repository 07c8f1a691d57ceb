#include "base/foreignjson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

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
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    if (error.error != QJsonParseError::NoError) {
        return fail(ErrorCode::Malformed, u"The JSON text cannot be read at byte %1."_s.arg(error.offset),
                    error.errorString());
    }
    return harmless(document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object()));
}

} // namespace obstat::base
