#pragma once

#include "base/result.h"

#include <QString>

namespace obstat::console {

/// Starts `obstatd --config <obstatd.toml beside the ledger>` on its own feet, so that it lives on when the console
/// ends. The program is looked for beside this one, then in PATH. NotFound, Io.
[[nodiscard]] base::Result<> startInstance(const QString &database);

} // namespace obstat::console
