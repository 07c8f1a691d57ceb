#pragma once

#include "base/result.h"

#include <QDialog>

#include <memory>

namespace Ui {
class UnlockDialog;
}

namespace obstat::console {

class UnlockedKey;

/// Asks for the key file and its passphrase. Opened with open(), never by itself. After a wrong passphrase the next try
/// has to wait, also in another dialog.
class UnlockDialog : public QDialog
{
    Q_OBJECT

public:
    /// `key` must outlive the dialog; `intro` says what it is for, "" = the approver's words.
    UnlockDialog(UnlockedKey &key, const QString &keyFile, QWidget *parent = nullptr, const QString &intro = {});
    ~UnlockDialog() override;

Q_SIGNALS:
    void unlocked(const QString &keyFile);

private:
    void unlock();
    void take(const base::Result<> &result);
    void updateButton();

    std::unique_ptr<Ui::UnlockDialog> m_ui;
    UnlockedKey &m_key;
    bool m_trying = false;
};

} // namespace obstat::console
