#include "console/dialogs/passphrasedialog.h"

#include "console/client/unlockedkey.h"
#include "console/client/whenready.h"
#include "console/dialogs/keyfilechoice.h"
#include "console/models/wording.h"
#include "ui_passphrasedialog.h"

namespace obstat::console {

PassphraseDialog::PassphraseDialog(UnlockedKey &key, const QString &keyFile, QWidget *parent)
    : QDialog(parent), m_ui(std::make_unique<Ui::PassphraseDialog>()), m_key(key)
{
    m_ui->setupUi(this);
    setAttribute(Qt::WA_DeleteOnClose);
    m_ui->fileEdit->setText(keyFile);
    (keyFile.isEmpty() ? m_ui->fileEdit : m_ui->passphraseEdit)->setFocus();
    for (const QLineEdit *edit : {m_ui->fileEdit, m_ui->passphraseEdit, m_ui->newEdit, m_ui->againEdit})
        connect(edit, &QLineEdit::textChanged, this, &PassphraseDialog::updateState);
    connect(m_ui->waitLabel, &PassphraseWait::mayTryChanged, this, &PassphraseDialog::updateState);
    connect(m_ui->cancelButton, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_ui->changeButton, &QPushButton::clicked, this, &PassphraseDialog::change);
    connect(m_ui->browseButton, &QPushButton::clicked, this, [this] { KeyFileChoice::open(*m_ui->fileEdit); });
    m_ui->waitLabel->setKey(m_key);
    updateState();
}

PassphraseDialog::~PassphraseDialog() = default;

/// What is still to be done before the passphrase can be changed; "" when nothing is.
QString PassphraseDialog::complaint() const
{
    const QString next = m_ui->newEdit->text();
    if (next.isEmpty())
        return tr("At least %n characters.", nullptr, kLeastLength);
    if (next.size() < kLeastLength)
        return tr("The new passphrase is too short: at least %n characters.", nullptr, kLeastLength);
    if (next == m_ui->passphraseEdit->text())
        return tr("The new passphrase is the present one.");
    if (next != m_ui->againEdit->text())
        return tr("The new passphrase is not the same twice yet.");
    return {};
}

void PassphraseDialog::updateState()
{
    const QString text = complaint();
    m_ui->ruleLabel->setText(text);
    m_ui->ruleLabel->setVisible(!text.isEmpty());
    m_ui->changeButton->setEnabled(!m_trying && text.isEmpty() && m_ui->waitLabel->mayTry() &&
                                   !m_ui->fileEdit->text().isEmpty());
}

void PassphraseDialog::change()
{
    updateState();
    if (!m_ui->changeButton->isEnabled())
        return;
    m_trying = true;
    m_ui->errorNotice->hide();
    QByteArray present = m_ui->passphraseEdit->text().toUtf8();
    QByteArray next = m_ui->newEdit->text().toUtf8();
    whenReady(
        m_key.changePassphrase(m_ui->fileEdit->text(), present, next), this,
        [this](const base::Result<> &result) { take(result); },
        [this] {
            m_trying = false;
            updateState();
        });
    present.fill('\0');
    next.fill('\0');
    updateState();
}

void PassphraseDialog::take(const base::Result<> &result)
{
    m_trying = false;
    m_ui->passphraseEdit->clear();
    if (result) {
        Q_EMIT passphraseChanged(m_ui->fileEdit->text());
        accept();
        return;
    }
    m_ui->errorNotice->show(Tone::Bad, Wording::error(result.error()), result.error().message);
    m_ui->waitLabel->look();
    m_ui->passphraseEdit->setFocus();
    updateState();
}

} // namespace obstat::console
