#include "console/widgets/linelayer.h"

#include "console/theme/theme.h"

#include <algorithm>
#include <utility>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr int kGap = 14;             // between label and value
constexpr int kLineSpace = 3;        // between lines
constexpr int kMarkSpace = 18;       // for the sign behind a value
constexpr qsizetype kMeasured = 200; // labels that say how wide their column is

QString cutText(const QString &text)
{
    return text.size() > LinesView::kFoldAbove ? QString(text.left(LinesView::kFoldedLength) + u'…') : text;
}

qsizetype hidden(const QString &text)
{
    return text.size() > LinesView::kFoldAbove ? text.size() - LinesView::kFoldedLength : 0;
}

int labelWidth(const QList<DisplayLine> &lines, int width)
{
    const QFontMetrics metrics(Theme::textFont());
    int widest = 0;
    for (const DisplayLine &line : lines.first(std::min(kMeasured, lines.size())))
        widest = std::max(widest, metrics.horizontalAdvance(line.label.left(60)));
    return std::clamp(widest + 2, std::min(110, width / 3), std::max(110, width * 2 / 5));
}

} // namespace

LinesView::Layer::Layer(const QList<DisplayLine> &lines, const std::vector<bool> &opened, int width)
    : m_lines(lines), m_opened(opened), m_width(width), m_labelSpace(labelWidth(lines, width))
{
}

QString LinesView::Layer::shownValue(const DisplayLine &line, bool folded)
{
    const QString value = folded ? cutText(line.value) : line.value;
    return line.isChange ? QString((folded ? cutText(line.before) : line.before) + u" → "_s + value) : value;
}

qsizetype LinesView::Layer::hiddenIn(const DisplayLine &line)
{
    return hidden(line.label) + hidden(line.before) + hidden(line.value);
}

void LinesView::Layer::begin(const DisplayLine &line, bool folded, int top)
{
    m_laid = std::make_unique<Laid>();
    m_laid->rect.moveTop(top);
    const bool wide = line.label.isEmpty();
    m_laid->valueX = wide ? 0 : m_labelSpace + kGap;
    if (!wide)
        m_laid->label = TextBlock(folded ? cutText(line.label) : line.label, Theme::textFont(), m_labelSpace);
    const int markSpace = line.mark == DisplayLine::Mark::None ? 0 : kMarkSpace;
    m_laid->value = TextBlock(shownValue(line, folded), line.mono ? Theme::monoFont() : Theme::textFont(),
                              std::max(40, m_width - m_laid->valueX - markSpace));
    if (line.isChange)
        m_laid->changedAt = folded ? cutText(line.before).size() : line.before.size();
    m_whole = shownValue(line, false);
    m_labelScanned = 0;
    m_valueScanned = 0;
    m_ready = false;
}

/// Marks that begin in the next piece of a text.
qsizetype LinesView::Layer::scan(const QString &text, qsizetype &from, QList<linetext::Mark> &into)
{
    const qsizetype length = std::min(TextBlock::kPiece, text.size() - from);
    for (const linetext::Mark &mark : linetext::marksIn(text, from, length)) {
        if (mark.start >= from)
            into.append(mark);
    }
    from += length;
    return length;
}

void LinesView::Layer::finish(const DisplayLine &line, bool folded)
{
    Laid &laid = *m_laid;
    int height = std::max(laid.value.height(), laid.label.height());
    if (folded) {
        const int row = QFontMetrics(Theme::textFont()).height() + 4;
        laid.opener = QRect(laid.valueX, laid.rect.top() + height, m_width - laid.valueX, row);
        height += row;
    }
    if (!line.tag.isEmpty()) {
        laid.tag = linetext::lay(line.tag, Theme::smallFont(), std::max(40, m_width - laid.valueX));
        laid.tagY = height;
        height += linetext::height(*laid.tag) + 1;
    }
    laid.rect.setRect(0, laid.rect.top(), m_width, height + kLineSpace);
    m_ready = true;
}

qsizetype LinesView::Layer::step(int line, int top)
{
    const DisplayLine &shown = m_lines.at(line);
    const bool folded = !m_opened.at(static_cast<size_t>(line)) && hiddenIn(shown) > 0;
    if (!m_laid)
        begin(shown, folded, top);
    if (!shown.label.isEmpty() && !m_laid->label.isDone())
        return m_laid->label.layNext();
    if (!m_laid->value.isDone())
        return m_laid->value.layNext();
    if (m_labelScanned < shown.label.size())
        return scan(shown.label, m_labelScanned, m_laid->labelMarks);
    if (m_valueScanned < m_whole.size())
        return scan(m_whole, m_valueScanned, m_laid->valueMarks);
    finish(shown, folded);
    return 0;
}

std::optional<LinesView::Laid> LinesView::Layer::take()
{
    if (!std::exchange(m_ready, false))
        return std::nullopt;
    const std::unique_ptr<Laid> laid = std::move(m_laid);
    m_laid.reset();
    return std::move(*laid);
}

} // namespace obstat::console
