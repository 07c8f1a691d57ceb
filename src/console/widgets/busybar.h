#pragma once

#include <QFrame>

class QProgressBar;
class QPushButton;

namespace obstat::console {

class PlainTextLabel;

/// Says that something is being computed, how far it is, and offers to stop it. Hidden while nothing is.
class BusyBar : public QFrame
{
    Q_OBJECT

public:
    explicit BusyBar(QWidget *parent = nullptr);

    /// Shows it with a moving bar until progress is known.
    void start(const QString &text);
    void setProgress(qint64 done, qint64 total, const QString &text);
    void stop();
    [[nodiscard]] bool isBusy() const { return !isHidden(); }

Q_SIGNALS:
    void cancelled();

private:
    PlainTextLabel *m_text = nullptr;
    QProgressBar *m_bar = nullptr;
    QPushButton *m_cancel = nullptr;
};

} // namespace obstat::console
