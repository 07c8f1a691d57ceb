#include "base/jsonlog.h"

#include "base/canonicaljson.h"
#include "base/visibletext.h"

#include <QJsonArray>

#include <cmath>

namespace obstat::base {

using namespace Qt::StringLiterals;

namespace {

QString levelText(LogLevel level)
{
    switch (level) {
    case LogLevel::Debug:
        return u"debug"_s;
    case LogLevel::Info:
        return u"info"_s;
    case LogLevel::Warning:
        return u"warning"_s;
    case LogLevel::Error:
        return u"error"_s;
    }
    Q_UNREACHABLE();
}

/// A copy that may be printed: a log must not end the process, nor move a cursor, whatever it is given.
QJsonValue printable(const QJsonValue &value)
{
    if (value.isString()) {
        return visibleText(value.toString());
    }
    if (value.isDouble() && !std::isfinite(value.toDouble())) {
        return QJsonValue::Null;
    }
    if (value.isDouble() && qint64(value.toDouble()) != value.toInteger(qint64(value.toDouble()))) {
        return QString::number(value.toInteger());
    }
    if (value.isArray()) {
        QJsonArray out;
        for (const QJsonValue &element : value.toArray()) {
            out.append(printable(element));
        }
        return out;
    }
    if (value.isObject()) {
        QJsonObject out;
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it) {
            out.insert(visibleText(it.key()), printable(it.value()));
        }
        return out;
    }
    return value;
}

} // namespace

JsonLog::JsonLog(const Clock &clock, std::FILE *stream)
    : JsonLog(clock, [stream](const QByteArray &line) {
        std::fwrite(line.constData(), 1, static_cast<size_t>(line.size()), stream);
        std::fflush(stream);
    })
{
}

JsonLog::JsonLog(const Clock &clock, Sink sink) : m_clock(clock), m_sink(std::move(sink)) {}

void JsonLog::setLevel(LogLevel level)
{
    const std::lock_guard lock(m_mutex);
    m_level = level;
}

void JsonLog::write(LogLevel level, const QString &event, const QJsonObject &fields)
{
    const std::lock_guard lock(m_mutex);
    if (level < m_level) {
        return;
    }
    QJsonObject entry = printable(fields).toObject();
    entry.insert(u"at"_s, isoText(m_clock.now()));
    entry.insert(u"level"_s, levelText(level));
    entry.insert(u"event"_s, visibleText(event));
    m_sink(canonicalBytes(entry) + '\n');
}

} // namespace obstat::base
