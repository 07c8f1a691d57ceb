#include "console/widgets/linesview.h"

#include "console/models/wording.h"
#include "console/theme/theme.h"
#include "console/widgets/linelayer.h"

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

constexpr int kMarkSize = 12;
constexpr qint64 kHighest = QWIDGETSIZE_MAX;

} // namespace

LinesView::LinesView(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_more.setSingleShot(true);
    m_more.setInterval(0); // after whatever waits, such as the person's keys
    connect(&m_more, &QTimer::timeout, this, &LinesView::laySlice);
}

LinesView::~LinesView() = default;

void LinesView::setLines(const QList<DisplayLine> &lines)
{
    m_layer.reset(); // it looks at the old ones
    m_lines = lines;
    m_opened.assign(static_cast<size_t>(lines.size()), false);
    m_folded = 0;
    m_length = 0;
    for (const DisplayLine &line : m_lines) {
        m_folded += Layer::hiddenIn(line) > 0 ? 1 : 0;
        m_length += line.label.size() + line.before.size() + line.value.size();
    }
    m_current = -1;
    m_currentMark = -1;
    m_laid.clear();
    m_expected = 0;
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

int LinesView::laidOut() const
{
    return static_cast<int>(m_laid.size());
}

QRect LinesView::lineRect(int line) const
{
    return line < laidOut() ? m_laid.at(static_cast<size_t>(line)).rect : QRect();
}

std::pair<int, int> LinesView::linesIn(int top, int bottom) const
{
    const auto first = std::partition_point(m_laid.begin(), m_laid.end(),
                                            [top](const Laid &laid) { return laid.rect.bottom() < top; });
    const auto last =
        std::partition_point(first, m_laid.end(), [bottom](const Laid &laid) { return laid.rect.top() <= bottom; });
    return {static_cast<int>(first - m_laid.begin()), static_cast<int>(last - m_laid.begin())};
}

bool LinesView::isFolded(int line) const
{
    return !m_opened.at(static_cast<size_t>(line)) && Layer::hiddenIn(m_lines.at(line)) > 0;
}

void LinesView::unfold(int line)
{
    if (!isFolded(line))
        return;
    m_opened.at(static_cast<size_t>(line)) = true;
    --m_folded;
    arrange(line);
    updateGeometry();
}

void LinesView::unfoldAll()
{
    m_opened.assign(m_opened.size(), true);
    m_folded = 0;
    arrange();
    updateGeometry();
}

/// Less than one slice: it is laid out at once, and measured for any width.
bool LinesView::isShort() const
{
    return m_length <= kSlice && count() <= kSliceLines;
}

int LinesView::laidHeight() const
{
    return m_laid.empty() ? 0 : m_laid.back().rect.bottom() + 1;
}

/// Lays out anew what stands from this line on.
void LinesView::arrange(int from)
{
    m_expected = std::max(m_expected, laidHeight()); // the list does not shrink and jump meanwhile
    m_laid.resize(static_cast<size_t>(std::min(from, laidOut())));
    m_escapes = m_mixedWords = 0;
    for (const Laid &laid : m_laid)
        countMarks(laid);
    m_laidWidth = width();
    m_layer = std::make_unique<Layer>(m_lines, m_opened, std::max(120, width()));
    laySlice();
}

void LinesView::countMarks(const Laid &laid)
{
    for (const QList<linetext::Mark> *marks : {&laid.labelMarks, &laid.valueMarks}) {
        for (const linetext::Mark &mark : *marks)
            ++(mark.kind == linetext::Mark::Kind::Escape ? m_escapes : m_mixedWords);
    }
}

void LinesView::laySlice()
{
    qsizetype looked = 0;
    const int last = laidOut() + kSliceLines;
    while (m_layer && laidOut() < count() && laidOut() < last && looked < kSlice) {
        looked += m_layer->step(laidOut(), laidHeight());
        if (auto laid = m_layer->take()) {
            countMarks(*laid);
            m_laid.push_back(std::move(*laid));
        }
    }
    if (laidOut() < count()) {
        m_more.start();
    } else {
        m_more.stop();
        m_layer.reset();
        m_expected = 0;
    }
    updateGeometry();
    update();
    Q_EMIT arranged();
}

int LinesView::heightForWidth(int width) const
{
    const int height = std::max(m_expected, laidHeight());
    if (width == m_laidWidth || m_laidWidth <= 0)
        return height;
    if (!isShort())
        return static_cast<int>(std::min<qint64>(qint64(height) * m_laidWidth / std::max(120, width), kHighest));
    Layer layer(m_lines, m_opened, std::max(120, width));
    int top = 0;
    for (int line = 0; line < count(); ++line) {
        std::optional<Laid> laid;
        while (!(laid = layer.take()))
            layer.step(line, top);
        top = laid->rect.bottom() + 1;
    }
    return top;
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
    const auto [first, last] = linesIn(event->rect().top(), event->rect().bottom());
    for (int line = first; line < last; ++line)
        paintLine(painter, line, event->rect());
    if (m_currentMark >= 0) {
        painter.setPen(QPen(Theme::colors().warn, 2));
        painter.drawRect(markRect(m_currentMark).adjusted(-1, 0, 1, 0));
    }
}

void LinesView::paintLine(QPainter &painter, int line, const QRect &clip) const
{
    const ThemeColors &colors = Theme::colors();
    const DisplayLine &shown = m_lines.at(line);
    const Laid &laid = m_laid.at(static_cast<size_t>(line));
    painter.setClipRect(laid.rect); // stacked accents of one value must not paint over another
    if (hasFocus() && line == m_current)
        painter.fillRect(laid.rect.adjusted(0, 0, 0, -1), colors.selection);
    painter.setPen(colors.dim);
    laid.label.draw(painter, laid.rect.topLeft(), clip);
    painter.setPen(shown.tone == Tone::Neutral ? colors.ink : colors.tone(shown.tone));
    laid.value.draw(painter, laid.rect.topLeft() + QPoint(laid.valueX, 0), clip, laid.changedAt);
    if (shown.mark != DisplayLine::Mark::None) {
        const bool holds = shown.mark == DisplayLine::Mark::Holds;
        const QColor color = holds ? colors.ok : shown.mark == DisplayLine::Mark::Fails ? colors.bad : colors.warn;
        const QString icon = holds ? u"check"_s : shown.mark == DisplayLine::Mark::Fails ? u"cross"_s : u"question"_s;
        const QPoint corner = laid.rect.topLeft() + QPoint(laid.valueX + 6, 2) + laid.value.end();
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
        painter.drawText(laid.opener, Qt::AlignVCenter | Qt::TextDontClip,
                         tr("%1 more characters are hidden · open").arg(Wording::number(Layer::hiddenIn(shown))));
    }
    painter.setClipping(false);
}

int LinesView::markCount(linetext::Mark::Kind kind) const
{
    return kind == linetext::Mark::Kind::Escape ? m_escapes : m_mixedWords;
}

/// The line of a mark and its number there; -1 when there is no such mark.
std::pair<int, int> LinesView::placeOf(int mark) const
{
    int before = 0;
    for (int line = 0; line < laidOut(); ++line) {
        const Laid &laid = m_laid.at(static_cast<size_t>(line));
        const auto own = static_cast<int>(laid.labelMarks.size() + laid.valueMarks.size());
        if (mark >= 0 && mark < before + own)
            return {line, mark - before};
        before += own;
    }
    return {-1, -1};
}

QRect LinesView::markRect(int mark) const
{
    const auto [line, number] = placeOf(mark);
    if (line < 0 || isFolded(line))
        return {};
    const Laid &laid = m_laid.at(static_cast<size_t>(line));
    const auto labels = static_cast<int>(laid.labelMarks.size());
    return number < labels ? laid.label.rectOf(laid.labelMarks.at(number)).translated(laid.rect.topLeft())
                           : laid.value.rectOf(laid.valueMarks.at(number - labels))
                                 .translated(laid.rect.topLeft() + QPoint(laid.valueX, 0));
}

void LinesView::openMark(int mark)
{
    if (const int line = placeOf(mark).first; line >= 0)
        unfold(line);
}

void LinesView::setCurrentMark(int mark)
{
    m_currentMark = mark;
    update();
}

int LinesView::lineAt(const QPoint &position) const
{
    const auto [first, last] = linesIn(position.y(), position.y());
    return first < last && lineRect(first).contains(position) ? first : -1;
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
