#include "console/pages/planpanel.h"

#include "base/visibletext.h"
#include "console/client/session.h"
#include "console/models/quorumwording.h"
#include "console/models/wording.h"
#include "console/pages/planlines.h"
#include "console/widgets/seentracker.h"
#include "ui_planpanel.h"

#include <QApplication>
#include <QScrollBar>

namespace obstat::console {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using approval::ShownLine;

PlanPanel::PlanPanel(QWidget *parent) : QFrame(parent), m_ui(std::make_unique<Ui::PlanPanel>())
{
    m_ui->setupUi(this);
    m_seen = new SeenTracker(*m_ui->area, this);
    for (LinesView *view :
         {m_ui->headLines, m_ui->ruleLines, m_ui->factLines, m_ui->answerLines, m_ui->argumentLines, m_ui->digestLines})
        m_seen->watch(*view);
    m_ui->marksBar->watch(*m_ui->area, {m_ui->headLines, m_ui->factLines, m_ui->argumentLines});
    m_arming.setSingleShot(true);
    m_arming.setInterval(ApprovalGate::kArming / base::kMillisecond + 20);
    connectWidgets();
    clear();
}

PlanPanel::~PlanPanel() = default;

void PlanPanel::connectWidgets()
{
    connect(&m_arming, &QTimer::timeout, this, &PlanPanel::updateState);
    connect(m_seen, &SeenTracker::progressed, this, &PlanPanel::updateState);
    connect(m_ui->argumentLines, &LinesView::arranged, this, &PlanPanel::updateState);
    connect(m_ui->skipButton, &QPushButton::clicked, this, &PlanPanel::skipRequested);
    connect(m_ui->unlockLink, &QPushButton::clicked, this, &PlanPanel::unlockRequested);
    connect(m_ui->rejectButton, &QPushButton::clicked, this, &PlanPanel::startReject);
    connect(m_ui->changeButton, &QPushButton::clicked, this, &PlanPanel::startChange);
    connect(m_ui->rejectFrame, &ReasonBar::confirmed, this, &PlanPanel::confirmReason);
    connect(m_ui->rejectFrame, &ReasonBar::cancelled, this, &PlanPanel::cancelReason);
    connect(m_ui->changePanel, &ChangePanel::cancelled, this, &PlanPanel::cancelReason);
    connect(m_ui->changePanel, &ChangePanel::edited, this,
            [this] { m_ui->rejectFrame->setReady(m_ui->changePanel->edit().problem == ArgumentEdit::Problem::None); });
    connect(m_ui->actingBox, &ActingBox::chosen, this, [this](const QString &principal) {
        m_chosenFor = principal;
        arm();
    });
    connect(m_ui->outcomeNotice, &Notice::actionTriggered, this, [this] {
        if (m_planned > 0)
            Q_EMIT planRequested(m_planned);
    });
    connect(m_ui->canonicalButton, &QToolButton::toggled, this, &PlanPanel::showCanonical);
    connect(m_ui->runLink, &QPushButton::clicked, this, [this] {
        if (m_review)
            Q_EMIT runRequested(m_review->row.run);
    });
    // The plan under the pointer when the button went down is the one that counts (C18).
    connect(m_ui->approveButton, &QPushButton::pressed, this,
            [this] { m_pressedDigest = m_review ? m_review->shownDigest : QString(); });
    connect(m_ui->approveButton, &QPushButton::clicked, this, [this] {
        if (m_review && m_review->shownDigest == m_pressedDigest)
            approve();
    });
}

void PlanPanel::setSession(Session *session)
{
    m_session = session;
    clear();
    if (!session)
        return;
    connect(&session->key(), &KeySession::changed, this, &PlanPanel::updateState);
    connect(&session->desk(), &DecisionDesk::reported, this, &PlanPanel::takeReport);
    connect(&session->desk(), &DecisionDesk::recalled, this, &PlanPanel::takeRecall);
}

void PlanPanel::clear()
{
    m_review.reset();
    m_masked.reset();
    m_loading = false;
    stopReason(true);
    m_ui->outcomeNotice->hide();
    m_ui->head->hide();
    m_ui->marksBar->hide();
    m_ui->area->hide();
    m_ui->actions->hide();
    updateState();
}

std::optional<qint64> PlanPanel::operation() const
{
    return m_review ? std::optional(m_review->row.id) : std::nullopt;
}

void PlanPanel::setLoading()
{
    m_loading = true;
    updateState();
}

void PlanPanel::showPlan(const OperationDetail &detail)
{
    PlanReview next = PlanReview::read(detail);
    const bool masked = m_masked.has_value();
    bool same = m_review && m_review->row.id == next.row.id && m_review->row.version == next.row.version &&
                m_review->shownDigest == next.shownDigest && m_review->obstacle == next.obstacle &&
                m_review->row.status == next.row.status;
    const bool samePlan = m_review && m_review->row.id == next.row.id;
    m_runShape = detail.runShape;
    m_review = std::move(next);
    m_masked.reset();
    if (!samePlan)
        m_chosenFor.clear();
    updateActing();
    (void)updateMask();
    same = same && masked == m_masked.has_value();
    m_loading = false;
    if (!samePlan) {
        m_decided = m_session && m_session->desk().isWaiting(m_review->row.id);
        m_ui->outcomeNotice->hide();
        m_ui->outcomeNotice->setAction({});
        m_planned = 0;
    }
    if (!same) {
        stopReason(false); // what was typed was about what was shown
        m_ui->approveButton->setDown(false);
        m_ui->tableButton->setChecked(true);
        render();
        m_seen->restart();
        if (!samePlan)
            m_ui->area->verticalScrollBar()->setValue(0);
        m_shownAt = m_session->clock().monotonic();
        arm();
    }
    showEnd(detail);
    renderHead();
    updateState();
}

const PlanReview *PlanPanel::review() const
{
    return m_review && !m_loading ? &*m_review : nullptr;
}

void PlanPanel::arm()
{
    if (m_session)
        m_armedAt = m_session->clock().monotonic();
    m_arming.start();
    updateState();
}

/// In whose name this person may decide on this plan now.
void PlanPanel::updateActing()
{
    if (!m_review || !m_session) {
        m_acting = {};
        return;
    }
    m_acting = Acting(*m_review, ApprovalGate::Approver::of(m_session->key()), m_session->clock().now());
    QStringList names;
    for (const ApprovalGate::Approver &principal : m_acting.principals())
        names.append(principal.onBehalfOf);
    if (!names.contains(m_chosenFor))
        m_chosenFor.clear();
    m_ui->actingBox->setChoices(m_acting.ownSuffices(), names, m_acting.toApprove(m_chosenFor).onBehalfOf);
}

const ApprovalGate::Approver &PlanPanel::approver(const QString &kind) const
{
    return kind == u"approve" ? m_acting.toApprove(m_chosenFor) : m_acting.toReject(m_chosenFor);
}

ApprovalGate::Screen PlanPanel::screen() const
{
    ApprovalGate::Screen screen;
    screen.decided = m_decided;
    screen.unseen = m_seen->total() - m_seen->seen();
    for (const LinesView *view : {m_ui->headLines, m_ui->ruleLines, m_ui->factLines, m_ui->argumentLines})
        screen.folded = screen.folded || view->hasFolded();
    screen.shownFor = m_session ? m_session->clock().monotonic() - m_armedAt : 0;
    return screen;
}

GateBlock PlanPanel::approveBlock() const
{
    return m_session ? ApprovalGate::approve(review(), approver(u"approve"_s), screen(), m_session->clock().now())
                     : GateBlock::NoPlan;
}

GateBlock PlanPanel::rejectBlock() const
{
    return m_session ? ApprovalGate::reject(review(), approver(u"reject"_s), screen(), m_session->clock().now())
                     : GateBlock::NoPlan;
}

GateBlock PlanPanel::changeBlock() const
{
    const GateBlock block =
        m_session ? ApprovalGate::change(review(), approver(u"change"_s), screen(), m_session->clock().now())
                  : GateBlock::NoPlan;
    return block == GateBlock::Hidden && !m_masked ? GateBlock::None : block; // seen by a principal's right
}

bool PlanPanel::updateMask()
{
    const bool secret = !m_review->mask.isEmpty() || m_review->obstacle != Obstacle::None;
    const bool hide = secret && !(m_session && m_acting.maySee());
    if (hide == m_masked.has_value())
        return false;
    m_masked = hide ? std::optional(m_review->masked()) : std::nullopt;
    return true;
}

void PlanPanel::updateState()
{
    updateActing();
    if (m_review && updateMask()) { // another person reads it now, and has seen nothing yet
        stopReason(true);
        m_ui->tableButton->setChecked(true);
        render();
        m_seen->restart();
        if (m_session)
            m_shownAt = m_armedAt = m_session->clock().monotonic();
        m_arming.start();
    }
    const ApprovalGate::Screen now = screen();
    const GateBlock block = approveBlock();
    const bool open = m_review && m_review->row.status == ledger::Status::AwaitingApproval;
    m_ui->approveButton->setEnabled(block == GateBlock::None);
    m_ui->rejectButton->setEnabled(rejectBlock() == GateBlock::None);
    m_ui->changeButton->setEnabled(changeBlock() == GateBlock::None);
    for (QWidget *button :
         std::initializer_list<QWidget *>{m_ui->approveButton, m_ui->rejectButton, m_ui->changeButton})
        button->setVisible(open && !m_ui->rejectFrame->isOpen());
    m_ui->skipButton->setVisible(!m_ui->rejectFrame->isOpen()); // the bar has the two buttons that mean something now
    const bool choose = m_acting.mustChoose() && m_chosenFor.isEmpty() && block == m_acting.ownBlock();
    const QString text = choose ? tr("Choose for whom you decide.") : ApprovalGate::text(block, review(), now);
    m_ui->blockLabel->setText(text);
    m_ui->blockLabel->setVisible(!text.isEmpty() && !m_ui->rejectFrame->isOpen());
    m_ui->unlockLink->setVisible(block == GateBlock::Locked && open);
    updateArgumentsHeading();
    renderQuorum();
    if (m_review && m_session)
        m_ui->stateLabel->setText(planlines::stateText(*m_review, m_session->clock().now()));
}

void PlanPanel::updateArgumentsHeading()
{
    if (!m_review)
        return;
    m_ui->argumentsHeading->setText(
        tr("ARGUMENTS · %1 of %2 shown").arg(m_seen->seenOf(*m_ui->argumentLines)).arg(m_review->arguments));
}

void PlanPanel::render()
{
    m_ui->head->show();
    m_ui->area->setVisible(!m_ui->changePanel->isOpen());
    m_ui->actions->show();
    renderHead();
    renderWhy();
    renderBody();
    renderContext();
    m_ui->marksBar->refresh();
}

void PlanPanel::renderHead()
{
    const PlanReview &plan = readable();
    const planlines::Head head = planlines::head(plan);
    m_ui->titleLabel->setText(head.title);
    m_ui->sumLabel->setText(head.sum);
    m_ui->sumLabel->setVisible(!head.sum.isEmpty());
    m_ui->recipientLabel->setText(head.recipient);
    m_ui->subjectLabel->setText(head.subject);
    m_ui->digestLabel->setText(Wording::shortDigest(plan.shownDigest));
    m_ui->digestLabel->setToolTip(
        plainToolTip(tr("Digest of the text shown, which your signature covers:\n%1").arg(plan.shownDigest)));
}

void PlanPanel::renderWhy()
{
    const PlanReview &plan = readable();
    m_ui->headLines->setLines(planlines::headLines(plan));
    m_ui->headLines->setVisible(m_ui->headLines->count() > 0);
    m_ui->ruleLines->setLines(planlines::ruleLines(plan));
    m_ui->traceLines->setLines(planlines::traceLines(plan));
    m_ui->traceLines->setVisible(m_ui->traceLines->count() > 0);
    m_ui->factLines->setLines(planlines::lines(plan, ShownLine::Kind::Fact));
    m_ui->factLines->setVisible(m_ui->factLines->count() > 0);
    m_ui->factsHeading->setVisible(m_ui->factLines->count() > 0);
    m_ui->answerLines->setLines(planlines::answerLines(plan));
    m_ui->answerLines->setVisible(m_ui->answerLines->count() > 0);
    m_ui->wrongHeading->setVisible(m_ui->answerLines->count() > 0);
}

/// Others approve and times come while the plan is read; nothing else of it starts anew for that.
void PlanPanel::renderQuorum()
{
    if (!m_review || !m_session)
        return;
    const auto lines = QuorumWording::lines(m_review->quorum, m_review->row.status, m_session->clock().now());
    if (lines != m_ui->quorumLines->lines())
        m_ui->quorumLines->setLines(lines);
    m_ui->quorumHeading->setVisible(!lines.isEmpty());
    m_ui->quorumLines->setVisible(!lines.isEmpty());
}

void PlanPanel::renderBody()
{
    const PlanReview &plan = readable();
    m_ui->argumentLines->setLines(planlines::lines(plan, ShownLine::Kind::Argument));
    m_ui->canonicalLines->setLines(
        {{{}, base::visibleText(QString::fromUtf8(plan.canonical)), {}, true, {}, false, {}}});
    m_ui->canonicalLines->unfoldAll();
    const QString warnings = planlines::allWarnings(plan);
    if (warnings.isEmpty())
        m_ui->warningNotice->hide();
    else
        m_ui->warningNotice->show(Tone::Warn, warnings);
    m_ui->digestLines->setLines(planlines::digestLines(plan));
    m_ui->digestLines->setVisible(m_ui->digestLines->count() > 0);
    m_ui->digestHeading->setVisible(m_ui->digestLines->count() > 0);
}

void PlanPanel::renderContext()
{
    const PlanReview &plan = readable();
    const bool changed = plan.previous.has_value() && plan.obstacle == Obstacle::None;
    m_ui->changedHeading->setVisible(changed);
    m_ui->changedLines->setVisible(changed);
    m_ui->changedHeading->setText(planlines::changedHeading(plan));
    m_ui->changedLines->setLines(planlines::changeLines(plan));
    const bool run = !plan.row.run.isEmpty() && m_runShape.operations > 0;
    m_ui->runHeading->setVisible(run);
    m_ui->runLabel->setVisible(run);
    m_ui->runLink->setVisible(run);
    m_ui->runHeading->setText(planlines::runHeading(plan));
    m_ui->runLabel->setText(planlines::runText(m_runShape));
    const bool words = !plan.rationale.isEmpty();
    m_ui->wordsHeading->setVisible(words);
    m_ui->wordsLines->setVisible(words);
    m_ui->wordsLines->setLines(
        {{{}, u'“' + base::visibleText(plan.rationale) + u'”', {}, false, {}, false, Tone::Neutral}});
}

void PlanPanel::showEnd(const OperationDetail &detail)
{
    const QString ended = planlines::endText(detail);
    if (ended.isEmpty() || (m_decided && m_ui->outcomeNotice->isVisibleTo(this)))
        return;
    const bool own = m_ui->outcomeNotice->isVisibleTo(this) && m_ui->outcomeNotice->tone() == Tone::Ok;
    if (!own)
        m_ui->outcomeNotice->show(Wording::statusTone(detail.row.status), ended);
}

void PlanPanel::showCanonical(bool canonical)
{
    m_ui->argumentLines->setVisible(!canonical);
    m_ui->canonicalLines->setVisible(canonical);
}

void PlanPanel::scrollDown()
{
    QScrollBar *bar = m_ui->area->verticalScrollBar();
    bar->setValue(bar->value() + bar->pageStep() - 40);
}

void PlanPanel::setKeysShown(bool shown)
{
    for (KeyButton *button : {m_ui->skipButton, m_ui->rejectButton, m_ui->approveButton, m_ui->changeButton})
        button->setKeyShown(shown);
}

bool PlanPanel::event(QEvent *event)
{
    if (event->type() == QEvent::WindowActivate)
        arm();
    return QFrame::event(event);
}

} // namespace obstat::console
