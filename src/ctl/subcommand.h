#pragma once

namespace CLI {
class App;
}

namespace obstat::ctl {

/// The first word of a pair such as `token add`, made once and shared by its verbs.
[[nodiscard]] CLI::App *wordOf(CLI::App &parent, const char *word, const char *description);

} // namespace obstat::ctl
