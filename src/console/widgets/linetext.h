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
/// Paints with the painter's pen; `changedAt` ≥ 0: what stands before that position is the old value of a change, what
/// stands behind the arrow the new one.
void draw(QPainter &painter, const QTextLayout &layout, const QPoint &at, qsizetype changedAt = -1);

} // namespace obstat::console::linetext
