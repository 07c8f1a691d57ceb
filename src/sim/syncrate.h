#pragma once

#include "base/result.h"

#include <QString>

namespace obstat::sim {

/// How often a second 8 KiB can be written and made durable by fdatasync in this folder, one at a time into a file
/// whose blocks are there already: the limit of everything durable. Takes about `seconds`.
[[nodiscard]] base::Result<double> syncRate(const QString &folder, double seconds);

} // namespace obstat::sim
