#include "console/pages/planpanel.h"

#include "console/client/recentreasons.h"
#include "console/client/session.h"
#include "console/models/decisiondraft.h"
#include "console/models/wording.h"
#include "console/pages/planlines.h"
#include "console/widgets/seentracker.h"
#include "ui_planpanel.h"

#include <QApplication>
#include <QSettings>

// What a person decides on the plan, and what became of it.

namespace obstat::console {

using namespace Qt::StringLiterals;

void PlanPanel::startReject()
{
    updateState();
    if (rejectBlock() == GateBlock::Locked)
        Q_EMIT unlockRequested();
    if (!m_ui->rejectButton->isEnabled() || m_ui->changePanel->isOpen())
        return;
    openReason(u"reject"_s);
    m_ui->rejectFrame->focusReason();
}

void PlanPanel::startChange()
{
    updateState();
    if (changeBlock() == GateBlock::Locked)
        Q_EMIT unlockRequested();
    if (!m_ui->changeButton->isEnabled() || m_ui->changePanel->isOpen())
        return;
    openReason(u"change"_s);
    m_ui->area->hide();
    m_ui->marksBar->hide();
    m_ui->changePanel->open(*m_review);
}

void PlanPanel::openReason(const QString &kind)
{
    m_reasonKind = kind;
    const ReasonBar::Words reject{tr("Why not? The agent is told this."), tr("Reason for the rejection"),
                                  tr("Reject and sign")};
    const ReasonBar::Words change{tr("Why? The agent is told this."), tr("Reason for the change"),
                                  tr("Change and sign")};
    QSettings settings;
    m_ui->rejectFrame->open(kind == u"reject" ? reject : change,
                            RecentReasons(settings, m_session->key().person()).list());
    updateState();
}

void PlanPanel::stopReason(bool forget)
{
    // Hiding a field would hand the keyboard to some button, and the next Space would press it.
    QWidget *focus = QApplication::focusWidget();
    if (m_ui->rejectFrame->isAncestorOf(focus) || m_ui->changePanel->isAncestorOf(focus))
        Q_EMIT listRequested();
    const bool edited = m_ui->changePanel->isOpen();
    m_ui->rejectFrame->close();
    m_ui->changePanel->close(forget);
    if (edited && m_review) {
        m_ui->area->show();
        m_ui->marksBar->refresh();
    }
    m_reasonKind.clear();
}

void PlanPanel::cancelReason()
{
    stopReason(true);
    updateState();
}

void PlanPanel::confirmReason(const QString &reason)
{
    updateState();
    const QString kind = m_reasonKind;
    const bool change = kind == u"change";
    const bool ready = change ? m_ui->changePanel->edit().problem == ArgumentEdit::Problem::None &&
                                    m_ui->changePanel->shownDigest() == m_review->shownDigest
                              : kind == u"reject";
    if (!ready || (change ? changeBlock() : rejectBlock()) != GateBlock::None)
        return;
    decide(kind, reason);
    QSettings settings;
    RecentReasons(settings, m_session->key().person()).add(reason);
    cancelReason();
}

void PlanPanel::approve()
{
    if (m_ui->changePanel->isOpen())
        return; // the plan itself is not on screen
    updateState();
    const GateBlock block = approveBlock();
    if (block == GateBlock::Locked)
        Q_EMIT unlockRequested(); // the key that decides also asks for the key that signs
    if (block == GateBlock::None)
        decide(u"approve"_s, {});
}

approval::DecisionBody PlanPanel::body(const QString &kind, const QString &reason) const
{
    const ApprovalGate::Screen now = screen();
    const ShownState shown{m_session->clock().monotonic() - m_shownAt, now.unseen == 0 && !now.folded && !m_masked};
    approval::DecisionBody draft = decisionDraft(*m_review, kind, reason, shown, m_session->clock().now());
    draft.onBehalfOf = approver(kind).onBehalfOf;
    if (kind == u"change")
        draft.replacementDigest = m_ui->changePanel->edit().digest;
    return draft;
}

void PlanPanel::decide(const QString &kind, const QString &reason)
{
    auto envelope = m_session->key().sign(body(kind, reason), m_session->random());
    if (envelope && kind == u"change")
        envelope->replacement = m_ui->changePanel->edit().canonical;
    if (!envelope) {
        m_ui->outcomeNotice->show(Tone::Bad, Wording::error(envelope.error()));
        updateState();
        return;
    }
    m_decided = true;
    m_session->desk().submit(*envelope, m_review->row.record);
    updateState();
    Q_EMIT decisionMade();
}

void PlanPanel::takeReport(const DecisionReport &report)
{
    if (!m_review || report.operation != m_review->row.id)
        return;
    m_decided = report.state == DecisionReport::State::Sending || report.state == DecisionReport::State::NotSent;
    const planlines::Outcome outcome = planlines::outcome(report);
    m_planned = report.planned;
    m_ui->outcomeNotice->setAction(m_planned > 0 ? tr("Show it") : QString());
    if (report.held)
        m_ui->outcomeNotice->show(Tone::Wait, tr("Signed. It leaves in a moment; until then U takes it back."));
    else
        m_ui->outcomeNotice->show(outcome.tone, outcome.text, outcome.detail);
    updateState();
}

void PlanPanel::takeRecall(const DecisionReport &report)
{
    if (!m_review || report.operation != m_review->row.id)
        return;
    m_decided = m_session->desk().isWaiting(report.operation);
    m_ui->outcomeNotice->show(Tone::Neutral, tr("Taken back. Nothing left this console."));
    arm(); // the finger that recalled must not approve again
}

} // namespace obstat::console
