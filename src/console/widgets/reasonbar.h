#pragma once

#include <QFrame>

class QLineEdit;

namespace obstat::console {

class KeyButton;
class ReasonsButton;

/// The line in which an approver says why, with the reasons given before, and the button that signs. It decides nothing
/// by itself: confirmed() carries a reason that is not empty. Escape ends it. Hidden until it is opened.
class ReasonBar : public QFrame
{
    Q_OBJECT

public:
    struct Words
    {
        QString placeholder;
        QString accessibleName;
        QString confirm; ///< the button
    };

    explicit ReasonBar(QWidget *parent = nullptr);

    /// `reasons` as given before, newest first.
    void open(const Words &words, const QStringList &reasons);
    void close();
    [[nodiscard]] bool isOpen() const { return !isHidden(); }
    void focusReason();
    /// Something else than the reason is in the way.
    void setReady(bool ready);

Q_SIGNALS:
    void confirmed(const QString &reason);
    void cancelled();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] QString reason() const;
    void updateButton();
    void confirm();

    QLineEdit *m_reason = nullptr;
    ReasonsButton *m_earlier = nullptr;
    KeyButton *m_confirm = nullptr;
    bool m_ready = true;
};

} // namespace obstat::console
