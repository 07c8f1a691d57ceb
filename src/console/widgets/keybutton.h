#pragma once

#include <QPushButton>

namespace obstat::console {

/// A push button that shows its key in a small frame. It ignores keys that repeat by themselves, so that holding a key
/// down never presses it twice.
class KeyButton : public QPushButton
{
    Q_OBJECT
    Q_PROPERTY(QString key READ key WRITE setKey)

public:
    explicit KeyButton(QWidget *parent = nullptr);

    [[nodiscard]] QString key() const { return m_key; }
    void setKey(const QString &key);
    /// Hides the key when single-letter keys are switched off.
    void setKeyShown(bool shown);

    /// All of the words and the key; it is never less, so that no button says half of what it does.
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    [[nodiscard]] int keyWidth() const;
    [[nodiscard]] QFont textFont() const;

    QString m_key;
    bool m_keyShown = true;
};

} // namespace obstat::console
