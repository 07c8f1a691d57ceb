#pragma once

#include "base/result.h"

#include <QDialog>
#include <QThreadPool>

class QCheckBox;
class QDateTimeEdit;
class QFormLayout;
class QLineEdit;
class QPushButton;

namespace obstat::console {

class Notice;
class Session;

/// One administrator's act about a person: fields, signed by the unlocked administrator's key, sent to the running
/// instance, and its answer. Opened with open(), never by itself.
class AdminActDialog : public QDialog
{
    Q_OBJECT

public:
    enum class Kind { Enrol, Roles, Revoke, Delegate };
    /// What the fields hold at first.
    struct Start
    {
        QString subject;
        QString roles;
        QString keyId;
        QString principal;
    };

    /// `session` must outlive the dialog; its administrator's key is unlocked.
    AdminActDialog(Kind kind, const Start &start, Session &session, QWidget *parent = nullptr);
    ~AdminActDialog() override;

Q_SIGNALS:
    void admitted();

private:
    QLineEdit *addEdit(QFormLayout &form, const QString &label, const QString &name, const QString &text = {});
    void addFields(QFormLayout &form, const Start &start);
    void addDelegation(QFormLayout &form, const Start &start);
    void addButtons();
    void updateButton();
    void perform();
    void enrol();
    void signAndSend(const QJsonObject &content);
    void take(const base::Result<> &answer);
    void showError(const base::Error &error);
    [[nodiscard]] QString field(const QString &name) const;
    [[nodiscard]] QStringList names(const QString &name) const;
    [[nodiscard]] QJsonObject delegation() const;

    const Kind m_kind;
    Session &m_session;
    QThreadPool m_pool;
    Notice *m_error = nullptr;
    QPushButton *m_sign = nullptr;
    QDateTimeEdit *m_from = nullptr;
    QDateTimeEdit *m_until = nullptr;
    QCheckBox *m_end = nullptr;
    QStringList m_needed; ///< fields that must not be empty
    bool m_sending = false;
};

} // namespace obstat::console
