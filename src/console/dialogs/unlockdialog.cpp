#include "console/dialogs/unlockdialog.h"

#include "console/client/unlockedkey.h"
#include "console/client/whenready.h"
#include "console/dialogs/keyfilechoice.h"
#include "console/models/wording.h"
#include "ui_unlockdialog.h"

namespace obstat::console {

UnlockDialog::UnlockDialog(UnlockedKey &key, const QString &keyFile, QWidget *parent, const QString &intro)
    : QDialog(parent), m_ui(std::make_unique<Ui::UnlockDialog>()), m_key(key)
{
    m_ui->setupUi(this);
    setAttribute(Qt::WA_DeleteOnClose);
    if (!intro.isEmpty())
        m_ui->introLabel->setText(intro);
    m_ui->fileEdit->setText(keyFile);
    connect(m_ui->waitLabel, &PassphraseWait::mayTryChanged, this, &UnlockDialog::updateButton);
    m_ui->waitLabel->setKey(m_key);
    (keyFile.isEmpty() ? m_ui->fileEdit : m_ui->passphraseEdit)->setFocus();
    connect(m_ui->cancelButton, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_ui->unlockButton, &QPushButton::clicked, this, &UnlockDialog::unlock);
    connect(m_ui->browseButton, &QPushButton::clicked, this, [this] { KeyFileChoice::open(*m_ui->fileEdit); });
}

UnlockDialog::~UnlockDialog() = default;

void UnlockDialog::unlock()
{
    if (!m_ui->unlockButton->isEnabled())
        return;
    m_trying = true;
    updateButton();
    m_ui->errorNotice->hide();
    QByteArray passphrase = m_ui->passphraseEdit->text().toUtf8();
    m_ui->passphraseEdit->clear();
    whenReady(
        m_key.unlock(m_ui->fileEdit->text(), passphrase), this, [this](const base::Result<> &result) { take(result); },
        [this] {
            m_trying = false;
            updateButton();
        });
    passphrase.fill('\0');
}

void UnlockDialog::updateButton()
{
    m_ui->unlockButton->setEnabled(!m_trying && m_ui->waitLabel->mayTry());
}

void UnlockDialog::take(const base::Result<> &result)
{
    m_trying = false;
    m_ui->waitLabel->look();
    updateButton();
    if (result) {
        Q_EMIT unlocked(m_ui->fileEdit->text());
        accept();
        return;
    }
    m_ui->errorNotice->show(Tone::Bad, Wording::error(result.error()), result.error().message);
    m_ui->passphraseEdit->setFocus();
}

} // namespace obstat::console
