#include "console/pages/bulkpanel.h"

#include "base/visibletext.h"
#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/models/acting.h"
#include "console/models/bulkchoice.h"
#include "console/models/decisiondraft.h"
#include "console/models/wording.h"
#include "console/pages/bulkplan.h"
#include "console/pages/planlines.h"
#include "console/widgets/keybutton.h"
#include "console/widgets/linesview.h"
#include "console/widgets/plaintextlabel.h"
#include "console/widgets/seentracker.h"

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

BulkPanel::BulkPanel(QWidget *parent) : QFrame(parent), m_area(new QScrollArea(this))
{
    setProperty("look", u"detail"_s);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    buildHead(*outer);
    m_area->setObjectName(u"bulkArea"_s);
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    outer->addWidget(m_area, 1);
    buildActions(*outer);
    m_arming.setSingleShot(true);
    m_arming.setInterval(ApprovalGate::kArming / base::kMillisecond + 20);
    connect(&m_arming, &QTimer::timeout, this, &BulkPanel::updateState);
    hide();
}

BulkPanel::~BulkPanel() = default;

void BulkPanel::buildHead(QVBoxLayout &outer)
{
    auto *head = new QFrame(this);
    head->setProperty("look", u"head"_s);
    auto *layout = new QVBoxLayout(head);
    layout->setContentsMargins(18, 13, 18, 10);
    layout->setSpacing(2);
    m_title = new PlainTextLabel(head);
    m_title->setObjectName(u"bulkHeading"_s);
    m_title->setWordWrap(true);
    m_title->setLook(u"title"_s);
    m_totals = new PlainTextLabel(head);
    m_totals->setObjectName(u"bulkTotals"_s);
    m_totals->setWordWrap(true);
    m_totals->setLook(u"sum"_s);
    layout->addWidget(m_title);
    layout->addWidget(m_totals);
    outer.addWidget(head);
}

void BulkPanel::buildActions(QVBoxLayout &outer)
{
    auto *actions = new QFrame(this);
    actions->setProperty("look", u"actions"_s);
    auto *layout = new QVBoxLayout(actions);
    layout->setContentsMargins(18, 9, 18, 11);
    m_block = new PlainTextLabel(actions);
    m_block->setObjectName(u"bulkBlock"_s);
    m_block->setWordWrap(true);
    m_block->setLook(u"small"_s);
    m_close = new KeyButton(actions);
    m_close->setObjectName(u"bulkClose"_s);
    m_close->setText(tr("Back to one plan"));
    m_close->setKey(u"Esc"_s);
    m_approve = new KeyButton(actions);
    m_approve->setObjectName(u"bulkApprove"_s);
    m_approve->setProperty("look", u"primary"_s);
    m_approve->setKey(u"A"_s);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_close);
    buttons->addWidget(m_approve);
    layout->addWidget(m_block);
    layout->addLayout(buttons);
    outer.addWidget(actions);
    connect(m_close, &QPushButton::clicked, this, &BulkPanel::closed);
    connect(m_approve, &QPushButton::clicked, this, &BulkPanel::approve);
}

void BulkPanel::setSession(Session *session)
{
    close();
    m_session = session;
    if (!session)
        return;
    connect(&session->desk(), &DecisionDesk::reported, this, &BulkPanel::takeReport);
    connect(&session->desk(), &DecisionDesk::recalled, this, &BulkPanel::takeRecall);
    connect(session, &Session::ledgerChanged, this, &BulkPanel::compareAll);
    // Another person may see other fields: everything is read anew.
    connect(&session->key(), &KeySession::changed, this, [this] {
        if (isOpen() && std::none_of(m_plans.begin(), m_plans.end(),
                                     [](BulkPlan *plan) { return plan->state() == BulkPlan::State::Decided; }))
            read();
        updateState();
    });
}

void BulkPanel::open(const QList<qint64> &operations)
{
    m_operations = operations.mid(0, BulkChoice::kMost);
    show();
    read();
}

void BulkPanel::close()
{
    ++m_request;
    m_operations.clear();
    m_details.clear();
    m_plans.clear();
    m_unread = 0;
    m_signing = false;
    delete m_area->takeWidget();
    hide();
}

void BulkPanel::read()
{
    const quint64 request = ++m_request;
    m_signing = false;
    m_details = QList<std::optional<OperationDetail>>(m_operations.size());
    m_unread = m_operations.size();
    for (qsizetype place = 0; place < m_operations.size(); ++place)
        whenReady(
            m_session->ledger().operation(m_operations.at(place)), this,
            [this, request, place](const base::Result<OperationDetail> &detail) { take(request, place, detail); });
    updateState();
}

void BulkPanel::take(quint64 request, qsizetype place, const base::Result<OperationDetail> &detail)
{
    if (request != m_request)
        return;
    if (detail)
        m_details[place] = *detail;
    if (--m_unread > 0)
        return;
    showPlans();
    Q_EMIT becameReady();
}

void BulkPanel::showPlans()
{
    auto *body = new QWidget;
    body->setProperty("look", u"body"_s);
    auto *layout = new QVBoxLayout(body);
    layout->setContentsMargins(18, 2, 18, 14);
    m_plans.clear();
    m_area->setWidget(body); // the old one goes, and with it its plans
    delete m_seen;
    m_seen = new SeenTracker(*m_area, this);
    connect(m_seen, &SeenTracker::progressed, this, &BulkPanel::updateState);
    const ApprovalGate::Approver approver = ApprovalGate::Approver::of(m_session->key());
    QList<ledger::OperationRow> rows;
    for (const std::optional<OperationDetail> &detail : std::as_const(m_details)) {
        if (!detail)
            continue; // it cannot be read, so it cannot be approved
        const PlanReview review = PlanReview::read(*detail);
        const bool secret = !review.mask.isEmpty() || review.obstacle != Obstacle::None;
        const bool hide =
            secret && !ApprovalGate::maySee(review.row, review.quorum, approver, m_session->clock().now());
        const PlanReview masked = hide ? review.masked() : PlanReview();
        auto *plan = new BulkPlan(review, hide ? &masked : nullptr, body);
        layout->addWidget(plan);
        m_seen->watch(plan->lines());
        connect(&plan->lines(), &LinesView::arranged, this, &BulkPanel::updateState);
        m_plans.append(plan);
        rows.append(review.row);
    }
    layout->addStretch(1);
    QString totals = BulkChoice::totals(rows);
    if (const auto lost = static_cast<int>(m_operations.size() - rows.size()); lost > 0)
        totals += tr(" · %n could not be read and is left out", nullptr, lost);
    m_totals->setText(totals);
    const QString tool = rows.isEmpty() ? QString() : Wording::toolTitle(base::visibleText(rows.first().tool));
    m_title->setText(tr("%1: %n plans together", nullptr, static_cast<int>(rows.size())).arg(tool));
    m_shownAt = m_session->clock().monotonic();
    arm();
}

void BulkPanel::arm()
{
    if (!m_session)
        return;
    m_armedAt = m_session->clock().monotonic();
    m_arming.start();
    updateState();
}

ApprovalGate::Screen BulkPanel::screen() const
{
    ApprovalGate::Screen screen;
    screen.unseen = m_seen ? m_seen->total() - m_seen->seen() : 0;
    screen.folded = std::any_of(m_plans.begin(), m_plans.end(), [](BulkPlan *plan) { return plan->hasFolded(); });
    screen.shownFor = m_session->clock().monotonic() - m_armedAt;
    return screen;
}

/// `onlyItself`: what is wrong with this plan for this person, whatever is on screen.
GateBlock BulkPanel::blockOf(const BulkPlan &plan, bool onlyItself) const
{
    ApprovalGate::Screen now = screen();
    if (onlyItself)
        now = {m_session->desk().isWaiting(plan.review().row.id), false, 0, ApprovalGate::kArming};
    const base::Micros time = m_session->clock().now();
    const Acting acting(plan.review(), ApprovalGate::Approver::of(m_session->key()),
                        time); // several: the own name only
    return ApprovalGate::approve(&plan.review(), acting.own(), now, time);
}

QList<BulkPlan *> BulkPanel::included() const
{
    QList<BulkPlan *> plans;
    for (BulkPlan *plan : m_plans) {
        const GateBlock block = blockOf(*plan, true);
        if (plan->state() == BulkPlan::State::Open && (block == GateBlock::None || block == GateBlock::Locked))
            plans.append(plan);
    }
    return plans;
}

GateBlock BulkPanel::block() const
{
    if (!m_session || !isOpen() || !isRead() || m_signing)
        return GateBlock::NoPlan;
    QList<ledger::OperationRow> rows;
    for (const BulkPlan *plan : m_plans)
        rows.append(plan->review().row);
    const QList<BulkPlan *> plans = included();
    if (plans.isEmpty() || BulkChoice::problemOf(rows) != BulkChoice::Problem::None)
        return GateBlock::NoPlan;
    for (const BulkPlan *plan : plans) {
        if (const GateBlock block = blockOf(*plan, false); block != GateBlock::None)
            return block;
    }
    return GateBlock::None;
}

void BulkPanel::updateState()
{
    if (!m_session || !isOpen())
        return;
    for (BulkPlan *plan : std::as_const(m_plans)) {
        const GateBlock own = blockOf(*plan, true);
        plan->setObstacle(own == GateBlock::Locked ? QString() : ApprovalGate::text(own, &plan->review(), {}));
    }
    const GateBlock now = block();
    const QList<BulkPlan *> plans = included();
    QString text = plans.isEmpty() ? QString() : ApprovalGate::text(now, &plans.first()->review(), screen());
    if (!isRead())
        text = tr("Reading the plans …");
    m_block->setText(text);
    m_block->setVisible(!text.isEmpty());
    m_approve->setText(tr("Approve all %n and sign each", nullptr, static_cast<int>(plans.size())));
    m_approve->setEnabled(now == GateBlock::None);
    m_approve->setVisible(!plans.isEmpty());
}

void BulkPanel::scrollDown()
{
    QScrollBar *bar = m_area->verticalScrollBar();
    bar->setValue(bar->value() + bar->pageStep() - 40);
}

void BulkPanel::approve()
{
    updateState();
    const GateBlock now = block();
    if (now == GateBlock::Locked)
        Q_EMIT unlockRequested();
    if (now == GateBlock::None)
        checkAndSign();
}

/// Each is looked at once more, and signed as it was shown.
void BulkPanel::checkAndSign()
{
    m_signing = true;
    const quint64 request = m_request;
    const QList<BulkPlan *> plans = included();
    const auto left = std::make_shared<qsizetype>(plans.size());
    for (BulkPlan *plan : plans) {
        whenReady(m_session->ledger().operation(plan->review().row.id), this,
                  [this, request, plan, left](const base::Result<OperationDetail> &detail) {
                      if (request != m_request)
                          return; // closed, or read anew: the plan is gone
                      if (detail)
                          plan->compare(*detail);
                      if (plan->state() == BulkPlan::State::Open && blockOf(*plan, true) == GateBlock::None)
                          sign(*plan);
                      if (--*left == 0) {
                          m_signing = false;
                          updateState();
                      }
                  });
    }
    updateState();
}

void BulkPanel::sign(BulkPlan &plan)
{
    const ShownState shown{m_session->clock().monotonic() - m_shownAt, true, u"console-bulk"_s};
    const auto envelope = m_session->key().sign(
        decisionDraft(plan.review(), u"approve"_s, {}, shown, m_session->clock().now()), m_session->random());
    if (!envelope) {
        plan.setOutcome(Tone::Bad, Wording::error(envelope.error()));
        return;
    }
    plan.setDecided();
    m_session->desk().submit(*envelope, plan.review().row.record);
}

/// The ledger changed: whatever is not as shown any more is left out.
void BulkPanel::compareAll()
{
    if (!isOpen() || !isRead())
        return;
    const quint64 request = m_request;
    for (BulkPlan *plan : std::as_const(m_plans)) {
        if (plan->state() != BulkPlan::State::Open)
            continue;
        whenReady(m_session->ledger().operation(plan->review().row.id), this,
                  [this, request, plan](const base::Result<OperationDetail> &detail) {
                      if (request != m_request || !detail)
                          return;
                      plan->compare(*detail);
                      updateState();
                  });
    }
}

BulkPlan *BulkPanel::planOf(qint64 operation) const
{
    const auto found = std::find_if(m_plans.begin(), m_plans.end(),
                                    [operation](const BulkPlan *plan) { return plan->review().row.id == operation; });
    return found == m_plans.end() ? nullptr : *found;
}

void BulkPanel::takeReport(const DecisionReport &report)
{
    BulkPlan *plan = planOf(report.operation);
    if (!plan || plan->state() != BulkPlan::State::Decided)
        return;
    const planlines::Outcome outcome = planlines::outcome(report);
    if (report.held)
        plan->setOutcome(Tone::Wait, tr("Signed. It leaves in a moment; until then U takes it back."));
    else
        plan->setOutcome(outcome.tone, outcome.text, outcome.detail);
    updateState();
}

void BulkPanel::takeRecall(const DecisionReport &report)
{
    if (BulkPlan *plan = planOf(report.operation)) {
        plan->reopen(tr("Taken back. Nothing left this console."));
        arm();
    }
}

bool BulkPanel::event(QEvent *event)
{
    if (event->type() == QEvent::WindowActivate)
        arm();
    return QFrame::event(event);
}

} // namespace obstat::console
