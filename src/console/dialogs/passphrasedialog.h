#pragma once

#include "base/result.h"

#include <QDialog>

#include <memory>

namespace Ui {
class PassphraseDialog;
}

namespace obstat::console {

class UnlockedKey;

/// Changes the passphrase of a key file. Opened with open(), never by itself.
class PassphraseDialog : public QDialog
{
    Q_OBJECT

public:
    static constexpr int kLeastLength = 10; ///< characters of a new passphrase

    /// `key` must outlive the dialog: wrong tries count there.
    PassphraseDialog(UnlockedKey &key, const QString &keyFile, QWidget *parent = nullptr);
    ~PassphraseDialog() override;

Q_SIGNALS:
    void passphraseChanged(const QString &keyFile);

private:
    void change();
    void take(const base::Result<> &result);
    void updateState();
    [[nodiscard]] QString complaint() const;

    std::unique_ptr<Ui::PassphraseDialog> m_ui;
    UnlockedKey &m_key;
    bool m_trying = false;
};

} // namespace obstat::console
