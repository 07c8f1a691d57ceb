#include "console/widgets/seentracker.h"

#include "console/widgets/linesview.h"

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

namespace obstat::console {

SeenTracker::SeenTracker(QScrollArea &area, QObject *parent) : QObject(parent), m_area(area)
{
    m_area.viewport()->installEventFilter(this);
    connect(m_area.verticalScrollBar(), &QScrollBar::valueChanged, this, &SeenTracker::lookLater);
}

void SeenTracker::watch(LinesView &view)
{
    m_watched.append({&view, {}, {}, {}});
    view.installEventFilter(this);
    connect(&view, &LinesView::arranged, this, &SeenTracker::lookLater);
    lookLater();
}

void SeenTracker::restart()
{
    for (Watched &watched : m_watched)
        watched = {watched.view, {}, {}, {}};
    lookLater();
}

int SeenTracker::seen() const
{
    int count = 0;
    for (const Watched &watched : m_watched)
        count += static_cast<int>(watched.done.count(true));
    return count;
}

int SeenTracker::total() const
{
    int count = 0;
    for (const Watched &watched : m_watched)
        count += watched.view ? watched.view->count() : 0;
    return count;
}

int SeenTracker::seenOf(const LinesView &view) const
{
    for (const Watched &watched : m_watched) {
        if (watched.view == &view)
            return static_cast<int>(watched.done.count(true));
    }
    return 0;
}

bool SeenTracker::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::Paint:
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::Show:
        lookLater();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

void SeenTracker::look()
{
    const QWidget *window = m_area.window();
    if (!m_area.isVisible() || window->isMinimized())
        return;
    bool changed = false;
    for (Watched &watched : m_watched)
        changed = lookAt(watched) || changed;
    if (changed)
        Q_EMIT progressed();
}

bool SeenTracker::lookAt(Watched &watched)
{
    LinesView *view = watched.view;
    if (!view || !view->isVisible())
        return false;
    const int count = view->count();
    const bool other = watched.done.size() != count;
    if (other) {
        watched.done = QList<bool>(count, false);
        watched.parts = QList<QList<Part>>(count);
        watched.heights = QList<int>(count, 0);
    }
    // Lines that were set a moment ago reach below a view that is not laid out yet: they are not painted.
    const QRect visible =
        QRect(view->mapFrom(m_area.viewport(), QPoint()), m_area.viewport()->size()).intersected(view->rect());
    bool changed = other;
    const auto [first, last] = view->linesIn(visible.top(), visible.bottom());
    for (int line = first; line < last; ++line) {
        if (watched.done.at(line) || view->isFolded(line))
            continue;
        const QRect rect = view->lineRect(line);
        if (watched.heights.at(line) != rect.height()) { // laid out anew: parts of before mean nothing
            watched.heights[line] = rect.height();
            watched.parts[line].clear();
        }
        const QRect shown = rect.intersected(visible);
        if (shown.isEmpty())
            continue;
        const Part part(shown.top() - rect.top(), shown.bottom() + 1 - rect.top());
        if (covers(watched.parts[line], part, rect.height())) {
            watched.done[line] = true;
            changed = true;
        }
    }
    return changed;
}

/// Adds a part to those seen; true when together they are the whole height.
bool SeenTracker::covers(QList<Part> &parts, Part part, int height)
{
    parts.append(part);
    std::sort(parts.begin(), parts.end());
    QList<Part> joined;
    for (const Part &next : std::as_const(parts)) {
        if (!joined.isEmpty() && next.first <= joined.last().second)
            joined.last().second = std::max(joined.last().second, next.second);
        else
            joined.append(next);
    }
    parts = joined;
    return parts.size() == 1 && parts.first().first <= 0 && parts.first().second >= height;
}

} // namespace obstat::console
