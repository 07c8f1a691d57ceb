#include "console/widgets/linetext.h"

#include "base/mixedscript.h"
#include "console/theme/theme.h"

#include <QPainter>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace obstat::console::linetext {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kContext = 64; // an escape is shorter, and so are words that people read

} // namespace

QTextLayout::FormatRange format(qsizetype start, qsizetype length, const QColor &color, const QColor &back)
{
    QTextLayout::FormatRange made;
    made.start = static_cast<int>(start);
    made.length = static_cast<int>(length);
    made.format.setForeground(color);
    if (back.isValid())
        made.format.setBackground(back);
    return made;
}

std::unique_ptr<QTextLayout> lay(const QString &text, const QFont &font, int width,
                                 const QList<QTextLayout::FormatRange> &formats)
{
    auto layout = std::make_unique<QTextLayout>(text, font);
    QTextOption option(Qt::AlignLeft);
    option.setTextDirection(Qt::LeftToRight);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout->setTextOption(option);
    layout->setFormats(formats);
    layout->setCacheEnabled(true);
    layout->beginLayout();
    qreal y = 0;
    for (QTextLine line = layout->createLine(); line.isValid(); line = layout->createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, y});
        y += std::ceil(line.height()) + 1;
    }
    layout->endLayout();
    return layout;
}

int height(const QTextLayout &layout)
{
    if (layout.lineCount() == 0)
        return QFontMetrics(layout.font()).height();
    const QTextLine last = layout.lineAt(layout.lineCount() - 1);
    return static_cast<int>(std::ceil(last.y() + last.height())) + 1;
}

QList<Mark> marks(const QString &text)
{
    static const QRegularExpression escape(u"\\[U\\+[0-9A-F]{4,6}\\]"_s);
    QList<Mark> found;
    if (text.contains(u"[U+"_s)) {
        for (auto it = escape.globalMatch(text); it.hasNext();) {
            const QRegularExpressionMatch match = it.next();
            found.append({Mark::Kind::Escape, match.capturedStart(), match.capturedLength()});
        }
    }
    for (const base::MixedWord &word : base::mixedWords(text))
        found.append({Mark::Kind::MixedWord, word.position, word.length});
    std::sort(found.begin(), found.end(), [](const Mark &a, const Mark &b) { return a.start < b.start; });
    return found;
}

QList<Mark> marksIn(const QString &text, qsizetype from, qsizetype length)
{
    const qsizetype begin = std::max<qsizetype>(0, from - kContext);
    QList<Mark> found = marks(text.mid(begin, from - begin + length + kContext));
    for (Mark &mark : found)
        mark.start += begin;
    found.removeIf([&](const Mark &mark) { return mark.start + mark.length <= from || mark.start >= from + length; });
    return found;
}

QRect rectOf(const QTextLayout &layout, const Mark &mark)
{
    const QTextLine line = layout.lineForTextPosition(static_cast<int>(mark.start));
    if (!line.isValid())
        return {};
    const qsizetype end = std::min<qsizetype>(mark.start + mark.length, line.textStart() + line.textLength());
    const qreal left = line.cursorToX(static_cast<int>(mark.start));
    const qreal right = line.cursorToX(static_cast<int>(end));
    return QRectF(std::min(left, right), line.y(), std::abs(right - left), line.height()).toAlignedRect();
}

void draw(QPainter &painter, const QTextLayout &layout, const QPoint &at, qsizetype changedAt)
{
    const ThemeColors &colors = Theme::colors();
    QList<QTextLayout::FormatRange> formats;
    const QString text = layout.text();
    if (changedAt >= 0) {
        formats.append(format(0, changedAt, colors.bad, {}));
        formats.append(format(changedAt + 3, text.size() - changedAt - 3, colors.ok, {}));
    }
    for (const Mark &mark : marks(text))
        formats.append(format(mark.start, mark.length, colors.warn, colors.warnBack));
    layout.draw(&painter, at, formats);
}

} // namespace obstat::console::linetext
