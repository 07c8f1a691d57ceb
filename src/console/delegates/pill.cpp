#include "console/delegates/pill.h"

#include "console/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace obstat::console {

namespace {

constexpr int kIcon = 12;
constexpr int kSide = 9;

QFont pillFont()
{
    QFont font = Theme::smallFont();
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

int Pill::width() const
{
    return 2 * kSide + (icon.isEmpty() ? 0 : kIcon + 4) + QFontMetrics(pillFont()).horizontalAdvance(text);
}

void Pill::paint(QPainter &painter, const QPoint &at, int right) const
{
    const ThemeColors &colors = Theme::colors();
    const QRect rect(at, QSize(std::min(width(), right - at.x()), kHeight));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.toneBack(tone));
    painter.drawRoundedRect(rect, kHeight / 2.0, kHeight / 2.0);
    int x = rect.left() + kSide - (icon.isEmpty() ? 0 : 2);
    if (!icon.isEmpty()) {
        const qreal scale = painter.device()->devicePixelRatio();
        painter.drawPixmap(QPoint(x, rect.center().y() - kIcon / 2 + 1),
                           Theme::pixmap(icon, colors.tone(tone), kIcon, scale));
        x += kIcon + 4;
    }
    const QFont font = pillFont();
    painter.setFont(font);
    painter.setPen(colors.tone(tone));
    const QRect room(x, rect.top(), rect.right() - x - kSide / 2, rect.height());
    painter.drawText(room, Qt::AlignVCenter | Qt::TextSingleLine,
                     QFontMetrics(font).elidedText(text, Qt::ElideRight, room.width() + 4));
    painter.restore();
}

} // namespace obstat::console
