#include "console/delegates/operationdelegate.h"

#include "console/delegates/celltext.h"
#include "console/delegates/pill.h"
#include "console/models/windowedoperationmodel.h"
#include "console/theme/theme.h"
#include "console/widgets/plaintextlabel.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace obstat::console {

namespace {

constexpr int kPadding = 10;

QFont cellFont(const QModelIndex &index)
{
    QFont font = index.data(WindowedOperationModel::MonoRole).toBool() ? Theme::monoFont() : Theme::textFont();
    if (index.data(WindowedOperationModel::StrongRole).toBool())
        font.setWeight(QFont::DemiBold);
    return font;
}

/// The cell's text as a row of this height shows it.
CellText textIn(const QModelIndex &index, const QFont &font, const QSize &cell)
{
    const int lines = 1 + std::max(0, cell.height() - OperationDelegate::kRowHeight) / CellText::lineHeight(font);
    return {index.data().toString(), font, cell.width() - 2 * kPadding, std::min(lines, CellText::kMostLines)};
}

/// Where the first line of a cell stands; the others of a higher row stand under it.
QRect firstLine(const QRect &cell)
{
    return {cell.left(), cell.top(), cell.width(), std::min(cell.height(), OperationDelegate::kRowHeight) - 1};
}

} // namespace

void OperationDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const ThemeColors &colors = Theme::colors();
    const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool current = view && view->currentIndex().row() == index.row();
    painter->save();
    painter->setClipRect(option.rect, Qt::IntersectClip); // stacked accents must not paint over other rows
    if (selected)
        painter->fillRect(option.rect, colors.selection);
    else if (option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(option.rect, colors.hover);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), colors.line);
    const bool first = view && view->visualRect(index.siblingAtColumn(0)).left() == option.rect.left();
    if (current && first && index.column() == 0)
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height() - 1),
                          view->hasFocus() ? colors.accent : colors.edge);
    if (index.data(WindowedOperationModel::PillRole).isValid())
        paintPill(*painter, option.rect, index);
    else
        paintText(*painter, option.rect, index);
    painter->restore();
}

void OperationDelegate::paintPill(QPainter &painter, const QRect &cell, const QModelIndex &index)
{
    Pill pill;
    pill.icon = index.data(WindowedOperationModel::PillRole).toString();
    pill.text = index.data().toString();
    pill.tone = static_cast<Tone>(index.data(WindowedOperationModel::ToneRole).toInt());
    pill.paint(painter, QPoint(cell.left() + kPadding - 2, firstLine(cell).center().y() - Pill::kHeight / 2),
               cell.right() - 2);
}

void OperationDelegate::paintText(QPainter &painter, const QRect &cell, const QModelIndex &index)
{
    const QVariant tone = index.data(WindowedOperationModel::ToneRole);
    painter.setPen(tone.isValid() ? Theme::colors().tone(static_cast<Tone>(tone.toInt())) : Theme::colors().ink);
    const QFont font = cellFont(index);
    painter.setFont(font);
    const QVariant alignment = index.data(Qt::TextAlignmentRole);
    textIn(index, font, cell.size())
        .paint(painter, firstLine(cell).adjusted(kPadding, 0, -kPadding, 0),
               alignment.isValid() ? Qt::Alignment(alignment.toInt()) : Qt::AlignLeft | Qt::AlignVCenter);
}

int OperationDelegate::heightFor(const QModelIndex &index, int width)
{
    if (index.data(WindowedOperationModel::PillRole).isValid())
        return kRowHeight;
    const QFont font = cellFont(index);
    const CellText text(index.data().toString(), font, width - 2 * kPadding);
    return kRowHeight + static_cast<int>(text.lines().size() - 1) * CellText::lineHeight(font);
}

QSize OperationDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    // Rounded up: a cell that is narrower by a fraction of a pixel breaks its text.
    const auto width =
        static_cast<int>(std::ceil(QFontMetricsF(cellFont(index)).horizontalAdvance(index.data().toString()))) + 1;
    const bool pill = index.data(WindowedOperationModel::PillRole).isValid();
    return {width + 2 * kPadding + (pill ? 36 : 0), kRowHeight};
}

bool OperationDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                                  const QModelIndex &index)
{
    if (event->type() != QEvent::ToolTip)
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    const bool cut = index.isValid() && (index.data(WindowedOperationModel::PillRole).isValid()
                                             ? sizeHint(option, index).width() > option.rect.width()
                                             : textIn(index, cellFont(index), option.rect.size()).hidden() > 0);
    QToolTip::showText(event->globalPos(), cut ? plainToolTip(index.data().toString()) : QString(), view);
    return true;
}

} // namespace obstat::console
