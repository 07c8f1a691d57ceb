#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>

namespace obstat::base {

constexpr qint64 kTextFileLimit = qint64(1024) * 1024;

/// The whole of a file or pipe that somebody named, at most `limit` bytes: a device that never ends is refused.
/// NotFound when it cannot be opened or read, TooLarge. Messages name the file.
[[nodiscard]] Result<QByteArray> readTextFile(const QString &path, qint64 limit = kTextFileLimit);

} // namespace obstat::base
