#include "console/widgets/keysoverlay.h"

#include "console/keymap.h"
#include "console/widgets/plaintextlabel.h"

#include <QGridLayout>

namespace obstat::console {

using namespace Qt::StringLiterals;

KeysOverlay::KeysOverlay(const KeyMap &keys, QWidget *parent)
    : QFrame(parent), m_keys(keys), m_grid(new QGridLayout(this))
{
    setProperty("look", u"popup"_s);
    setObjectName(u"keysOverlay"_s);
    setFocusPolicy(Qt::StrongFocus);
    m_grid->setContentsMargins(26, 20, 26, 20);
    m_grid->setHorizontalSpacing(22);
    m_grid->setVerticalSpacing(7);
    hide();
}

void KeysOverlay::fill()
{
    while (QLayoutItem *item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const auto add = [this](const QString &text, const QString &look, int row, int column, int columns = 1) {
        auto *label = new PlainTextLabel(this);
        label->setText(text);
        label->setLook(look);
        m_grid->addWidget(label, row, column, 1, columns);
    };
    add(tr("KEYS"), u"heading"_s, 0, 0, 2);
    int row = 1;
    for (const KeyMap::Key &key : m_keys.keys()) {
        add(key.keys, u"mono"_s, row, 0);
        add(key.text, u"dim"_s, row, 1);
        ++row;
    }
    setAccessibleName(tr("Keys"));
}

void KeysOverlay::toggle()
{
    if (isVisible()) {
        hide();
        return;
    }
    fill();
    adjustSize();
    const QWidget *area = parentWidget();
    move((area->width() - width()) / 2, (area->height() - height()) / 2);
    raise();
    show();
    setFocus();
}

void KeysOverlay::keyPressEvent(QKeyEvent *)
{
    hide();
}

void KeysOverlay::mousePressEvent(QMouseEvent *)
{
    hide();
}

void KeysOverlay::focusOutEvent(QFocusEvent *event)
{
    QFrame::focusOutEvent(event);
    hide();
}

} // namespace obstat::console
