#pragma once

namespace obstat::base {

/// A named interruption point (docs/faults.md). In builds with OBSTAT_FAULT_POINTS, which the drill needs,
/// `OBSTAT_FAULT=P8:kill` makes the point P8 end the process by SIGKILL, `P8:exit` by _exit(70), `P8:kill@3` at its
/// third passing. Nothing otherwise.
#ifdef OBSTAT_FAULT_POINTS
void faultPoint(const char *name);
#else
inline void faultPoint(const char *) {}
#endif

} // namespace obstat::base
