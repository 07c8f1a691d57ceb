#pragma once

#include "console/theme/themecolors.h"

#include <QFont>
#include <QIcon>
#include <QPixmap>

class QApplication;

namespace obstat::console {

/// How the whole console looks: Fusion, a palette, a small style sheet and two fonts, all set in code so that every
/// machine and platform plugin shows the same. GUI thread only.
class Theme
{
public:
    /// Takes effect at once on every widget; painted widgets read colors() when they paint.
    static void apply(QApplication &application, Scheme scheme);
    [[nodiscard]] static const ThemeColors &colors();

    /// 13 px, for everything that is read.
    [[nodiscard]] static QFont textFont();
    /// 12 px monospace, for keys, records, digests and argument values.
    [[nodiscard]] static QFont monoFont();
    /// 11 px, semi-bold, spaced: headings of sections.
    [[nodiscard]] static QFont headingFont();
    /// 12 px, for secondary lines.
    [[nodiscard]] static QFont smallFont();

    /// A drawing of resources/icons in one colour; a name without a file is a bug and asserts.
    [[nodiscard]] static QPixmap pixmap(const QString &name, const QColor &color, int size, qreal scale);
    /// The same for buttons, sharp at every scale, dim when disabled.
    [[nodiscard]] static QIcon icon(const QString &name, const QColor &color);
};

} // namespace obstat::console
