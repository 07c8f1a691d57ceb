#include "console/widgets/rowheights.h"

#include "console/delegates/operationdelegate.h"

#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>

namespace obstat::console {

RowHeights::RowHeights(QTableView *table) : QObject(table), m_table(table)
{
    table->viewport()->installEventFilter(this);
    connect(table->horizontalHeader(), &QHeaderView::sectionResized, this, &RowHeights::fitLater);
    connect(table->verticalScrollBar(), &QScrollBar::valueChanged, this, &RowHeights::fitLater);
}

void RowHeights::watch()
{
    const QAbstractItemModel *model = m_table->model();
    connect(model, &QAbstractItemModel::dataChanged, this, &RowHeights::fitLater);
    connect(model, &QAbstractItemModel::modelReset, this, &RowHeights::fitLater);
    connect(model, &QAbstractItemModel::rowsInserted, this, &RowHeights::fitLater);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &RowHeights::fitLater);
    fitLater();
}

bool RowHeights::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show)
        fitLater();
    return QObject::eventFilter(watched, event);
}

void RowHeights::fit()
{
    const int first = m_table->rowAt(0);
    if (!m_table->model() || first < 0)
        return;
    const bool keep = isCurrentInView();
    if (!setHeights(first))
        return;
    m_table->doItemsLayout(); // the scroll bar's range is of the old heights
    if (keep && !isCurrentInView())
        m_table->scrollTo(m_table->currentIndex());
    Q_EMIT changed();
}

/// From this row to the lower edge. True when one changed.
bool RowHeights::setHeights(int first)
{
    QHeaderView *header = m_table->verticalHeader();
    header->setUpdatesEnabled(false); // each change would otherwise count through all rows
    bool changed = false;
    const int count = m_table->model()->rowCount();
    int below = m_table->viewport()->height();
    for (int row = first; row < count && below > 0; ++row) {
        const int height = heightOf(row);
        changed = changed || height != m_table->rowHeight(row);
        m_table->setRowHeight(row, height);
        below -= height;
    }
    header->setUpdatesEnabled(true);
    return changed;
}

int RowHeights::heightOf(int row) const
{
    int height = OperationDelegate::kRowHeight;
    for (int column = 0; column < m_table->model()->columnCount(); ++column) {
        if (!m_table->isColumnHidden(column))
            height = std::max(height, OperationDelegate::heightFor(m_table->model()->index(row, column),
                                                                   m_table->columnWidth(column)));
    }
    return height;
}

bool RowHeights::isCurrentInView() const
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid())
        return false;
    const int top = m_table->rowViewportPosition(current.row());
    return top >= 0 && top + m_table->rowHeight(current.row()) <= m_table->viewport()->height();
}

} // namespace obstat::console
