#pragma once

#include <QFrame>

namespace obstat::console {

class PlainTextLabel;

/// What stands where rows would be when there are none: a title, and why, and what would appear here.
class EmptyState : public QFrame
{
    Q_OBJECT

public:
    explicit EmptyState(QWidget *parent = nullptr);

    void setTexts(const QString &icon, const QString &title, const QString &text);
    [[nodiscard]] QString title() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateIcon();

    QString m_iconName;
    PlainTextLabel *m_icon = nullptr;
    PlainTextLabel *m_title = nullptr;
    PlainTextLabel *m_text = nullptr;
};

} // namespace obstat::console
