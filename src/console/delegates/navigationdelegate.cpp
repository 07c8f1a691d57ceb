#include "console/delegates/navigationdelegate.h"

#include "console/models/wording.h"
#include "console/theme/theme.h"
#include "console/widgets/navigationlist.h"

#include <QPainter>

namespace obstat::console {

namespace {

constexpr int kStart = 33; // of the title, behind the icon
constexpr int kEnd = 10;

} // namespace

void NavigationDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const ThemeColors &colors = Theme::colors();
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const QRect rect = option.rect.adjusted(8, 1, -8, -1);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(selected ? colors.selection : colors.hover);
        painter->drawRoundedRect(rect, 5, 5);
    }
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(colors.accent);
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    }
    const QColor ink = selected ? colors.accent : colors.ink;
    const QString icon = index.data(NavigationList::IconRole).toString();
    painter->drawPixmap(
        QPoint(rect.left() + 9, rect.center().y() - 7),
        Theme::pixmap(icon, selected ? colors.accent : colors.dim, 16, painter->device()->devicePixelRatio()));
    QFont font = Theme::textFont();
    if (selected)
        font.setWeight(QFont::DemiBold);
    painter->setFont(font);
    painter->setPen(ink);
    painter->drawText(rect.adjusted(kStart, 0, -kEnd, 0), Qt::AlignVCenter | Qt::TextSingleLine,
                      index.data().toString());
    if (const qint64 count = index.data(NavigationList::CountRole).toLongLong(); count > 0) {
        const bool urgent = index.data(NavigationList::UrgentRole).toBool();
        QFont small = Theme::smallFont();
        if (urgent)
            small.setWeight(QFont::DemiBold);
        painter->setFont(small);
        painter->setPen(urgent ? colors.bad : colors.dim);
        painter->drawText(rect.adjusted(0, 0, -kEnd, 0), Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine,
                          Wording::number(count));
    }
    painter->restore();
}

/// Room for the title when it is chosen and for a count of three digits beside it.
QSize NavigationDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    QFont font = Theme::textFont();
    font.setWeight(QFont::DemiBold);
    const int title = QFontMetrics(font).horizontalAdvance(index.data().toString());
    const int count = QFontMetrics(Theme::smallFont()).horizontalAdvance(Wording::number(999));
    return {8 + kStart + title + kEnd + count + kEnd + 8, 33};
}

} // namespace obstat::console
