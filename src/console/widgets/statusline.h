#pragma once

#include <QFrame>

#include <memory>

namespace Ui {
class StatusLine;
}

namespace obstat::console {

class Session;

/// The line below every page: how long the log is and how far it is signed, what the flow does, where the keys are.
class StatusLine : public QFrame
{
    Q_OBJECT

public:
    explicit StatusLine(QWidget *parent = nullptr);
    ~StatusLine() override;

    void setSession(Session *session);

Q_SIGNALS:
    void keysRequested();

private:
    void update();

    std::unique_ptr<Ui::StatusLine> m_ui;
    Session *m_session = nullptr;
};

} // namespace obstat::console
