#include "console/widgets/timelineview.h"

#include "console/delegates/timelinedelegate.h"
#include "console/models/timelinemodel.h"

#include <QKeyEvent>
#include <QWheelEvent>

namespace obstat::console {

using namespace Qt::StringLiterals;

TimelineView::TimelineView(QWidget *parent) : QListView(parent)
{
    setItemDelegate(new TimelineDelegate(this));
    setProperty("look", u"panel"_s);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionMode(NoSelection);
    setMouseTracking(true);
    setResizeMode(Fixed);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void TimelineView::setTimeline(TimelineModel *model)
{
    m_timeline = model;
    setModel(model);
    connect(model, &QAbstractItemModel::modelReset, this, &TimelineView::fitLater);
    connect(model, &QAbstractItemModel::rowsInserted, this, &TimelineView::fitLater);
    connect(model, &QAbstractItemModel::dataChanged, this, &TimelineView::fitLater);
    connect(this, &QListView::clicked, model, [model](const QModelIndex &index) { model->toggle(index.row()); });
    fit();
}

void TimelineView::resizeEvent(QResizeEvent *event)
{
    QListView::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        fitLater();
}

void TimelineView::keyPressEvent(QKeyEvent *event)
{
    const bool open = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (open && currentIndex().isValid() && !event->isAutoRepeat())
        m_timeline->toggle(currentIndex().row());
    else
        QListView::keyPressEvent(event);
}

void TimelineView::wheelEvent(QWheelEvent *event)
{
    event->ignore(); // the area around it scrolls
}

void TimelineView::fit()
{
    scheduleDelayedItemsLayout();
    int height = 2;
    for (int row = 0; row < m_timeline->rowCount(); ++row)
        height += sizeHintForIndex(m_timeline->index(row)).height();
    setFixedHeight(height);
}

} // namespace obstat::console
