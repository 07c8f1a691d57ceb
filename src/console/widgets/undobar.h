#pragma once

#include <QFrame>

namespace obstat::console {

class KeyButton;
class PlainTextLabel;
class Session;

/// "Approving WD-24821 in 5 s", and a button that takes the newest decision back while it has not left the console.
/// Hidden when there is none.
class UndoBar : public QFrame
{
    Q_OBJECT

public:
    explicit UndoBar(QWidget *parent = nullptr);

    void setSession(Session *session);
    /// Recalls the newest one; nothing when there is none.
    void undo();

private:
    void look();

    Session *m_session = nullptr;
    PlainTextLabel *m_text = nullptr;
    KeyButton *m_button = nullptr;
};

} // namespace obstat::console
