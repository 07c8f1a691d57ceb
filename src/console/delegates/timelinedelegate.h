#pragma once

#include <QStyledItemDelegate>

namespace obstat::console {

/// Paints one line of a timeline: a dot on a thread, what happened, when; below it the evidence when it is open.
class TimelineDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace obstat::console
