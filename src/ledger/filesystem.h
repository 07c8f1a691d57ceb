#pragma once

#include "base/result.h"

#include <QString>

#include <functional>
#include <optional>

namespace obstat::ledger {

/// "OBST" in the header of every ledger file.
inline constexpr quint32 kApplicationId = 0x4F425354;

/// True for the statfs magic of a file system that lies on another machine: its locks do not hold.
[[nodiscard]] bool isNetworkFileSystem(quint64 magic);

/// The statfs magic of the file system that a place lies on; nothing when it cannot be looked at (then errno says why).
using FileSystemProbe = std::function<std::optional<quint64>(const QString &place)>;
[[nodiscard]] std::optional<quint64> statfsMagic(const QString &place);

/// NetworkFileSystem unless the path (or its folder, when there is no such file) lies on a local disk.
[[nodiscard]] base::Result<> requireLocalDisk(const QString &path, const FileSystemProbe &probe = statfsMagic);

/// ReadOnly unless this process may make files in the path's folder.
[[nodiscard]] base::Result<> requireWritableFolderOf(const QString &path);

/// What makes this file on this machine another copy than its twin elsewhere (evidence.md 4).
[[nodiscard]] QString machineId();
[[nodiscard]] quint64 inodeOf(const QString &path);

/// Makes the entries of the path's folder durable.
[[nodiscard]] base::Result<> syncFolderOf(const QString &path);

} // namespace obstat::ledger
