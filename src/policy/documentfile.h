#pragma once

#include <QString>

namespace obstat::policy {

/// How a file that people edit stands to the text in force, which the ledger keeps by its digest.
enum class DocumentFile {
    Same,
    Differs,    ///< what was edited does nothing yet
    Unreadable, ///< missing, a device, too large, or not for this user
};

/// Reads the file, at most 1 MiB; blocks on the disk.
[[nodiscard]] DocumentFile compareFile(const QString &path, const QString &digestInForce);

} // namespace obstat::policy
