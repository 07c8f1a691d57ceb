#include "console/delegates/celltext.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kMostShaped = 8000; // more does not stand in the lines of any screen

QString trimmedEnd(QString line)
{
    while (line.endsWith(u' '))
        line.chop(1);
    return line;
}

} // namespace

CellText::CellText(const QString &text, const QFont &font, int width, int mostLines)
{
    if (text.size() <= kMostShaped && QFontMetricsF(font).horizontalAdvance(text) <= width) {
        m_lines.append(text);
        return;
    }
    QTextLayout layout(text.left(kMostShaped), font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setTextDirection(Qt::LeftToRight); // a record of Hebrew letters must not move the line's end
    layout.setTextOption(option);
    layout.beginLayout();
    qsizetype end = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1, width));
        if (m_lines.size() == std::max(1, mostLines))
            break;
        m_lines.append(text.mid(line.textStart(), line.textLength()));
        end = line.textStart() + line.textLength();
    }
    layout.endLayout();
    if (end < text.size()) {
        const qsizetype last = m_lines.takeLast().size();
        fold(text.mid(end - last), last, font, width);
    }
    std::transform(m_lines.begin(), m_lines.end(), m_lines.begin(), trimmedEnd);
}

/// As much of the rest, at most so many characters, as stands in one line before the number of what does not.
void CellText::fold(const QString &rest, qsizetype most, const QFont &font, int width)
{
    const QFontMetricsF metrics(font);
    const auto folded = [&rest](qsizetype kept) -> QString {
        return rest.first(kept) + u"…+%1"_s.arg(rest.size() - kept);
    };
    qsizetype kept = std::min(rest.size() - 1, most);
    while (kept > 0 && (rest.at(kept).isLowSurrogate() || metrics.horizontalAdvance(folded(kept)) > width))
        --kept;
    m_lines.append(folded(kept));
    m_hidden = static_cast<int>(rest.size() - kept);
}

int CellText::lineHeight(const QFont &font)
{
    return QFontMetrics(font).height();
}

void CellText::paint(QPainter &painter, const QRect &first, Qt::Alignment alignment) const
{
    QRect room = first;
    for (const QString &line : m_lines) {
        painter.drawText(room, static_cast<int>(alignment) | Qt::TextSingleLine, line);
        room.translate(0, lineHeight(painter.font()));
    }
}

} // namespace obstat::console
