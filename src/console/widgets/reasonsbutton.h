#pragma once

#include <QPointer>
#include <QToolButton>

class QLineEdit;

namespace obstat::console {

/// A menu of reasons that were given before, beside the field for a reason; the key Down in the field opens it too. A
/// choice fills the field and decides nothing. Hidden when there are none.
class ReasonsButton : public QToolButton
{
    Q_OBJECT

public:
    explicit ReasonsButton(QWidget *parent = nullptr);

    /// `field` is filled and followed.
    void setField(QLineEdit *field);
    /// Newest first.
    void setReasons(const QStringList &reasons);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void open();

    QPointer<QLineEdit> m_field;
    QStringList m_reasons;
};

} // namespace obstat::console
