#include "console/pages/outcomepanel.h"

#include "base/visibletext.h"
#include "console/client/session.h"
#include "console/models/outcomewording.h"
#include "console/pages/outcomeform.h"
#include "console/widgets/actingbox.h"
#include "console/widgets/flowlayout.h"
#include "console/widgets/keybutton.h"
#include "console/widgets/notice.h"
#include "console/widgets/plaintextlabel.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace obstat::console {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Action = OutcomeAction;
using Command = Page::Command;

namespace {

QString nameOf(Action action)
{
    switch (action) {
    case Action::AskAgain:
        return u"askAgainButton"_s;
    case Action::Happened:
        return u"happenedButton"_s;
    case Action::DidNotHappen:
        return u"didNotHappenButton"_s;
    case Action::Reopen:
        return u"reopenButton"_s;
    case Action::KeepFirst:
        return u"keepFirstButton"_s;
    case Action::AcceptNew:
        return u"acceptNewButton"_s;
    case Action::Dismiss:
        return u"dismissButton"_s;
    }
    return {};
}

} // namespace

OutcomePanel::OutcomePanel(QWidget *parent)
    : QFrame(parent)
    , m_notice(new Notice(this))
    , m_choices(new QWidget(this))
    , m_people(smallLabel(u"outcomePeople"_s, m_choices))
    , m_acting(new ActingBox(m_choices))
    , m_row(new QWidget(m_choices))
    , m_blocks(smallLabel(u"outcomeBlocks"_s, m_choices))
    , m_unlock(new QPushButton(tr("Unlock your key"), m_choices))
    , m_form(new OutcomeForm(this))
{
    setProperty("look", u"actions"_s);
    m_notice->setObjectName(u"settledNotice"_s);
    m_notice->hide();
    m_unlock->setObjectName(u"outcomeUnlock"_s);
    m_unlock->setProperty("look", u"link"_s);
    m_unlock->setAutoDefault(false);
    m_unlock->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    buildButtons();
    auto *choices = new QVBoxLayout(m_choices);
    choices->setContentsMargins(18, 9, 18, 11);
    choices->setSpacing(7);
    for (QWidget *part : std::initializer_list<QWidget *>{m_people, m_acting, m_row, m_blocks, m_unlock})
        choices->addWidget(part);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    for (QWidget *part : std::initializer_list<QWidget *>{m_notice, m_choices, m_form})
        outer->addWidget(part);
    m_clock.setInterval(1s);
    connect(&m_clock, &QTimer::timeout, this, &OutcomePanel::updateState);
    connect(m_unlock, &QPushButton::clicked, this, &OutcomePanel::unlockRequested);
    connect(m_form, &OutcomeForm::changed, this, &OutcomePanel::checkFields);
    connect(m_form, &OutcomeForm::confirmed, this, &OutcomePanel::confirm);
    connect(m_form, &OutcomeForm::cancelled, this, [this] {
        stopForm();
        updateState();
    });
    connect(m_acting, &ActingBox::chosen, this, [this](const QString &principal) {
        m_chosenFor = principal;
        updateState();
    });
    connect(m_notice, &Notice::actionTriggered, this, [this] {
        if (m_planned > 0)
            Q_EMIT planRequested(m_planned);
    });
    clear();
}

OutcomePanel::~OutcomePanel() = default;

void OutcomePanel::buildButtons()
{
    auto *flow = new FlowLayout(0, 0, 9);
    for (const Action action : OutcomeActions::ofOperation() + OutcomeActions::ofConflict()) {
        auto *button = new KeyButton(m_row);
        button->setObjectName(nameOf(action));
        button->setText(OutcomeActions::button(action));
        button->setKey(OutcomeActions::key(action));
        flow->addWidget(button);
        m_buttons.insert(action, button);
        // What was under the pointer when the button went down is what counts (C18).
        connect(button, &QPushButton::pressed, this,
                [this] { m_pressed = m_shown ? m_shown->identity() : Identity(); });
        connect(button, &QPushButton::clicked, this, [this, action] {
            if (m_shown && m_shown->identity() == m_pressed)
                start(action);
        });
    }
    m_row->setLayout(flow);
}

OutcomePanel::Identity OutcomePanel::Shown::identity() const
{
    return {review.row.id, review.row.version, review.row.contrary.value_or(-1), conflict ? conflict->event : -1};
}

void OutcomePanel::setSession(Session *session)
{
    if (m_session) {
        m_session->key().disconnect(this);
        m_session->desk().disconnect(this);
    }
    m_session = session;
    clear();
    if (!session)
        return;
    connect(&session->key(), &KeySession::changed, this, &OutcomePanel::updateState);
    connect(&session->desk(), &DecisionDesk::reported, this, &OutcomePanel::takeReport);
    connect(&session->desk(), &DecisionDesk::recalled, this, &OutcomePanel::takeRecall);
}

void OutcomePanel::clear()
{
    stopForm();
    leaveButtons();
    m_shown.reset();
    m_offered.clear();
    m_notice->hide();
    m_chosenFor.clear();
    m_decided = false;
    m_clock.stop();
    updateVisible();
}

void OutcomePanel::showOperation(const OperationDetail &detail, const std::optional<ledger::ConflictRow> &conflict)
{
    Shown next{PlanReview::read(detail), OutcomeReview::read(detail), conflict};
    const bool same = m_shown && m_shown->identity() == next.identity();
    const bool sameWork = same || (m_shown && m_shown->review.row.id == next.review.row.id &&
                                   m_shown->identity().back() == next.identity().back());
    if (!same)
        stopForm(); // what was typed was about what was shown
    m_shown = std::move(next);
    m_offered = conflict ? OutcomeActions::ofConflict() : OutcomeGate::offered(m_shown->review);
    if (!same && m_session)
        m_shownAt = m_session->clock().monotonic();
    if (!sameWork) {
        m_notice->hide();
        m_notice->setAction({});
        m_planned = 0;
        m_chosenFor.clear();
        m_decided = m_session && m_session->desk().isWaiting(detail.row.id);
    }
    updateState();
}

std::optional<Action> OutcomePanel::actionOf(Command command)
{
    switch (command) {
    case Command::AskAgain:
        return Action::AskAgain;
    case Command::Happened:
        return Action::Happened;
    case Command::DidNotHappen:
        return Action::DidNotHappen;
    case Command::Reopen:
        return Action::Reopen;
    case Command::KeepFirst:
        return Action::KeepFirst;
    case Command::AcceptNew:
        return Action::AcceptNew;
    case Command::Dismiss:
        return Action::Dismiss;
    default:
        return std::nullopt;
    }
}

OutcomeGate::Screen OutcomePanel::screen() const
{
    OutcomeGate::Screen screen;
    screen.decided = m_decided;
    screen.conflict = m_shown ? m_shown->conflict : std::nullopt;
    if (m_form->isOpen() && OutcomeActions::takesReference(m_form->action()))
        screen.reference = m_form->reference();
    return screen;
}

OutcomeGate::Signer OutcomePanel::signer(Action action) const
{
    if (!m_session || !m_shown || !m_offered.contains(action))
        return {};
    return OutcomeGate::signer(action, &m_shown->review, ApprovalGate::Approver::of(m_session->key()), m_chosenFor,
                               screen(), m_session->clock().now());
}

OutcomeBlock OutcomePanel::block(Action action) const
{
    return signer(action).block;
}

/// A button that is about to do nothing hands the keyboard to the next one, and the next Space would press that.
void OutcomePanel::leaveButtons()
{
    if (m_choices->isAncestorOf(window()->focusWidget())) // also while another window is in front
        Q_EMIT listRequested();
}

void OutcomePanel::stopForm()
{
    if (m_form->isOpen() && m_form->isAncestorOf(window()->focusWidget()))
        Q_EMIT listRequested();
    ++m_nameAsked;
    m_form->close();
}

void OutcomePanel::updateState()
{
    updateActing();
    updateBlocks();
    updateVisible();
    if (m_form->isOpen())
        checkFields();
}

void OutcomePanel::updateBlocks()
{
    if (!m_session || !m_shown)
        return;
    const base::Micros now = m_session->clock().now();
    QList<OutcomeWording::Blocked> blocked;
    bool waits = false;
    for (auto button = m_buttons.cbegin(); button != m_buttons.cend(); ++button) {
        const OutcomeBlock why = block(button.key());
        const bool ready = why == OutcomeBlock::None && !m_form->isOpen();
        if (window()->focusWidget() == button.value() && !ready)
            leaveButtons();
        button.value()->setEnabled(ready);
        button.value()->setVisible(m_offered.contains(button.key()));
    }
    bool locked = false;
    for (const Action action : std::as_const(m_offered)) {
        blocked.append({action, block(action)});
        locked = locked || blocked.last().block == OutcomeBlock::Locked;
        waits = waits || blocked.last().block == OutcomeBlock::TooEarly;
    }
    const QString text = OutcomeWording::blocked(blocked, m_shown->review, now);
    m_blocks->setText(text);
    m_blocks->setVisible(!text.isEmpty());
    if (window()->focusWidget() == m_unlock && !locked)
        leaveButtons();
    m_unlock->setVisible(locked);
    const QString people = m_shown->conflict ? QString() : OutcomeWording::people(m_shown->review, now);
    m_people->setText(people);
    m_people->setVisible(!people.isEmpty());
    if (waits != m_clock.isActive())
        waits ? m_clock.start() : m_clock.stop();
}

void OutcomePanel::updateActing()
{
    if (!m_session || !m_shown)
        return;
    const QStringList names =
        OutcomeGate::names(m_shown->review, ApprovalGate::Approver::of(m_session->key()), m_session->clock().now());
    QStringList others = names;
    others.removeAll(QString());
    if (!others.contains(m_chosenFor))
        m_chosenFor.clear();
    const bool own = others.size() < names.size();
    m_acting->setChoices(own, others, !own && others.size() == 1 ? others.first() : m_chosenFor);
}

void OutcomePanel::updateVisible()
{
    m_choices->setVisible(!m_offered.isEmpty() && !m_form->isOpen());
    setVisible(!m_offered.isEmpty() || m_form->isOpen() || !m_notice->isHidden());
}

} // namespace obstat::console
