#include "console/pages/operationpanel.h"

#include "base/visibletext.h"
#include "console/client/session.h"
#include "console/models/readermask.h"
#include "console/models/timelinebuilder.h"
#include "console/models/timelinemodel.h"
#include "console/models/toolwording.h"
#include "console/models/wording.h"
#include "console/pages/operationlines.h"
#include "console/pages/outcomepanel.h"
#include "console/pages/planlines.h"
#include "evidence/event.h"
#include "evidence/eventkinds.h"
#include "ui_operationpanel.h"

#include <QScrollBar>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

void put(PlainTextLabel *heading, LinesView *view, const QList<DisplayLine> &lines)
{
    heading->setVisible(!lines.isEmpty());
    view->setVisible(!lines.isEmpty());
    view->setLines(lines);
}

/// Whether it became unknown because an administrator resumed a log that had gone back.
bool wasResumed(const OperationDetail &detail)
{
    const auto found = std::find_if(detail.timeline.crbegin(), detail.timeline.crend(),
                                    [](const ledger::EventRow &row) { return row.kind == evidence::kinds::unknown; });
    if (found == detail.timeline.crend())
        return false;
    const auto event = evidence::parseLeaf(found->leaf);
    return event && event->data.value("why"_L1).toString() == u"resumed";
}

} // namespace

OperationPanel::OperationPanel(QWidget *parent)
    : QFrame(parent), m_ui(std::make_unique<Ui::OperationPanel>()), m_timeline(new TimelineModel(this))
{
    m_ui->setupUi(this);
    m_ui->timelineView->setTimeline(m_timeline);
    connect(m_ui->stateNotice, &Notice::actionTriggered, this, [this] {
        if (m_detail)
            Q_EMIT decisionRequested(m_detail->row.id);
    });
    connect(m_ui->outcomePanel, &OutcomePanel::unlockRequested, this, &OperationPanel::unlockRequested);
    connect(m_ui->outcomePanel, &OutcomePanel::listRequested, this, &OperationPanel::listRequested);
    connect(m_ui->outcomePanel, &OutcomePanel::planRequested, this, &OperationPanel::decisionRequested);
    clear();
}

OperationPanel::~OperationPanel() = default;

void OperationPanel::clear()
{
    m_detail.reset();
    m_timeline->clear();
    m_ui->head->hide();
    m_ui->area->hide();
    m_ui->outcomePanel->clear();
}

OutcomePanel &OperationPanel::outcome()
{
    return *m_ui->outcomePanel;
}

std::optional<qint64> OperationPanel::operation() const
{
    return m_detail ? std::optional(m_detail->row.id) : std::nullopt;
}

void OperationPanel::scrollDown()
{
    QScrollBar *bar = m_ui->area->verticalScrollBar();
    bar->setValue(bar->value() + bar->pageStep() - 40);
}

void OperationPanel::setSession(Session *session)
{
    if (m_session)
        m_session->key().disconnect(this);
    m_session = session;
    m_ui->outcomePanel->setSession(session);
    clear();
    if (session)
        connect(&session->key(), &KeySession::changed, this, &OperationPanel::render);
}

void OperationPanel::showOperation(const OperationDetail &detail)
{
    const bool same = operation() == detail.row.id;
    m_detail = detail;
    m_ui->head->show();
    m_ui->area->show();
    render();
    m_ui->outcomePanel->showOperation(detail);
    if (!same)
        m_ui->area->verticalScrollBar()->setValue(0);
}

void OperationPanel::render()
{
    if (!m_detail)
        return;
    const SensitiveMask mask = readerMask(*m_detail, {}, m_session);
    renderHead(*m_detail, mask);
    renderState(*m_detail);
    m_timeline->setItems(m_detail->row.id, TimelineBuilder::build(*m_detail, mask));
    m_ui->timelineHeading->setText(tr("TIMELINE · %n event(s)", nullptr, static_cast<int>(m_detail->timeline.size())));
    put(m_ui->proofHeading, m_ui->proofLines, operationlines::proof(*m_detail));
    renderValues(mask);
    put(m_ui->attemptsHeading, m_ui->attemptLines, operationlines::attempts(*m_detail, mask));
    put(m_ui->decisionsHeading, m_ui->decisionLines, operationlines::decisions(*m_detail));
    put(m_ui->hitsHeading, m_ui->hitLines, operationlines::hits(*m_detail));
    put(m_ui->keysHeading, m_ui->keyLines, operationlines::identity(*m_detail, mask));
}

void OperationPanel::renderValues(const SensitiveMask &mask)
{
    const OperationDetail &detail = *m_detail;
    const QList<DisplayLine> arguments = operationlines::json(detail.arguments, tr("The arguments were purged"), mask);
    put(m_ui->argumentsHeading, m_ui->argumentLines, arguments);
    m_ui->argumentsHeading->setText(tr("ARGUMENTS · %1").arg(arguments.size()));
    const QString warnings = planlines::warningText(PlanReview::warningsOf(detail.arguments));
    if (warnings.isEmpty())
        m_ui->warningNotice->hide();
    else
        m_ui->warningNotice->show(Tone::Warn, warnings);
    put(m_ui->factsHeading, m_ui->factLines, operationlines::json(detail.facts, tr("The facts were purged"), mask));
    put(m_ui->resultHeading, m_ui->resultLines,
        detail.row.resultDigest.isEmpty() ? QList<DisplayLine>()
                                          : operationlines::json(detail.result, tr("The result was purged"), mask));
}

QString OperationPanel::unknownText(const OperationDetail &detail)
{
    if (wasResumed(detail) && detail.row.attempts == 0 && detail.attempts.isEmpty())
        return tr("Was open when the log went back; this copy never sent it. Look into the owner's own book.");
    if (!detail.row.notBefore)
        return tr("Whether it happened is not known, and nothing repeats it. Look into the owner's own book.");
    return tr("Whether it happened is not known. It is not repeated blindly; the owner is asked.");
}

void OperationPanel::renderHead(const OperationDetail &detail, const SensitiveMask &mask)
{
    const ledger::OperationRow &row = detail.row;
    const QString title = ToolWording::title(detail);
    m_ui->titleLabel->setText(
        row.record.isEmpty() ? title : QString(title + u' ' + mask.text(base::visibleText(row.record)).left(160)));
    m_ui->statusPill->setPill({row.held ? u"warning"_s : Wording::statusIcon(row.status),
                               row.held ? tr("held") : Wording::status(row.status),
                               row.held ? Tone::Bad : Wording::statusTone(row.status)});
    m_ui->sumLabel->setText(m_session ? m_session->columns().amount(row) : Wording::amount(row.amount, row.currency));
    m_ui->sumLabel->setVisible(!row.amount.isEmpty());
    QStringList parts{mask.text(base::visibleText(row.natural)).left(300)};
    if (!row.reference.isEmpty())
        parts.append(base::visibleText(row.reference.left(80)));
    if (!row.run.isEmpty())
        parts.append(tr("run %1").arg(base::visibleText(row.run.left(80))));
    m_ui->subjectLabel->setText(parts.join(u" · "_s));
}

void OperationPanel::renderState(const OperationDetail &detail)
{
    m_ui->stateNotice->setAction({});
    if (detail.row.held) {
        m_ui->stateNotice->show(Tone::Bad, tr("Held: something about this plan does not verify. It is not executed."));
    } else if (detail.row.status == ledger::Status::AwaitingApproval) {
        m_ui->stateNotice->setAction(tr("Decide in the queue"));
        m_ui->stateNotice->show(Tone::Wait, tr("Nothing has happened yet; a person decides."));
    } else if (detail.row.status == ledger::Status::Unknown) {
        m_ui->stateNotice->show(Tone::Unknown, unknownText(detail));
    } else {
        m_ui->stateNotice->hide();
    }
}

} // namespace obstat::console
