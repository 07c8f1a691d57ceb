#pragma once

namespace obstat::ctl {

/// Parses the command line and runs one verb; gives the exit code (ctl/command.h).
[[nodiscard]] int runApplication(int argc, char **argv);

} // namespace obstat::ctl
