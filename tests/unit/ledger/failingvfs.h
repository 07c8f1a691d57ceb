#pragma once

namespace obstat::tests {

/// Makes SQLite's default file system one whose syncs can be made to fail. For the whole process; call before the
/// first connection.
void installFailingVfs();
/// From now on every sync of a file fails, as after an EIO of the disk.
void failSyncs(bool on);
/// Syncs asked for since failSyncs(true).
[[nodiscard]] int syncsTried();

} // namespace obstat::tests
