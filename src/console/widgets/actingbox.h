#pragma once

#include <QStringList>
#include <QWidget>

class QComboBox;

namespace obstat::console {

/// In whose name a decision is signed: the own one or that of somebody whose delegation is in force. Hidden where there
/// is nothing to choose.
class ActingBox : public QWidget
{
    Q_OBJECT

public:
    explicit ActingBox(QWidget *parent = nullptr);

    /// `chosen` "" = the own name; `own` false: the own name is not offered, and "" is no choice yet.
    void setChoices(bool own, const QStringList &principals, const QString &chosen);

Q_SIGNALS:
    void chosen(const QString &principal); ///< by the person; "" = the own name

private:
    QComboBox *m_box = nullptr;
    QStringList m_shown;
};

} // namespace obstat::console
