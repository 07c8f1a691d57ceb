#pragma once

#include "console/theme/themecolors.h"

#include <QString>

namespace obstat::console {

/// What Fusion and the palette do not say: bars, chips, buttons, lists, scroll bars. Widgets choose a rule by the
/// dynamic property `look` (bar, chip, primary, danger, quiet, pill, heading, dim, …), never by a sheet of their own.
[[nodiscard]] QString styleSheet(const ThemeColors &colors, const QString &monoFamily);

} // namespace obstat::console
