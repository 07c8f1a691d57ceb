#pragma once

#include "base/clock.h"

#include <QCoreApplication>

namespace obstat::console {

/// How long ago something was, for people: what is younger than a second is "now", not a number of milliseconds.
class AgeWording
{
    Q_DECLARE_TR_FUNCTIONS(AgeWording)

public:
    /// For a column: "now", else as Wording::duration().
    [[nodiscard]] static QString age(base::Micros age);
    /// "now", else "4 m ago".
    [[nodiscard]] static QString ago(base::Micros age);
    /// "just planned", else "waiting 4 m".
    [[nodiscard]] static QString waiting(base::Micros age);
};

} // namespace obstat::console
