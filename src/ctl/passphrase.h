#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>

namespace obstat::ctl {

/// The first line of a file, or, without a file, what is typed at the terminal without echo (`prompt` says for what).
/// Usage when there is neither, and when it is empty.
[[nodiscard]] base::Result<QByteArray> readPassphrase(const QString &file, const QString &prompt);
/// The same for a new key: typed twice at the terminal.
[[nodiscard]] base::Result<QByteArray> readNewPassphrase(const QString &file, const QString &prompt);

} // namespace obstat::ctl
