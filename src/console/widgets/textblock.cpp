#include "console/widgets/textblock.h"

#include "console/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace obstat::console {

TextBlock::TextBlock(QString text, const QFont &font, int width) : m_text(std::move(text)), m_font(font), m_width(width)
{
}

std::unique_ptr<QTextLayout> TextBlock::layoutOf(const Piece &piece) const
{
    return linetext::lay(m_text.mid(piece.start, piece.length), m_font, m_width);
}

qsizetype TextBlock::layNext()
{
    Piece piece{m_next, std::min(kPiece, m_text.size() - m_next), m_height, 0};
    auto layout = layoutOf(piece);
    if (piece.start + piece.length < m_text.size()) {
        // The last line goes on in what follows: the next piece begins with it.
        const int last = layout->lineCount() - 1;
        if (last > 0)
            piece.length = layout->lineAt(last).textStart();
        else if (m_text.at(piece.start + piece.length - 1).isHighSurrogate())
            --piece.length;
        layout = layoutOf(piece);
    }
    const QTextLine last = layout->lineAt(layout->lineCount() - 1);
    if (last.isValid())
        m_end = QPoint(static_cast<int>(last.naturalTextWidth()), m_height + static_cast<int>(last.y()));
    piece.height = linetext::height(*layout);
    m_height += piece.height;
    m_next += piece.length;
    m_pieces.push_back(piece);
    return piece.length;
}

QRect TextBlock::rectOf(const linetext::Mark &mark) const
{
    for (const Piece &piece : m_pieces) {
        if (mark.start < piece.start || mark.start >= piece.start + piece.length)
            continue;
        linetext::Mark inside = mark;
        inside.start -= piece.start;
        return linetext::rectOf(*layoutOf(piece), inside).translated(0, piece.top);
    }
    return {};
}

void TextBlock::draw(QPainter &painter, const QPoint &at, const QRect &clip, qsizetype changedAt) const
{
    const ThemeColors &colors = Theme::colors();
    const int from = clip.top() - at.y();
    auto first = std::partition_point(m_pieces.begin(), m_pieces.end(),
                                      [from](const Piece &piece) { return piece.top + piece.height <= from; });
    for (; first != m_pieces.end() && first->top <= clip.bottom() - at.y(); ++first) {
        const qsizetype end = first->start + first->length;
        QList<QTextLayout::FormatRange> formats;
        const auto color = [&](qsizetype start, qsizetype length, const QColor &ink, const QColor &back) {
            const qsizetype begin = std::max(start, first->start);
            const qsizetype stop = std::min(start + length, end);
            if (begin < stop)
                formats.append(linetext::format(begin - first->start, stop - begin, ink, back));
        };
        if (changedAt >= 0) {
            color(0, changedAt, colors.bad, {});
            color(changedAt + 3, m_text.size() - changedAt - 3, colors.ok, {});
        }
        for (const linetext::Mark &mark : linetext::marksIn(m_text, first->start, first->length))
            color(mark.start, mark.length, colors.warn, colors.warnBack);
        layoutOf(*first)->draw(&painter, at + QPoint(0, first->top), formats);
    }
}

} // namespace obstat::console
