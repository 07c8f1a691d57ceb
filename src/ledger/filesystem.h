#pragma once

#include "base/result.h"

#include <QString>

namespace obstat::ledger {

/// "OBST" in the header of every ledger file.
inline constexpr quint32 kApplicationId = 0x4F425354;

/// True for the statfs magic of a file system that lies on another machine: its locks do not hold.
[[nodiscard]] bool isNetworkFileSystem(quint64 magic);

/// NetworkFileSystem unless the path (or its folder, when there is no such file) lies on a local disk.
[[nodiscard]] base::Result<> requireLocalDisk(const QString &path);

/// What makes this file on this machine another copy than its twin elsewhere (evidence.md 4).
[[nodiscard]] QString machineId();
[[nodiscard]] quint64 inodeOf(const QString &path);

/// Makes the entries of the path's folder durable.
[[nodiscard]] base::Result<> syncFolderOf(const QString &path);

} // namespace obstat::ledger
