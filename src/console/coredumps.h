#pragma once

namespace obstat::console {

/// Keeps this process's memory, in which a private key may be unlocked, out of core files and away from other programs
/// of the same user (PR_SET_DUMPABLE 0, RLIMIT_CORE 0). For the start of main(). False when the system refused any.
bool forbidCoreDumps();

} // namespace obstat::console
