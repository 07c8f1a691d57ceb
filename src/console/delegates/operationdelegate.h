#pragma once

#include <QStyledItemDelegate>

namespace obstat::console {

/// Paints the cells of operation tables: plain text in the right font and colour, in as many lines as it needs and the
/// row has, status as a pill with icon and word, a bar before the current row, a hairline between rows.
class OperationDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int kRowHeight = 29; ///< of one line

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    /// What a row must be high so that this cell, in this width, shows all of its text (or CellText's most lines).
    [[nodiscard]] static int heightFor(const QModelIndex &index, int width);
    /// Shows the whole text of a cell that is folded, as plain text.
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;

private:
    static void paintPill(QPainter &painter, const QRect &cell, const QModelIndex &index);
    static void paintText(QPainter &painter, const QRect &cell, const QModelIndex &index);
};

} // namespace obstat::console
