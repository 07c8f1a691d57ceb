#pragma once

#include <QColor>
#include <QList>

namespace obstat::console {

enum class Scheme { Light, Dark };

/// What a colour says. Colour is never the only sign: a word or an icon stands beside it.
enum class Tone { Neutral, Ok, Bad, Warn, Unknown, Wait };

/// The colours of one scheme, the only ones that the console paints with.
struct ThemeColors
{
    Scheme scheme = Scheme::Light;
    QColor window;    ///< behind lists
    QColor panel;     ///< bars, navigation, details
    QColor line;      ///< separators
    QColor edge;      ///< borders of things that can be used
    QColor ink;       ///< text
    QColor dim;       ///< secondary text
    QColor accent;    ///< links, the current page, the first action
    QColor onAccent;  ///< text on accent
    QColor selection; ///< selected row
    QColor hover;
    QColor ok, bad, warn, unknown, wait;
    QColor okBack, badBack, warnBack, unknownBack, waitBack;

    [[nodiscard]] QColor tone(Tone tone) const;
    [[nodiscard]] QColor toneBack(Tone tone) const;
};

[[nodiscard]] const ThemeColors &themeColors(Scheme scheme);

/// A text colour and what lies behind it somewhere in the console.
struct ColorPair
{
    const char *name = "";
    QColor text;
    QColor back;
};

/// Every pair in use; each has a contrast of at least 4.5 : 1 (WCAG 2.1, 1.4.3), which a test computes.
[[nodiscard]] QList<ColorPair> colorPairs(const ThemeColors &colors);

/// Contrast ratio by WCAG 2.1, 1 to 21.
[[nodiscard]] double contrast(const QColor &a, const QColor &b);

} // namespace obstat::console
