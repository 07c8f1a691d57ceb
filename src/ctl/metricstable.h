#pragma once

#include "metrics/sixnumbers.h"

#include <QStringList>

namespace obstat::ctl {

/// The six watched numbers for a terminal, one line each with its units, the equal range before in a column beside and
/// how it stands; what is pending now, runs over the limit and gaps under their number. Not escaped.
[[nodiscard]] QStringList metricsTable(const metrics::SixNumbers &six, base::Micros now);

} // namespace obstat::ctl
