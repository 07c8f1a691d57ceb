#pragma once

#include "base/clock.h"
#include "console/theme/themecolors.h"

#include <QString>

namespace obstat::console {

/// One line of an operation's life: an event, a burst of equal ones, or a long wait between two.
struct TimelineItem
{
    enum class Kind { Event, Wait } kind = Kind::Event;
    Tone tone = Tone::Wait;
    QString title; ///< what happened, one or two words
    QString text;  ///< who, what, with values escaped
    QString pill;  ///< a word that must be seen, "" = none
    Tone pillTone = Tone::Bad;
    base::Micros at = 0;
    base::Micros until = 0;      ///< last one of a burst, 0 = none
    base::Micros sinceStart = 0; ///< or, for a wait, its length
    qint64 firstSeq = -1;
    qint64 lastSeq = -1;
    qint64 count = 1; ///< of a burst
    QString evidence; ///< the leaf as text, escaped; one a line for a burst
};

} // namespace obstat::console
