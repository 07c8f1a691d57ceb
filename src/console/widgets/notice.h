#pragma once

#include "console/theme/themecolors.h"

#include <QFrame>

class QPushButton;

namespace obstat::console {

class PlainTextLabel;

/// An inline message with an icon, a sentence, a second one smaller, and perhaps something to do. Never a dialog.
class Notice : public QFrame
{
    Q_OBJECT

public:
    explicit Notice(QWidget *parent = nullptr);

    /// Shows it. `detail` may be "".
    void show(Tone tone, const QString &text, const QString &detail = {});
    /// A button at its end; "" removes it.
    void setAction(const QString &text);
    [[nodiscard]] QString text() const;
    [[nodiscard]] Tone tone() const { return m_tone; }

Q_SIGNALS:
    void actionTriggered();

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateIcon();

    Tone m_tone = Tone::Neutral;
    PlainTextLabel *m_icon = nullptr;
    PlainTextLabel *m_text = nullptr;
    PlainTextLabel *m_detail = nullptr;
    QPushButton *m_action = nullptr;
};

} // namespace obstat::console
