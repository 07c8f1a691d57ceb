#pragma once

#include "console/widgets/linetext.h"

#include <QFont>
#include <QRect>
#include <QString>

#include <vector>

class QPainter;

namespace obstat::console {

/// Wrapped plain text of any length, laid out piece by piece: no call costs more than one piece of it, neither laying
/// out nor painting, however long the text is. It looks as if it had been laid out in one go.
class TextBlock
{
public:
    static constexpr qsizetype kPiece = 4096; ///< UTF-16 units

    TextBlock() = default;
    /// Nothing is laid out yet.
    TextBlock(QString text, const QFont &font, int width);

    /// Lays out the next piece; how many units of the text that took. Not to be called when isDone().
    qsizetype layNext();
    [[nodiscard]] bool isDone() const { return m_next >= m_text.size() && !m_pieces.empty(); }
    /// Of what is laid out, in pixels.
    [[nodiscard]] int height() const { return m_height; }
    [[nodiscard]] const QString &text() const { return m_text; }
    /// Behind the last letter, for a sign that stands there.
    [[nodiscard]] QPoint end() const { return m_end; }
    /// Where the first line of a mark of linetext::marks(text()) is; empty when that is not laid out.
    [[nodiscard]] QRect rectOf(const linetext::Mark &mark) const;
    /// Paints what `clip` touches, with the painter's pen; `changedAt` as linetext::draw().
    void draw(QPainter &painter, const QPoint &at, const QRect &clip, qsizetype changedAt = -1) const;

private:
    struct Piece
    {
        qsizetype start = 0;
        qsizetype length = 0;
        int top = 0;
        int height = 0;
    };
    [[nodiscard]] std::unique_ptr<QTextLayout> layoutOf(const Piece &piece) const;

    QString m_text;
    QFont m_font;
    int m_width = 0;
    std::vector<Piece> m_pieces;
    qsizetype m_next = 0;
    int m_height = 0;
    QPoint m_end;
};

} // namespace obstat::console
