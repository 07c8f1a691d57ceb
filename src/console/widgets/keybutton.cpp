#include "console/widgets/keybutton.h"

#include "console/theme/theme.h"

#include <QKeyEvent>
#include <QStyleOptionButton>
#include <QStylePainter>

namespace obstat::console {

namespace {

constexpr int kGap = 8;
constexpr int kPadding = 12;

QFont keyFont()
{
    QFont font = Theme::monoFont();
    font.setPixelSize(11);
    return font;
}

} // namespace

KeyButton::KeyButton(QWidget *parent) : QPushButton(parent)
{
    setAutoDefault(false);
}

void KeyButton::setKey(const QString &key)
{
    m_key = key;
    updateGeometry();
    update();
}

void KeyButton::setKeyShown(bool shown)
{
    m_keyShown = shown;
    updateGeometry();
    update();
}

int KeyButton::keyWidth() const
{
    return m_key.isEmpty() || !m_keyShown ? 0 : QFontMetrics(keyFont()).horizontalAdvance(m_key) + 8;
}

QFont KeyButton::textFont() const
{
    QFont font = this->font();
    if (property("look").toString() == QStringLiteral("primary"))
        font.setWeight(QFont::DemiBold);
    return font;
}

QSize KeyButton::sizeHint() const
{
    const int key = keyWidth();
    const int words = QFontMetrics(textFont()).horizontalAdvance(text()) + 2 * kPadding;
    const QSize plain = QPushButton::sizeHint();
    return {std::max(plain.width(), words) + (key > 0 ? key + kGap : 0), plain.height()};
}

void KeyButton::paintEvent(QPaintEvent *)
{
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    painter.drawControl(QStyle::CE_PushButtonBevel, option);
    const ThemeColors &colors = Theme::colors();
    const QString look = property("look").toString();
    const QColor color = !isEnabled()                        ? colors.dim
                         : look == QStringLiteral("primary") ? colors.onAccent
                         : look == QStringLiteral("danger")  ? colors.bad
                                                             : colors.ink;
    const QFont font = textFont();
    painter.setFont(font);
    painter.setPen(color);
    const int key = keyWidth();
    const int textWidth = QFontMetrics(font).horizontalAdvance(text());
    const int whole = textWidth + (key > 0 ? kGap + key : 0);
    const int x = (width() - whole) / 2;
    painter.drawText(QRect(x, 0, textWidth + 2, height()), Qt::AlignVCenter | Qt::AlignLeft, text());
    if (key == 0)
        return;
    const QRect frame(x + textWidth + kGap, height() / 2 - 8, key, 16);
    QColor edge = color;
    edge.setAlphaF(0.55F);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(edge);
    painter.drawRoundedRect(QRectF(frame).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter.setFont(keyFont());
    painter.setPen(color);
    painter.drawText(frame, Qt::AlignCenter, m_key);
}

void KeyButton::keyPressEvent(QKeyEvent *event)
{
    if (event->isAutoRepeat())
        event->accept();
    else
        QPushButton::keyPressEvent(event);
}

} // namespace obstat::console
