#include "console/pages/peoplepage.h"

#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/dialogs/unlockdialog.h"
#include "console/models/peoplerows.h"
#include "console/widgets/notice.h"
#include "console/widgets/plaintextlabel.h"
#include "console/widgets/recordtable.h"
#include "console/widgets/sectionbar.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;
using Kind = AdminActDialog::Kind;

namespace {

const QString &keyFileSetting()
{
    static const QString name = u"people/keyFile"_s;
    return name;
}

} // namespace

PeoplePage::PeoplePage(QWidget *parent)
    : ReadingPage(parent)
    , m_sections(new SectionBar(this))
    , m_stack(new QStackedWidget(this))
    , m_reason(new PlainTextLabel(this))
{
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    for (const QString &section : {tr("People and keys"), tr("Tokens"), tr("Delegations")})
        m_sections->addSection(section);
    addTable(u"keys"_s, PeopleRows::keyHeadings(), {3}, {170, 0, 140, 160, 110, 110});
    addTable(u"tokens"_s, PeopleRows::tokenHeadings(), {0}, {160, 160, 110, 150, 0, 110, 110});
    addTable(u"delegations"_s, PeopleRows::delegationHeadings(), {}, {150, 0, 140, 140, 90, 110, 110});
    auto *error = new Notice(this);
    error->setObjectName(u"errorNotice"_s);
    setErrorNotice(*error);
    outer->addWidget(m_sections);
    outer->addWidget(error);
    outer->addWidget(m_stack, 1);
    buildActions();
    m_sections->setCurrent(Keys);
    showSection();
    connect(m_sections, &SectionBar::currentChanged, this, &PeoplePage::showSection);
}

PeoplePage::~PeoplePage() = default;

void PeoplePage::addTable(const QString &name, const QStringList &headings, const QList<int> &mono,
                          const QList<int> &widths)
{
    auto *table = new RecordTable(m_stack);
    auto *model = new TextRowsModel(this);
    table->setObjectName(name + u"Table"_s);
    model->setHeadings(headings, mono);
    table->setRecords(model, u"people-"_s + name, widths);
    m_stack->addWidget(table);
    m_tables.append(table);
    m_models.append(model);
}

RecordTable &PeoplePage::table() const
{
    return *m_tables.at(std::max(0, m_sections->current()));
}

void PeoplePage::buildActions()
{
    auto *bar = new QFrame(this);
    bar->setProperty("look", u"actions"_s);
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(18, 9, 18, 11);
    m_reason->setObjectName(u"reasonLabel"_s);
    m_reason->setLook(u"small"_s);
    m_reason->setWordWrap(true);
    layout->addWidget(m_reason, 1);
    m_lock = new QPushButton(tr("Lock the administrator's key"), bar);
    m_lock->setObjectName(u"adminLockButton"_s);
    m_lock->setProperty("look", u"link"_s);
    layout->addWidget(m_lock);
    connect(m_lock, &QPushButton::clicked, this, [this] {
        if (session())
            session()->adminKey().lock();
    });
    const QList<std::tuple<QString, QString, Kind>> acts{{tr("Enrol…"), u"enrolButton"_s, Kind::Enrol},
                                                         {tr("Roles…"), u"rolesButton"_s, Kind::Roles},
                                                         {tr("Revoke…"), u"revokeButton"_s, Kind::Revoke},
                                                         {tr("Delegate…"), u"delegateButton"_s, Kind::Delegate}};
    for (const auto &[text, name, kind] : acts) {
        auto *button = new QPushButton(text, bar);
        button->setObjectName(name);
        connect(button, &QPushButton::clicked, this, [this, chosen = kind] { act(chosen); });
        layout->addWidget(button);
        m_buttons.append(button);
    }
    static_cast<QVBoxLayout *>(this->layout())->addWidget(bar);
}

QString PeoplePage::title() const
{
    return tr("People");
}

void PeoplePage::setSession(Session *next)
{
    if (session())
        session()->adminKey().disconnect(this);
    ReadingPage::setSession(next);
    if (!next)
        return;
    connect(next, &Session::overviewChanged, this, &PeoplePage::updateActions);
    connect(&next->adminKey(), &AdminKey::changed, this, &PeoplePage::updateActions);
}

void PeoplePage::clear()
{
    m_people = {};
    showRows();
    updateActions();
}

void PeoplePage::read()
{
    whenReady(session()->ledger().people(), this, [this, asked = request()](const base::Result<LedgerPeople> &people) {
        if (isCurrent(asked))
            take(people);
    });
}

void PeoplePage::take(const base::Result<LedgerPeople> &people)
{
    if (!people) {
        fail(people.error());
        return;
    }
    m_people = *people;
    hideError();
    showRows();
    finish();
}

bool PeoplePage::perform(Command command)
{
    if (command != Command::Next && command != Command::Previous)
        return false;
    table().moveCurrent(command == Command::Next ? 1 : -1);
    return true;
}

void PeoplePage::showRows()
{
    const base::Micros now = session() ? session()->clock().now() : 0;
    const QList<QList<TextRowsModel::Row>> rows{PeopleRows::keys(m_people), PeopleRows::tokens(m_people),
                                                PeopleRows::delegations(m_people, now)};
    for (int section = Keys; section <= Delegations; ++section) {
        m_models.at(section)->setRows(rows.at(section));
        m_sections->setCount(section, rows.at(section).size());
    }
}

void PeoplePage::showSection()
{
    m_stack->setCurrentWidget(&table());
    setFocusProxy(&table());
}

void PeoplePage::updateActions()
{
    const bool instance = session() && session()->isRead() && !session()->address().isEmpty();
    for (QPushButton *button : std::as_const(m_buttons))
        button->setEnabled(instance);
    const bool unlocked = session() && session()->adminKey().isUnlocked();
    m_lock->setVisible(unlocked);
    if (!instance)
        m_reason->setText(tr("No instance is running, and only an instance can store what an administrator signs."));
    else if (unlocked)
        m_reason->setText(tr("The administrator's key %1 is unlocked.").arg(session()->adminKey().keyId()));
    else
        m_reason->setText(tr("Each of these is signed by an administrator's key."));
}

void PeoplePage::act(Kind kind)
{
    if (!session())
        return;
    if (session()->adminKey().isUnlocked())
        openAct(kind);
    else
        unlock(kind);
}

void PeoplePage::unlock(Kind kind)
{
    auto *dialog = new UnlockDialog(session()->adminKey(), QSettings().value(keyFileSetting()).toString(), this,
                                    tr("An administrator's key signs this. It locks as your own key does."));
    connect(dialog, &UnlockDialog::unlocked, this, [this, kind](const QString &file) {
        QSettings().setValue(keyFileSetting(), file);
        openAct(kind);
    });
    dialog->open();
}

void PeoplePage::openAct(Kind kind)
{
    auto *dialog = new AdminActDialog(kind, start(kind), *session(), this);
    connect(dialog, &AdminActDialog::admitted, this, &PeoplePage::refresh);
    dialog->open();
}

/// What the chosen row says already.
AdminActDialog::Start PeoplePage::start(Kind kind) const
{
    AdminActDialog::Start start;
    const int row = table().currentRow();
    if (row < 0 || kind == Kind::Enrol)
        return start;
    if (m_sections->current() == Keys && row < m_people.keys.size()) {
        const ledger::LedgerReader::EnrolmentRow &person = m_people.keys.at(row);
        (kind == Kind::Delegate ? start.principal : start.subject) = person.person;
        start.roles = person.roles.join(u", "_s);
        start.keyId = person.keyId;
    } else if (m_sections->current() == Delegations && row < m_people.delegations.size() && kind == Kind::Delegate) {
        start.subject = m_people.delegations.at(row).delegate;
        start.principal = m_people.delegations.at(row).principal;
    }
    return start;
}

} // namespace obstat::console
