#include "console/widgets/backupnotice.h"

#include "console/client/session.h"

#include <QSettings>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

QString settingName(const QString &keyId)
{
    return u"keyBackups/"_s + keyId;
}

} // namespace

BackupNotice::BackupNotice(QWidget *parent) : Notice(parent)
{
    setAction(tr("I have a copy"));
    connect(this, &Notice::actionTriggered, this, &BackupNotice::confirm);
}

void BackupNotice::setSession(Session *session)
{
    m_session = session;
    if (session)
        connect(&session->key(), &KeySession::changed, this, &BackupNotice::look);
    look();
}

void BackupNotice::look()
{
    const QString key = m_session ? m_session->key().keyId() : QString();
    if (key.isEmpty() || QSettings().value(settingName(key)).toBool()) {
        hide();
        return;
    }
    show(Tone::Warn, tr("Keep a copy of your key file where this computer is not."),
         tr("Without the file or its passphrase nobody can sign as you, and an administrator has to enrol a new key."));
}

void BackupNotice::confirm()
{
    if (m_session)
        QSettings().setValue(settingName(m_session->key().keyId()), true);
    look();
}

} // namespace obstat::console
