#pragma once

#include <QFrame>

class QGridLayout;

namespace obstat::console {

class KeyMap;

/// The list of keys, over the page; any key or click closes it.
class KeysOverlay : public QFrame
{
    Q_OBJECT

public:
    KeysOverlay(const KeyMap &keys, QWidget *parent);

    void toggle();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void fill();

    const KeyMap &m_keys;
    QGridLayout *m_grid = nullptr;
};

} // namespace obstat::console
