#include "console/delegates/timelinedelegate.h"

#include "console/delegates/pill.h"
#include "console/models/timelinemodel.h"
#include "console/models/wording.h"
#include "console/theme/theme.h"
#include "console/widgets/linetext.h"

#include <QAbstractItemView>
#include <QPainter>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr int kTextX = 24;
constexpr int kDot = 9;
constexpr int kTop = 5;
constexpr int kWaitHeight = 20;

QFont titleFont()
{
    QFont font = Theme::textFont();
    font.setWeight(QFont::DemiBold);
    return font;
}

/// Title and text flow as one paragraph; the time stands at the right end of the first line.
struct Layout
{
    std::unique_ptr<QTextLayout> text;
    std::unique_ptr<QTextLayout> evidence;
    QPoint pill; ///< from the text's left
    int evidenceTop = 0;
    int timeWidth = 0;
    int height = 0;
};

QString relativeText(const TimelineItem &item)
{
    return item.sinceStart > 0 ? QString(u"+"_s + Wording::exactDuration(item.sinceStart)) : QString();
}

QList<QTextLayout::FormatRange> formats(qsizetype title, qsizetype dimFrom, qsizetype dimLength)
{
    QTextLayout::FormatRange bold;
    bold.start = 0;
    bold.length = static_cast<int>(title);
    bold.format.setFont(titleFont());
    QTextLayout::FormatRange dim;
    dim.start = static_cast<int>(dimFrom);
    dim.length = static_cast<int>(dimLength);
    dim.format.setForeground(Theme::colors().dim);
    return {bold, dim};
}

Layout layOut(const TimelineItem &item, bool open, int width)
{
    Layout layout;
    layout.timeWidth = QFontMetrics(Theme::smallFont()).horizontalAdvance(u"00:00:00.000"_s) + 12;
    const QString relative = relativeText(item);
    QString words = item.title;
    if (!item.text.isEmpty())
        words += u"  "_s + item.text;
    if (!relative.isEmpty())
        words += u"  "_s + relative;
    const int room = std::max(80, width - kTextX - layout.timeWidth);
    layout.text = linetext::lay(words, Theme::textFont(), room,
                                formats(item.title.size(), words.size() - relative.size(), relative.size()));
    layout.height = kTop + linetext::height(*layout.text) + 5;
    if (!item.pill.isEmpty()) {
        const QTextLine last = layout.text->lineAt(layout.text->lineCount() - 1);
        const int right = static_cast<int>(last.naturalTextWidth()) + 8;
        const bool fits = right + Pill{{}, item.pill, item.pillTone}.width() <= room;
        layout.pill = fits ? QPoint(right, kTop + static_cast<int>(last.y()) - 2)
                           : QPoint(0, kTop + linetext::height(*layout.text) + 1);
        layout.height += fits ? 2 : Pill::kHeight + 3;
    }
    layout.evidenceTop = layout.height - 3;
    if (open) {
        layout.evidence = linetext::lay(item.evidence, Theme::monoFont(), std::max(80, width - kTextX - 16));
        layout.height += linetext::height(*layout.evidence) + 14;
    }
    return layout;
}

int widthOf(const QStyleOptionViewItem &option)
{
    const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
    return view ? view->viewport()->width() : option.rect.width();
}

void paintThread(QPainter &painter, const QRect &rect, const QModelIndex &index, const TimelineItem &item)
{
    const ThemeColors &colors = Theme::colors();
    const int x = rect.left() + kDot / 2 + 2;
    const int middle = rect.top() + kTop + 8;
    const bool first = index.row() == 0;
    const bool last = index.row() == index.model()->rowCount() - 1;
    const bool wait = item.kind == TimelineItem::Kind::Wait;
    painter.setPen(QPen(colors.edge, 1, wait ? Qt::DotLine : Qt::SolidLine));
    if (!first)
        painter.drawLine(x, rect.top(), x, wait ? rect.bottom() : middle - kDot / 2 - 2);
    if (!last && !wait)
        painter.drawLine(x, middle + kDot / 2 + 2, x, rect.bottom());
    if (wait)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.tone(item.tone));
    painter.drawEllipse(QPointF(x + 0.5, middle), kDot / 2.0, kDot / 2.0);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace

void TimelineDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const ThemeColors &colors = Theme::colors();
    const auto item = index.data(TimelineModel::ItemRole).value<TimelineItem>();
    const QRect rect = option.rect;
    painter->save();
    painter->setClipRect(rect, Qt::IntersectClip); // as every row of a list
    if (option.state.testFlag(QStyle::State_HasFocus))
        painter->fillRect(rect.adjusted(kTextX - 6, 0, 0, -1), colors.selection);
    else if (option.state.testFlag(QStyle::State_MouseOver) && item.kind == TimelineItem::Kind::Event)
        painter->fillRect(rect.adjusted(kTextX - 6, 0, 0, -1), colors.hover);
    paintThread(*painter, rect, index, item);
    if (item.kind == TimelineItem::Kind::Wait) {
        painter->setPen(colors.dim);
        painter->setFont(Theme::smallFont());
        painter->drawText(rect.adjusted(kTextX, 0, 0, 0), Qt::AlignVCenter | Qt::TextSingleLine, u"↕ "_s + item.text);
        painter->restore();
        return;
    }
    const Layout layout = layOut(item, index.data(TimelineModel::OpenRole).toBool(), widthOf(option));
    painter->setPen(colors.ink);
    linetext::draw(*painter, *layout.text, rect.topLeft() + QPoint(kTextX, kTop));
    painter->setPen(colors.dim);
    painter->setFont(Theme::smallFont());
    painter->drawText(QRect(rect.right() - layout.timeWidth, rect.top() + kTop, layout.timeWidth, 18),
                      Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, Wording::clockTime(item.at));
    if (!item.pill.isEmpty())
        Pill{{}, item.pill, item.pillTone}.paint(*painter, rect.topLeft() + layout.pill + QPoint(kTextX, 0),
                                                 rect.right());
    if (layout.evidence) {
        const QRect box(rect.left() + kTextX, rect.top() + layout.evidenceTop, rect.width() - kTextX,
                        linetext::height(*layout.evidence) + 8);
        painter->fillRect(box, colors.window);
        painter->setPen(colors.ink);
        linetext::draw(*painter, *layout.evidence, box.topLeft() + QPoint(8, 4));
    }
    painter->restore();
}

QSize TimelineDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto item = index.data(TimelineModel::ItemRole).value<TimelineItem>();
    const int width = widthOf(option);
    if (item.kind == TimelineItem::Kind::Wait)
        return {width, kWaitHeight};
    return {width, layOut(item, index.data(TimelineModel::OpenRole).toBool(), width).height};
}

} // namespace obstat::console
