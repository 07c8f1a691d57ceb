#pragma once

#include "base/clock.h"

#include <QJsonObject>
#include <QString>

#include <cstdio>
#include <functional>
#include <mutex>

namespace obstat::base {

enum class LogLevel { Debug, Info, Warning, Error };

/// One JSON object a line (contract 7.7): {"at","level","event",…fields}. Payloads never go in here; strings are
/// escaped by canonical JSON and visibleText, so a line is one line. Thread-safe.
class JsonLog
{
public:
    using Sink = std::function<void(const QByteArray &line)>;

    /// Writes to a stdio stream, which must outlive the log.
    JsonLog(const Clock &clock, std::FILE *stream);
    JsonLog(const Clock &clock, Sink sink);

    void setLevel(LogLevel level);
    void write(LogLevel level, const QString &event, const QJsonObject &fields = {});
    void info(const QString &event, const QJsonObject &fields = {}) { write(LogLevel::Info, event, fields); }
    void warning(const QString &event, const QJsonObject &fields = {}) { write(LogLevel::Warning, event, fields); }
    void error(const QString &event, const QJsonObject &fields = {}) { write(LogLevel::Error, event, fields); }

private:
    const Clock &m_clock;
    Sink m_sink;
    std::mutex m_mutex;
    LogLevel m_level = LogLevel::Info;
};

} // namespace obstat::base
