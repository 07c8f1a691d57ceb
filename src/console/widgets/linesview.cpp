#include "console/widgets/linesview.h"

#include "console/models/wording.h"
#include "console/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr int kGap = 14;      // between label and value
constexpr int kLineSpace = 3; // between lines
constexpr int kMarkSize = 12;

QString cutText(const QString &text)
{
    return text.size() > LinesView::kFoldAbove ? QString(text.left(LinesView::kFoldedLength) + u'…') : text;
}

} // namespace

struct LinesView::Laid
{
    QRect rect;
    std::unique_ptr<QTextLayout> label;
    std::unique_ptr<QTextLayout> value;
    std::unique_ptr<QTextLayout> tag;
    int tagY = 0;
    int valueX = 0;
    QRect opener;             ///< the words that open a folded value; empty when it is open
    qsizetype changedAt = -1; ///< of a change: how long the old value is
};

LinesView::LinesView(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

LinesView::~LinesView() = default;

void LinesView::setLines(const QList<DisplayLine> &lines)
{
    m_lines = lines;
    m_opened.assign(static_cast<size_t>(lines.size()), false);
    m_current = -1;
    m_currentMark = -1;
    setAccessibleDescription(text());
    arrange();
    updateGeometry();
}

QString LinesView::text() const
{
    QString all;
    for (const DisplayLine &line : m_lines) {
        if (!line.label.isEmpty())
            all += line.label + u": "_s;
        if (line.isChange)
            all += line.before + u" → "_s;
        all += line.value;
        if (!line.tag.isEmpty())
            all += u" ("_s + line.tag + u')';
        all += u'\n';
    }
    return all;
}

QRect LinesView::lineRect(int line) const
{
    return m_laid.at(static_cast<size_t>(line)).rect;
}

bool LinesView::isFolded(int line) const
{
    const auto index = static_cast<size_t>(line);
    return !m_opened.at(index) &&
           (m_lines.at(line).value.size() > kFoldAbove || m_lines.at(line).before.size() > kFoldAbove);
}

bool LinesView::hasFolded() const
{
    for (int line = 0; line < count(); ++line) {
        if (isFolded(line))
            return true;
    }
    return false;
}

void LinesView::unfold(int line)
{
    if (!isFolded(line))
        return;
    m_opened.at(static_cast<size_t>(line)) = true;
    arrange();
    updateGeometry();
}

void LinesView::unfoldAll()
{
    m_opened.assign(m_opened.size(), true);
    arrange();
    updateGeometry();
}

int LinesView::labelWidth(int width) const
{
    const QFontMetrics metrics(Theme::textFont());
    int widest = 0;
    for (const DisplayLine &line : m_lines)
        widest = std::max(widest, metrics.horizontalAdvance(line.label.left(60)));
    return std::clamp(widest + 2, std::min(110, width / 3), std::max(110, width * 2 / 5));
}

QString LinesView::shownValue(const DisplayLine &line, bool folded) const
{
    const QString value = folded ? cutText(line.value) : line.value;
    return line.isChange ? QString((folded ? cutText(line.before) : line.before) + u" → "_s + value) : value;
}

void LinesView::layLine(const DisplayLine &line, bool folded, int labelSpace, int width, Laid &laid) const
{
    const bool wide = line.label.isEmpty();
    laid.valueX = wide ? 0 : labelSpace + kGap;
    const int markSpace = line.mark == DisplayLine::Mark::None ? 0 : kMarkSize + 6;
    if (!wide)
        laid.label = linetext::lay(line.label, Theme::textFont(), labelSpace);
    laid.value = linetext::lay(shownValue(line, folded), line.mono ? Theme::monoFont() : Theme::textFont(),
                               std::max(40, width - laid.valueX - markSpace));
    if (line.isChange)
        laid.changedAt = folded ? cutText(line.before).size() : line.before.size();
    int height = linetext::height(*laid.value);
    if (laid.label)
        height = std::max(height, linetext::height(*laid.label));
    if (folded) {
        const int row = QFontMetrics(Theme::textFont()).height() + 4;
        laid.opener = QRect(laid.valueX, laid.rect.top() + height, width - laid.valueX, row);
        height += row;
    }
    if (!line.tag.isEmpty()) {
        laid.tag = linetext::lay(line.tag, Theme::smallFont(), std::max(40, width - laid.valueX));
        laid.tagY = height;
        height += linetext::height(*laid.tag) + 1;
    }
    laid.rect.setRect(0, laid.rect.top(), width, height + kLineSpace);
}

int LinesView::layOut(int width, std::vector<Laid> *into) const
{
    const int labelSpace = labelWidth(width);
    int y = 0;
    for (int line = 0; line < count(); ++line) {
        Laid laid;
        laid.rect.moveTop(y);
        layLine(m_lines.at(line), isFolded(line), labelSpace, width, laid);
        y += laid.rect.height();
        if (into)
            into->push_back(std::move(laid));
    }
    return y;
}

void LinesView::arrange()
{
    m_laid.clear();
    m_laidWidth = width();
    (void)layOut(std::max(120, width()), &m_laid);
    update();
    Q_EMIT arranged();
}

int LinesView::heightForWidth(int width) const
{
    if (width == m_laidWidth && !m_laid.empty())
        return m_laid.back().rect.bottom() + 1;
    return layOut(std::max(120, width), nullptr);
}

QSize LinesView::sizeHint() const
{
    return {360, heightForWidth(std::max(360, width()))};
}

QSize LinesView::minimumSizeHint() const
{
    return {200, m_lines.isEmpty() ? 0 : QFontMetrics(Theme::textFont()).height()};
}

void LinesView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (width() != m_laidWidth)
        arrange();
}

void LinesView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        arrange();
}

void LinesView::paintEvent(QPaintEvent *event)
{
    QPainter painter(this);
    for (int line = 0; line < count(); ++line) {
        if (m_laid.at(static_cast<size_t>(line)).rect.intersects(event->rect()))
            paintLine(painter, line);
    }
    if (m_currentMark >= 0) {
        painter.setPen(QPen(Theme::colors().warn, 2));
        painter.drawRect(markRects().value(m_currentMark).adjusted(-1, 0, 1, 0));
    }
}

void LinesView::paintLine(QPainter &painter, int line) const
{
    const ThemeColors &colors = Theme::colors();
    const DisplayLine &shown = m_lines.at(line);
    const Laid &laid = m_laid.at(static_cast<size_t>(line));
    if (hasFocus() && line == m_current)
        painter.fillRect(laid.rect.adjusted(0, 0, 0, -1), colors.selection);
    if (laid.label) {
        painter.setPen(colors.dim);
        linetext::draw(painter, *laid.label, laid.rect.topLeft());
    }
    painter.setPen(shown.tone == Tone::Neutral ? colors.ink : colors.tone(shown.tone));
    linetext::draw(painter, *laid.value, laid.rect.topLeft() + QPoint(laid.valueX, 0), laid.changedAt);
    if (shown.mark != DisplayLine::Mark::None) {
        const bool holds = shown.mark == DisplayLine::Mark::Holds;
        const QColor color = holds ? colors.ok : shown.mark == DisplayLine::Mark::Fails ? colors.bad : colors.warn;
        const QString icon = holds ? u"check"_s : shown.mark == DisplayLine::Mark::Fails ? u"cross"_s : u"question"_s;
        const QTextLine last = laid.value->lineAt(laid.value->lineCount() - 1);
        const QPoint corner = laid.rect.topLeft() + QPoint(laid.valueX + static_cast<int>(last.naturalTextWidth()) + 6,
                                                           static_cast<int>(last.y()) + 2);
        painter.drawPixmap(corner, Theme::pixmap(icon, color, kMarkSize, devicePixelRatioF()));
    }
    if (laid.tag) {
        const QPoint at = laid.rect.topLeft() + QPoint(laid.valueX, laid.tagY);
        const qreal wide = std::min(laid.tag->maximumWidth(), laid.tag->boundingRect().width());
        const QSize size(static_cast<int>(wide), linetext::height(*laid.tag));
        painter.fillRect(QRect(at, size).adjusted(-3, 0, 3, 0), colors.warnBack);
        painter.setPen(colors.warn);
        laid.tag->draw(&painter, at);
    }
    if (!laid.opener.isEmpty()) {
        painter.setPen(colors.accent);
        painter.setFont(Theme::textFont());
        const qsizetype hidden = std::max(shown.value.size(), shown.before.size()) - kFoldedLength;
        painter.drawText(laid.opener, Qt::AlignVCenter | Qt::TextDontClip,
                         tr("%1 more characters are hidden · open").arg(Wording::number(hidden)));
    }
}

QList<QRect> LinesView::markRects() const
{
    QList<QRect> rects;
    const auto add = [&rects](const QTextLayout &layout, const QPoint &at) {
        for (const linetext::Mark &mark : linetext::marks(layout.text()))
            rects.append(linetext::rectOf(layout, mark).translated(at));
    };
    for (const Laid &laid : m_laid) {
        if (laid.label)
            add(*laid.label, laid.rect.topLeft());
        add(*laid.value, laid.rect.topLeft() + QPoint(laid.valueX, 0));
    }
    return rects;
}

QList<linetext::Mark::Kind> LinesView::marks() const
{
    QList<linetext::Mark::Kind> kinds;
    for (const DisplayLine &line : m_lines) {
        for (const QString &text : {line.label, shownValue(line, false)}) {
            for (const linetext::Mark &mark : linetext::marks(text))
                kinds.append(mark.kind);
        }
    }
    return kinds;
}

void LinesView::setCurrentMark(int mark)
{
    m_currentMark = mark;
    update();
}

int LinesView::lineAt(const QPoint &position) const
{
    for (int line = 0; line < count(); ++line) {
        if (m_laid.at(static_cast<size_t>(line)).rect.contains(position))
            return line;
    }
    return -1;
}

void LinesView::mouseReleaseEvent(QMouseEvent *event)
{
    const int line = lineAt(event->pos());
    if (event->button() != Qt::LeftButton || line < 0)
        return;
    m_current = line;
    if (m_laid.at(static_cast<size_t>(line)).opener.contains(event->pos()))
        unfold(line);
    update();
}

void LinesView::mouseMoveEvent(QMouseEvent *event)
{
    const int line = lineAt(event->pos());
    const bool link = line >= 0 && m_laid.at(static_cast<size_t>(line)).opener.contains(event->pos());
    setCursor(link ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void LinesView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy) && m_current >= 0) {
        copy(m_current);
    } else if (event->key() == Qt::Key_Down && m_current + 1 < count()) {
        ++m_current;
    } else if (event->key() == Qt::Key_Up && m_current > 0) {
        --m_current;
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && m_current >= 0) {
        unfold(m_current);
    } else {
        QWidget::keyPressEvent(event);
        return;
    }
    update();
}

void LinesView::contextMenuEvent(QContextMenuEvent *event)
{
    const int line = event->reason() == QContextMenuEvent::Keyboard ? m_current : lineAt(event->pos());
    if (line < 0)
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy value"), this, [this, line] { copy(line); });
    if (isFolded(line))
        menu->addAction(tr("Open"), this, [this, line] { unfold(line); });
    menu->popup(event->globalPos());
}

void LinesView::copy(int line) const
{
    QApplication::clipboard()->setText(m_lines.at(line).value);
}

} // namespace obstat::console
