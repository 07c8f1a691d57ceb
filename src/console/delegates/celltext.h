#pragma once

#include <QFont>
#include <QStringList>

class QPainter;
class QRect;

namespace obstat::console {

/// What a cell of a table says, in a width: one line where it fits, else broken at words, else anywhere. What needs
/// more than the given lines is folded, and the last line ends with how many characters are not shown, so that nothing
/// is ever cut without a word (approval-integrity C5).
class CellText
{
public:
    static constexpr int kMostLines = 6;

    /// `text` is escaped already; `width` in pixels.
    CellText(const QString &text, const QFont &font, int width, int mostLines = kMostLines);

    [[nodiscard]] const QStringList &lines() const { return m_lines; }
    /// Characters that are not shown; 0 when all are.
    [[nodiscard]] int hidden() const { return m_hidden; }
    /// Distance from line to line, in pixels.
    [[nodiscard]] static int lineHeight(const QFont &font);

    /// With the painter's pen and font; `first` is the room of the first line, the others stand under it.
    void paint(QPainter &painter, const QRect &first, Qt::Alignment alignment) const;

private:
    void fold(const QString &rest, qsizetype most, const QFont &font, int width);

    QStringList m_lines;
    int m_hidden = 0;
};

} // namespace obstat::console
