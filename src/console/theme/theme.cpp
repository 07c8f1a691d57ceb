#include "console/theme/theme.h"

#include "console/theme/iconengine.h"
#include "console/theme/stylesheet.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPalette>
#include <QStyleFactory>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

const ThemeColors *current = &themeColors(Scheme::Light);

QPalette paletteOf(const ThemeColors &c)
{
    QPalette palette;
    palette.setColor(QPalette::Window, c.window);
    palette.setColor(QPalette::WindowText, c.ink);
    palette.setColor(QPalette::Base, c.window);
    palette.setColor(QPalette::AlternateBase, c.panel);
    palette.setColor(QPalette::Text, c.ink);
    palette.setColor(QPalette::PlaceholderText, c.dim);
    palette.setColor(QPalette::Button, c.panel);
    palette.setColor(QPalette::ButtonText, c.ink);
    palette.setColor(QPalette::BrightText, c.bad);
    palette.setColor(QPalette::Highlight, c.selection);
    palette.setColor(QPalette::HighlightedText, c.ink);
    palette.setColor(QPalette::Link, c.accent);
    palette.setColor(QPalette::LinkVisited, c.accent);
    palette.setColor(QPalette::ToolTipBase, c.panel);
    palette.setColor(QPalette::ToolTipText, c.ink);
    palette.setColor(QPalette::Light, c.panel);
    palette.setColor(QPalette::Midlight, c.hover);
    palette.setColor(QPalette::Mid, c.edge);
    palette.setColor(QPalette::Dark, c.edge);
    palette.setColor(QPalette::Shadow, c.line);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, role, c.dim);
    return palette;
}

QString firstFamily(const QStringList &wanted, QFontDatabase::SystemFont otherwise)
{
    const QStringList present = QFontDatabase::families();
    for (const QString &family : wanted) {
        if (present.contains(family))
            return family;
    }
    return QFontDatabase::systemFont(otherwise).family();
}

QFont sized(const QString &family, int pixels)
{
    QFont font(family);
    font.setPixelSize(pixels);
    return font;
}

QString textFamily()
{
    static const QString family =
        firstFamily({u"DejaVu Sans"_s, u"Noto Sans"_s, u"Liberation Sans"_s}, QFontDatabase::GeneralFont);
    return family;
}

QString monoFamily()
{
    static const QString family =
        firstFamily({u"DejaVu Sans Mono"_s, u"Noto Sans Mono"_s, u"Liberation Mono"_s}, QFontDatabase::FixedFont);
    return family;
}

} // namespace

void Theme::apply(QApplication &application, Scheme scheme)
{
    current = &themeColors(scheme);
    application.setStyle(QStyleFactory::create(u"Fusion"_s));
    application.setPalette(paletteOf(*current));
    QApplication::setFont(textFont());
    application.setStyleSheet(styleSheet(*current, monoFamily()));
}

const ThemeColors &Theme::colors()
{
    return *current;
}

QFont Theme::textFont()
{
    return sized(textFamily(), 13);
}

QFont Theme::monoFont()
{
    QFont font = sized(monoFamily(), 12);
    font.setStyleHint(QFont::Monospace);
    return font;
}

QFont Theme::headingFont()
{
    QFont font = sized(textFamily(), 11);
    font.setWeight(QFont::DemiBold);
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0.6);
    return font;
}

QFont Theme::smallFont()
{
    return sized(textFamily(), 12);
}

QPixmap Theme::pixmap(const QString &name, const QColor &color, int size, qreal scale)
{
    return IconEngine(name, color).scaledPixmap(QSize(size, size), QIcon::Normal, QIcon::Off, scale);
}

QIcon Theme::icon(const QString &name, const QColor &color)
{
    return QIcon(new IconEngine(name, color));
}

} // namespace obstat::console
