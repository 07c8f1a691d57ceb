#pragma once

#include "console/theme/themecolors.h"

#include <QString>

namespace obstat::console {

/// One line of a LinesView: what it is called and its value. Both are escaped already where others wrote them.
struct DisplayLine
{
    enum class Mark { None, Holds, Fails, NotEvaluated };

    QString label = {}; ///< "" = the value takes the whole width
    QString value = {};
    Mark mark = Mark::None; ///< behind the value
    bool mono = true;       ///< the value's font
    QString before = {};    ///< a change: shown before the value, with an arrow
    bool isChange = false;
    Tone tone = Tone::Neutral; ///< Neutral = ink
    QString tag = {};          ///< under the value, in the colours of a warning

    friend bool operator==(const DisplayLine &a, const DisplayLine &b) = default;
};

} // namespace obstat::console
