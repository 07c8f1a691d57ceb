#include "ctl/subcommand.h"

#include <CLI/CLI.hpp>

namespace obstat::ctl {

CLI::App *wordOf(CLI::App &parent, const char *word, const char *description)
{
    for (CLI::App *there : parent.get_subcommands([](CLI::App *) { return true; }))
        if (there->get_name() == word)
            return there;
    CLI::App *made = parent.add_subcommand(word, description);
    made->require_subcommand(1);
    return made;
}

} // namespace obstat::ctl
