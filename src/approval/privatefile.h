#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>

namespace obstat::approval {

/// Reads a file that only its owner may read. NotFound; Io when it is no regular file or others have any right on it
/// (mode & 077); TooLarge over `limit` bytes.
[[nodiscard]] base::Result<QByteArray> readPrivateFile(const QString &path, qint64 limit);

/// Makes a new file with mode 0600 whatever the umask says, durable with its folder entry before it returns.
/// AlreadyExists rather than overwrite (O_EXCL); NotFound, ReadOnly, DiskFull, Io. On error nothing is left behind.
[[nodiscard]] base::Result<> writeNewPrivateFile(const QString &path, const QByteArray &bytes);

/// Replaces `path` as a whole by a new file of mode 0600 (rename), durable before it returns. Not for two writers at
/// once: the caller holds a lock.
[[nodiscard]] base::Result<> replacePrivateFile(const QString &path, const QByteArray &bytes);

/// Makes the folder entry of `path` durable.
[[nodiscard]] base::Result<> syncFolderOf(const QString &path);

/// The error of a failed call of the system on a file: NotFound, AlreadyExists, ReadOnly, DiskFull, Io.
[[nodiscard]] base::Error fileError(const QString &doing, const QString &path, int errorNumber);

/// Writes everything, through interruptions and short writes; false leaves errno.
[[nodiscard]] bool writeAll(int descriptor, const QByteArray &bytes);

} // namespace obstat::approval
