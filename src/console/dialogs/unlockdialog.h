#pragma once

#include "base/result.h"

#include <QDialog>

#include <memory>

namespace Ui {
class UnlockDialog;
}

namespace obstat::console {

class KeySession;

/// Asks for the key file and its passphrase. Opened with open(), never by itself.
class UnlockDialog : public QDialog
{
    Q_OBJECT

public:
    /// `key` must outlive the dialog.
    UnlockDialog(KeySession &key, const QString &keyFile, QWidget *parent = nullptr);
    ~UnlockDialog() override;

Q_SIGNALS:
    void unlocked(const QString &keyFile);

private:
    void unlock();
    void take(const base::Result<> &result);
    void browse();

    std::unique_ptr<Ui::UnlockDialog> m_ui;
    KeySession &m_key;
};

} // namespace obstat::console
