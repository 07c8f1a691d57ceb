#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>

namespace obstat::console {

/// Encrypts the key of a file anew under another passphrase. The new file is written, made durable and opened once
/// before it takes the old one's place; the old file is kept as `path`.bak until the new one was opened at its place,
/// and put back when it was not. Blocks on the disk. WrongPassphrase, NotFound, Malformed, Io; Usage for an empty
/// passphrase; AlreadyExists when a .bak of an interrupted change, or somebody's own, is there: it may be the only key.
[[nodiscard]] base::Result<> changeKeyPassphrase(const QString &path, const QByteArray &present,
                                                 const QByteArray &next);

} // namespace obstat::console
