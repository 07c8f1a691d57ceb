#pragma once

#ifdef OBSTAT_PLANTED_BUGS
#include <cstdlib>
#include <cstring>
#endif

namespace obstat::base {

/// A seeded defect that tests/faults/planted.py must find (docs/faults.md), chosen by OBSTAT_BUG=NAME in builds with
/// OBSTAT_PLANTED_BUGS. False at compile time in every other build: neither names nor branches are left in the
/// programs.
#ifdef OBSTAT_PLANTED_BUGS
inline bool plantedBug(const char *name)
{
    const char *chosen = std::getenv("OBSTAT_BUG");
    return chosen != nullptr && std::strcmp(chosen, name) == 0;
}
#else
consteval bool plantedBug(const char *)
{
    return false;
}
#endif

} // namespace obstat::base
