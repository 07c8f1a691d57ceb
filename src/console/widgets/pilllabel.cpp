#include "console/widgets/pilllabel.h"

#include <QPainter>

namespace obstat::console {

PillLabel::PillLabel(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void PillLabel::setPill(const Pill &pill)
{
    m_pill = pill;
    setAccessibleName(pill.text);
    updateGeometry();
    update();
}

QSize PillLabel::sizeHint() const
{
    return {m_pill.width() + 2, Pill::kHeight + 2};
}

void PillLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    m_pill.paint(painter, QPoint(0, 1), width());
}

} // namespace obstat::console
