#pragma once

#include "console/theme/themecolors.h"

#include <QPoint>
#include <QString>

class QPainter;

namespace obstat::console {

/// A rounded word with an icon: statuses and outcomes.
struct Pill
{
    static constexpr int kHeight = 19;

    QString icon; ///< "" = none
    QString text;
    Tone tone = Tone::Neutral;

    [[nodiscard]] int width() const;
    /// Cut at `right` when there is less room.
    void paint(QPainter &painter, const QPoint &at, int right) const;
};

} // namespace obstat::console
