#include "console/widgets/linetext.h"

#include "console/theme/theme.h"

#include <QPainter>
#include <QRegularExpression>

#include <cmath>

namespace obstat::console::linetext {

using namespace Qt::StringLiterals;

namespace {

QTextLayout::FormatRange range(qsizetype start, qsizetype length, const QColor &color, const QColor &back)
{
    QTextLayout::FormatRange format;
    format.start = static_cast<int>(start);
    format.length = static_cast<int>(length);
    format.format.setForeground(color);
    if (back.isValid())
        format.format.setBackground(back);
    return format;
}

} // namespace

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

void draw(QPainter &painter, const QTextLayout &layout, const QPoint &at, qsizetype changedAt)
{
    static const QRegularExpression escape(u"\\[U\\+[0-9A-F]{4,6}\\]"_s);
    const ThemeColors &colors = Theme::colors();
    QList<QTextLayout::FormatRange> formats;
    const QString text = layout.text();
    if (changedAt >= 0) {
        formats.append(range(0, changedAt, colors.bad, {}));
        formats.append(range(changedAt + 3, text.size() - changedAt - 3, colors.ok, {}));
    }
    if (text.contains(u"[U+"_s)) {
        for (auto it = escape.globalMatch(text); it.hasNext();) {
            const QRegularExpressionMatch match = it.next();
            formats.append(range(match.capturedStart(), match.capturedLength(), colors.warn, colors.warnBack));
        }
    }
    layout.draw(&painter, at, formats);
}

} // namespace obstat::console::linetext
