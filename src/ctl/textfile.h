#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>

namespace obstat::ctl {

/// The whole of a file or pipe that somebody named on the command line, at most 1 MiB: a device that never ends is
/// refused. NotFound when it cannot be opened or read, TooLarge. Messages name the file.
[[nodiscard]] base::Result<QByteArray> readTextFile(const QString &path);

} // namespace obstat::ctl
