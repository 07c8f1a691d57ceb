#include "console/pages/outcomepanel.h"

#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/models/decisiondraft.h"
#include "console/models/outcomewording.h"
#include "console/models/wording.h"
#include "console/pages/outcomeform.h"
#include "console/widgets/notice.h"
#include "ledger/otherwork.h"

// What a person signs, and what became of it.

namespace obstat::console {

using namespace Qt::StringLiterals;
using Action = OutcomeAction;

void OutcomePanel::start(Action action)
{
    updateState();
    const OutcomeBlock why = block(action);
    if (why == OutcomeBlock::Locked)
        Q_EMIT unlockRequested(); // the key that decides also asks for the key that signs
    if (why != OutcomeBlock::None || m_form->isOpen())
        return;
    if (OutcomeActions::isAtOnce(action)) {
        decide(action, {});
        return;
    }
    m_form->open(action, about(action)); // takes the keyboard before the buttons go
    updateState();
}

QString OutcomePanel::about(Action action) const
{
    const QString record = m_session->columns().record(m_shown->review.row).left(60);
    const QString what = record.isEmpty() ? tr("operation %1").arg(Wording::number(m_shown->review.row.id)) : record;
    switch (action) {
    case Action::Happened:
        return tr("You sign that %1 happened. Nothing is sent again.").arg(what);
    case Action::DidNotHappen:
        return tr("You sign that %1 did not happen. Its key is free then, for plans that people approve.").arg(what);
    case Action::Reopen:
        return tr("The same payload is planned again in your name. Somebody else must approve it.");
    case Action::KeepFirst:
        return tr("The first one stays as it is; the second is never executed.");
    case Action::AcceptNew:
        return tr("The second one becomes work of its own, under this name. Somebody else must approve it.");
    case Action::Dismiss:
        return tr("There is nothing to decide: the first one stays as it is, the second is never executed.");
    case Action::AskAgain:
        break;
    }
    return {};
}

void OutcomePanel::checkFields()
{
    if (!m_form->isOpen() || !m_session || !m_shown)
        return;
    const Action action = m_form->action();
    const OutcomeBlock why = block(action);
    if (why != OutcomeBlock::None) {
        const QString text = OutcomeGate::text(why, &m_shown->review, m_session->clock().now());
        m_form->setProblem(text.isEmpty() ? tr("This cannot be signed now.") : text.at(0).toUpper() + text.sliced(1));
        return;
    }
    if (OutcomeActions::takesName(action))
        checkName(m_form->reference());
    else
        m_form->setProblem({});
}

/// As the ledger does: the form of the name, and that no work has it yet.
void OutcomePanel::checkName(const QString &name)
{
    const quint64 asked = ++m_nameAsked;
    if (!ledger::isOtherName(name)) {
        m_form->setProblem(tr("Name it with 1 to %1 letters, digits, '-', '_' or '.'.").arg(ledger::kLongestOtherName));
        return;
    }
    m_form->setProblem(tr("Looking for work of this name …"));
    ledger::OperationFilter filter;
    filter.key = ledger::otherWork(m_shown->review.row, name).intentKey;
    filter.tenant = m_shown->review.row.tenant;
    whenReady(m_session->ledger().operations(filter, 0, 1), this,
              [this, asked](const base::Result<QList<ledger::OperationRow>> &rows) {
                  if (asked != m_nameAsked || !m_form->isOpen())
                      return;
                  m_form->setProblem(!rows             ? Wording::error(rows.error())
                                     : rows->isEmpty() ? QString()
                                                       : tr("There is work of this name already; take another."));
              });
}

void OutcomePanel::confirm(const QString &reason)
{
    const Action action = m_form->action();
    if (!m_form->isOpen() || block(action) != OutcomeBlock::None)
        return;
    decide(action, reason);
}

approval::DecisionBody OutcomePanel::body(Action action, const QString &reason) const
{
    // Not all of the plan need be on screen to settle what became of it, and nobody says that it was.
    const ShownState shown{m_session->clock().monotonic() - m_shownAt, false};
    approval::DecisionBody body =
        decisionDraft(m_shown->plan, OutcomeActions::kind(action), reason, shown, m_session->clock().now());
    body.onBehalfOf = signer(action).approver.onBehalfOf;
    if (m_shown->conflict) {
        body.conflictEvent = m_shown->conflict->event;
        body.replacementDigest = m_shown->conflict->payloadDigest; // of what stands beside the first one
    }
    if (!m_form->isOpen())
        return body;
    if (OutcomeActions::takesReference(action) || OutcomeActions::takesName(action))
        body.reference = m_form->reference();
    if (OutcomeActions::takesName(action))
        body.newIntentKey = ledger::otherWork(m_shown->review.row, body.reference).intentKey;
    if (OutcomeActions::takesEvidence(action))
        body.evidenceDigest = m_form->evidenceDigest();
    return body;
}

void OutcomePanel::decide(Action action, const QString &reason)
{
    const auto envelope = m_session->key().sign(body(action, reason), m_session->random());
    leaveButtons();
    stopForm();
    if (envelope) {
        m_decided = true;
        m_session->desk().submit(*envelope, m_shown->review.row.record);
    } else {
        m_notice->show(Tone::Bad, Wording::error(envelope.error()));
    }
    updateState();
}

bool OutcomePanel::concerns(const DecisionReport &report) const
{
    const auto action = OutcomeActions::ofKind(report.kind);
    return m_shown && report.operation == m_shown->review.row.id && action &&
           OutcomeActions::isOfConflict(*action) == m_shown->conflict.has_value();
}

void OutcomePanel::takeReport(const DecisionReport &report)
{
    if (!concerns(report))
        return;
    m_decided = report.state == DecisionReport::State::Sending || report.state == DecisionReport::State::NotSent;
    const OutcomeWording::Outcome outcome = OutcomeWording::outcome(report);
    m_planned = report.planned;
    m_notice->setAction(m_planned > 0 ? tr("Show it") : QString());
    m_notice->show(outcome.tone, outcome.text, outcome.detail);
    updateState();
}

void OutcomePanel::takeRecall(const DecisionReport &report)
{
    if (!concerns(report))
        return;
    m_decided = m_session->desk().isWaiting(report.operation);
    m_notice->show(Tone::Neutral, tr("Taken back. Nothing left this console."));
    updateState();
}

} // namespace obstat::console
