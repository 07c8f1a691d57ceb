#pragma once

#include <QFont>
#include <QTextLayout>

#include <memory>

class QPainter;

/// Plain text that wraps anywhere and marks the escapes of made-visible characters.
namespace obstat::console::linetext {

/// Laid out from left to right whatever the text says. The escapes `[U+202E]` get the colours of a warning: after
/// base::visibleText() nothing else can look like one.
[[nodiscard]] std::unique_ptr<QTextLayout> lay(const QString &text, const QFont &font, int width,
                                               const QList<QTextLayout::FormatRange> &formats = {});
[[nodiscard]] int height(const QTextLayout &layout);

/// A place in a text that the eye does not see by itself.
struct Mark
{
    enum class Kind { Escape, MixedWord } kind = Kind::Escape;
    qsizetype start = 0;
    qsizetype length = 0;
};
/// The escapes and the words of mixed scripts of an escaped text, in their order.
[[nodiscard]] QList<Mark> marks(const QString &text);
/// Those that reach into one part of it, with positions in the whole text; looks at little more than that part.
[[nodiscard]] QList<Mark> marksIn(const QString &text, qsizetype from, qsizetype length);
/// Where the first line of such a place is in the layout.
[[nodiscard]] QRect rectOf(const QTextLayout &layout, const Mark &mark);

[[nodiscard]] QTextLayout::FormatRange format(qsizetype start, qsizetype length, const QColor &color,
                                              const QColor &back = {});

/// Paints with the painter's pen, marks in the colours of a warning; `changedAt` ≥ 0: what stands before that position
/// is the old value of a change, what stands behind the arrow the new one.
void draw(QPainter &painter, const QTextLayout &layout, const QPoint &at, qsizetype changedAt = -1);

} // namespace obstat::console::linetext
