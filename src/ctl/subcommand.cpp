#include "ctl/subcommand.h"

#include <CLI/CLI.hpp>

namespace obstat::ctl {

CLI::App *wordOf(CLI::App &parent, const char *word, const char *description)
{
    if (CLI::App *there = parent.get_subcommand_no_throw(word))
        return there;
    CLI::App *made = parent.add_subcommand(word, description);
    made->require_subcommand(1);
    return made;
}

} // namespace obstat::ctl
