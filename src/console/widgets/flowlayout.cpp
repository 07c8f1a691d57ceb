#include "console/widgets/flowlayout.h"

#include <QWidget>

#include <algorithm>

namespace obstat::console {

FlowLayout::FlowLayout(int margin, int verticalMargin, int spacing)
{
    setContentsMargins(margin, verticalMargin, margin, verticalMargin);
    setSpacing(spacing);
}

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

void FlowLayout::addItem(QLayoutItem *item)
{
    m_items.append(item);
}

int FlowLayout::count() const
{
    return static_cast<int>(m_items.size());
}

QLayoutItem *FlowLayout::itemAt(int index) const
{
    return m_items.value(index);
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

int FlowLayout::heightForWidth(int width) const
{
    return arrange(QRect(0, 0, width, 0), false);
}

QSize FlowLayout::sizeHint() const
{
    return minimumSize();
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem *item : m_items)
        size = size.expandedTo(item->minimumSize());
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

/// Returns the height; `apply` also moves the items.
int FlowLayout::arrange(const QRect &rect, bool apply) const
{
    const QRect room = rect.marginsRemoved(contentsMargins());
    int x = room.left();
    int y = room.top();
    int rowHeight = 0;
    for (const QLayoutItem *item : m_items) // words stand in the middle of the buttons beside them
        rowHeight = std::max(rowHeight, item->isEmpty() ? 0 : item->sizeHint().height());
    for (QLayoutItem *item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint();
        if (x > room.left() && x + size.width() > room.right() + 1) {
            x = room.left();
            y += rowHeight + spacing();
        }
        const bool right = item->widget() && item->widget()->property("stayRight").toBool();
        if (right)
            x = std::max(x, room.right() + 1 - size.width());
        const int top = y + (rowHeight - size.height()) / 2;
        if (apply)
            item->setGeometry(QRect(QPoint(x, top), QSize(std::min(size.width(), room.width()), size.height())));
        x += size.width() + spacing();
    }
    return y + rowHeight - rect.top() + contentsMargins().bottom();
}

} // namespace obstat::console
