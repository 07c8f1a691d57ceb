#include "console/theme/themecolors.h"

#include <algorithm>
#include <cmath>

namespace obstat::console {

namespace {

ThemeColors light()
{
    ThemeColors c;
    c.scheme = Scheme::Light;
    c.window = QColor(0xf6f7f8);
    c.panel = QColor(0xffffff);
    c.line = QColor(0xdfe3e7);
    c.edge = QColor(0xc3cad1);
    c.ink = QColor(0x1c2126);
    c.dim = QColor(0x59636d);
    c.accent = QColor(0x1f5fae);
    c.onAccent = QColor(0xffffff);
    c.selection = QColor(0xe1ecf9);
    c.hover = QColor(0xeef1f4);
    c.ok = QColor(0x12693c);
    c.bad = QColor(0xa8201a);
    c.warn = QColor(0x7d5300);
    c.unknown = QColor(0x6c3d99);
    c.wait = QColor(0x35547a);
    c.okBack = QColor(0xe1f3e9);
    c.badBack = QColor(0xfbe6e4);
    c.warnBack = QColor(0xfcf1d6);
    c.unknownBack = QColor(0xf0e8f8);
    c.waitBack = QColor(0xe4ebf4);
    return c;
}

ThemeColors dark()
{
    ThemeColors c;
    c.scheme = Scheme::Dark;
    c.window = QColor(0x1a1d21);
    c.panel = QColor(0x22262b);
    c.line = QColor(0x343a41);
    c.edge = QColor(0x4a525b);
    c.ink = QColor(0xe6e9ec);
    c.dim = QColor(0xa3adb7);
    c.accent = QColor(0x7ab1f2);
    c.onAccent = QColor(0x0e141b);
    c.selection = QColor(0x2a3b51);
    c.hover = QColor(0x2b3036);
    c.ok = QColor(0x6cd09b);
    c.bad = QColor(0xf59a91);
    c.warn = QColor(0xe8bc55);
    c.unknown = QColor(0xcbaaee);
    c.wait = QColor(0xa9c0df);
    c.okBack = QColor(0x1c3427);
    c.badBack = QColor(0x432623);
    c.warnBack = QColor(0x3b321d);
    c.unknownBack = QColor(0x35294a);
    c.waitBack = QColor(0x2b3847);
    return c;
}

double channel(double value)
{
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &color)
{
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) + 0.0722 * channel(color.blueF());
}

} // namespace

QColor ThemeColors::tone(Tone which) const
{
    switch (which) {
    case Tone::Ok:
        return ok;
    case Tone::Bad:
        return bad;
    case Tone::Warn:
        return warn;
    case Tone::Unknown:
        return unknown;
    case Tone::Wait:
        return wait;
    case Tone::Neutral:
        break;
    }
    return dim;
}

QColor ThemeColors::toneBack(Tone which) const
{
    switch (which) {
    case Tone::Ok:
        return okBack;
    case Tone::Bad:
        return badBack;
    case Tone::Warn:
        return warnBack;
    case Tone::Unknown:
        return unknownBack;
    case Tone::Wait:
        return waitBack;
    case Tone::Neutral:
        break;
    }
    return hover;
}

const ThemeColors &themeColors(Scheme scheme)
{
    static const ThemeColors lightColors = light();
    static const ThemeColors darkColors = dark();
    return scheme == Scheme::Dark ? darkColors : lightColors;
}

QList<ColorPair> colorPairs(const ThemeColors &c)
{
    struct Named
    {
        const char *name;
        QColor color;
    };
    QList<ColorPair> pairs;
    for (const Named &back : {Named{"window", c.window}, Named{"panel", c.panel}, Named{"selection", c.selection},
                              Named{"hover", c.hover}}) {
        for (const QColor &text : {c.ink, c.dim, c.accent, c.ok, c.bad, c.warn, c.unknown, c.wait})
            pairs.append({back.name, text, back.color});
    }
    for (const Tone tone : {Tone::Ok, Tone::Bad, Tone::Warn, Tone::Unknown, Tone::Wait, Tone::Neutral}) {
        pairs.append({"pill", c.tone(tone), c.toneBack(tone)});
        pairs.append({"note", c.ink, c.toneBack(tone)});
    }
    pairs.append({"first action", c.onAccent, c.accent});
    return pairs;
}

double contrast(const QColor &a, const QColor &b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

} // namespace obstat::console
