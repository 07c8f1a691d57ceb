#include "console/dialogs/adminactdialog.h"

#include "base/visibletext.h"
#include "console/client/background.h"
#include "console/client/enrolment.h"
#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/widgets/notice.h"

#include <QCheckBox>
#include <QDateTimeEdit>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>

namespace obstat::console {

using namespace Qt::StringLiterals;
using Kind = AdminActDialog::Kind;

namespace {

QString actName(Kind kind)
{
    switch (kind) {
    case Kind::Enrol:
        return u"enrol"_s;
    case Kind::Roles:
        return u"role"_s;
    case Kind::Revoke:
        return u"revoke"_s;
    case Kind::Delegate:
        break;
    }
    return u"delegate"_s;
}

base::Micros micros(const QDateTime &at)
{
    return at.toMSecsSinceEpoch() * base::kMillisecond;
}

const QString &adminSetting()
{
    static const QString name = u"people/administrator"_s;
    return name;
}

} // namespace

AdminActDialog::AdminActDialog(Kind kind, const Start &start, Session &session, QWidget *parent)
    : QDialog(parent), m_kind(kind), m_session(session)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(480);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(20, 18, 20, 16);
    auto *form = new QFormLayout;
    addFields(*form, start);
    addEdit(*form, tr("Signed as administrator"), u"adminEdit"_s, QSettings().value(adminSetting()).toString());
    m_needed.append(u"adminEdit"_s);
    m_error = new Notice(this);
    m_error->setObjectName(u"errorNotice"_s);
    m_error->hide();
    outer->addLayout(form);
    outer->addWidget(m_error);
    addButtons();
    updateButton();
}

AdminActDialog::~AdminActDialog() = default;

QLineEdit *AdminActDialog::addEdit(QFormLayout &form, const QString &label, const QString &name, const QString &text)
{
    auto *edit = new QLineEdit(text, this);
    edit->setObjectName(name);
    form.addRow(label, edit);
    connect(edit, &QLineEdit::textChanged, this, &AdminActDialog::updateButton);
    return edit;
}

void AdminActDialog::addFields(QFormLayout &form, const Start &start)
{
    addEdit(form, m_kind == Kind::Delegate ? tr("Decides") : tr("Person"), u"subjectEdit"_s, start.subject);
    m_needed = {u"subjectEdit"_s};
    switch (m_kind) {
    case Kind::Enrol:
        setWindowTitle(tr("Enrol a person"));
        addEdit(form, tr("Roles"), u"rolesEdit"_s, start.roles)->setPlaceholderText(tr("treasury, compliance"));
        addEdit(form, tr("Tenants"), u"tenantsEdit"_s, u"*"_s);
        addEdit(form, tr("The person's request or key file"), u"fileEdit"_s);
        addEdit(form, tr("Passphrase of a key file"), u"passphraseEdit"_s)->setEchoMode(QLineEdit::Password);
        m_needed += {u"rolesEdit"_s, u"tenantsEdit"_s, u"fileEdit"_s};
        break;
    case Kind::Roles:
        setWindowTitle(tr("Change a person's roles"));
        addEdit(form, tr("Roles from now on"), u"rolesEdit"_s, start.roles);
        m_needed.append(u"rolesEdit"_s);
        break;
    case Kind::Revoke:
        setWindowTitle(tr("Revoke a key or a person"));
        addEdit(form, tr("Key"), u"keyEdit"_s, start.keyId)->setPlaceholderText(tr("empty: the whole person"));
        break;
    case Kind::Delegate:
        setWindowTitle(tr("Delegate decisions"));
        addDelegation(form, start);
        break;
    }
}

void AdminActDialog::addDelegation(QFormLayout &form, const Start &start)
{
    addEdit(form, tr("For"), u"principalEdit"_s, start.principal);
    m_needed.append(u"principalEdit"_s);
    const QDateTime now = QDateTime::fromMSecsSinceEpoch(m_session.clock().now() / base::kMillisecond);
    m_from = new QDateTimeEdit(now, this);
    m_until = new QDateTimeEdit(now.addDays(14), this);
    m_from->setObjectName(u"fromEdit"_s);
    m_until->setObjectName(u"untilEdit"_s);
    for (QDateTimeEdit *edit : {m_from, m_until}) {
        edit->setDisplayFormat(u"yyyy-MM-dd HH:mm"_s);
        edit->setCalendarPopup(true);
        connect(edit, &QDateTimeEdit::dateTimeChanged, this, &AdminActDialog::updateButton);
    }
    m_end = new QCheckBox(tr("End a delegation that is in force"), this);
    m_end->setObjectName(u"endBox"_s);
    connect(m_end, &QCheckBox::toggled, this, [this](bool end) {
        m_from->setEnabled(!end);
        m_until->setEnabled(!end);
        updateButton();
    });
    form.addRow(tr("From"), m_from);
    form.addRow(tr("Until"), m_until);
    form.addRow(QString(), m_end);
}

void AdminActDialog::addButtons()
{
    auto *buttons = new QHBoxLayout;
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    m_sign = new QPushButton(tr("Sign and send"), this);
    m_sign->setObjectName(u"signButton"_s);
    m_sign->setProperty("look", u"primary"_s);
    m_sign->setAutoDefault(false); // no default button decides (C18)
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_sign);
    static_cast<QVBoxLayout *>(layout())->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_sign, &QPushButton::clicked, this, &AdminActDialog::perform);
}

QString AdminActDialog::field(const QString &name) const
{
    const auto *edit = findChild<QLineEdit *>(name);
    return edit ? edit->text().trimmed() : QString();
}

QStringList AdminActDialog::names(const QString &name) const
{
    QStringList list;
    for (const QString &part : field(name).split(u',', Qt::SkipEmptyParts)) {
        if (!part.trimmed().isEmpty())
            list.append(part.trimmed());
    }
    list.removeDuplicates();
    return list;
}

void AdminActDialog::updateButton()
{
    if (!m_sign)
        return;
    bool complete = !m_sending;
    for (const QString &name : std::as_const(m_needed))
        complete = complete && !field(name).isEmpty();
    if (m_end && !m_end->isChecked())
        complete = complete && m_from->dateTime() < m_until->dateTime();
    m_sign->setEnabled(complete);
}

QJsonObject AdminActDialog::delegation() const
{
    if (m_end->isChecked())
        return {{u"principal"_s, field(u"principalEdit"_s)}, {u"revoked"_s, true}};
    return {{u"principal"_s, field(u"principalEdit"_s)},
            {u"from"_s, micros(m_from->dateTime())},
            {u"until"_s, micros(m_until->dateTime())}};
}

void AdminActDialog::perform()
{
    m_sending = true;
    m_error->hide();
    updateButton();
    switch (m_kind) {
    case Kind::Enrol:
        enrol();
        break;
    case Kind::Roles:
        signAndSend({{u"roles"_s, QJsonArray::fromStringList(names(u"rolesEdit"_s))}});
        break;
    case Kind::Revoke: {
        const QString key = field(u"keyEdit"_s);
        signAndSend(key.isEmpty() ? QJsonObject() : QJsonObject{{u"key_id"_s, key}});
        break;
    }
    case Kind::Delegate:
        signAndSend(delegation());
        break;
    }
}

/// A key file is opened for its proof of possession only; it is not kept.
void AdminActDialog::enrol()
{
    using Enrolment = base::Result<QJsonObject>;
    auto *edit = findChild<QLineEdit *>(u"passphraseEdit"_s);
    const QByteArray passphrase = edit->text().toUtf8();
    edit->clear();
    const auto read = inBackground(
        m_pool, [file = field(u"fileEdit"_s), passphrase, name = field(u"subjectEdit"_s),
                 origin = m_session.overview().head.origin] { return readEnrolment(file, passphrase, origin, name); });
    whenReady(read, this, [this](const Enrolment &enrolment) {
        if (!enrolment) {
            showError(enrolment.error());
            return;
        }
        QJsonObject content = *enrolment;
        content.insert(u"roles"_s, QJsonArray::fromStringList(names(u"rolesEdit"_s)));
        content.insert(u"tenants"_s, QJsonArray::fromStringList(names(u"tenantsEdit"_s)));
        signAndSend(content);
    });
}

void AdminActDialog::signAndSend(const QJsonObject &content)
{
    const AdminKey::Act act{m_session.overview().head.origin, field(u"adminEdit"_s), actName(m_kind),
                            field(u"subjectEdit"_s), content};
    const auto signedAct = m_session.adminKey().sign(act, m_session.random());
    if (!signedAct) {
        showError(signedAct.error());
        return;
    }
    whenReady(
        m_session.sendAct(*signedAct), this, [this](const base::Result<> &answer) { take(answer); },
        [this] { showError({base::ErrorCode::Unavailable, u"The instance's answer did not come."_s}); });
}

void AdminActDialog::take(const base::Result<> &answer)
{
    if (!answer) {
        showError(answer.error());
        return;
    }
    QSettings().setValue(adminSetting(), field(u"adminEdit"_s));
    Q_EMIT admitted();
    accept();
}

void AdminActDialog::showError(const base::Error &error)
{
    m_sending = false;
    m_error->show(Tone::Bad, tr("Nothing was changed."), base::visibleText(error.message));
    updateButton();
}

} // namespace obstat::console
