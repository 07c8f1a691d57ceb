#include "console/pages/attentionpage.h"

#include "console/client/session.h"
#include "console/dialogs/drilldialog.h"
#include "console/models/attentionmodel.h"
#include "console/models/bulkchoice.h"
#include "console/models/conflictsmodel.h"
#include "console/models/outcomewording.h"
#include "console/pages/outcomepanel.h"
#include "ui_attentionpage.h"

#include <QKeyEvent>

// What a person does about what is stuck.

namespace obstat::console {

using namespace Qt::StringLiterals;

void AttentionPage::connectDeciding()
{
    for (OutcomePanel *panel : {&m_ui->operationPanel->outcome(), &m_ui->conflictPanel->outcome()}) {
        connect(panel, &OutcomePanel::unlockRequested, this, &Page::unlockRequested);
        connect(panel, &OutcomePanel::listRequested, this, &AttentionPage::focusList);
    }
    connect(m_ui->conflictPanel, &ConflictPanel::decisionRequested, this, &Page::decisionRequested);
    connect(m_ui->bulkAskPanel, &BulkAskPanel::closed, this, &AttentionPage::closeBulk);
    connect(m_ui->bulkAskPanel, &BulkAskPanel::unlockRequested, this, &Page::unlockRequested);
    connect(m_ui->bulkAskPanel, &BulkAskPanel::listRequested, this, &AttentionPage::focusList);
    connect(m_ui->bulkAskPanel, &BulkAskPanel::becameReady, this, &AttentionPage::updateReady);
    connect(m_ui->marksNotice, &Notice::actionTriggered, this, &AttentionPage::openBulk);
    connect(m_ui->table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &AttentionPage::markSelected);
    connect(m_ui->table, &OperationTable::spacePressed, m_ui->operationPanel, &OperationPanel::scrollDown);
    connect(m_ui->table, &OperationTable::currentLeft, this, [this](qint64 id) {
        if (m_ui->operationPanel->operation() == id)
            loadOperation(id); // settled: it stays on screen as it is now
    });
    connect(m_ui->drillButton, &QPushButton::clicked, this, &AttentionPage::openDrill);
    connect(m_ui->resultNotice, &Notice::actionTriggered, this, [this] {
        if (m_planned > 0)
            Q_EMIT decisionRequested(m_planned);
    });
}

void AttentionPage::setDecidingSession()
{
    m_ui->bulkAskPanel->setSession(m_session);
    m_ui->resultNotice->hide();
    m_marks.clear();
    updateMarks();
    if (m_session)
        connect(&m_session->desk(), &DecisionDesk::reported, this, &AttentionPage::takeReport);
}

void AttentionPage::focusList()
{
    if (isConflicts())
        m_ui->conflictTable->setFocus();
    else
        m_ui->table->setFocus();
}

/// A settled conflict leaves the list, and its panel shows another one: what became of it stands above.
void AttentionPage::takeReport(const DecisionReport &report)
{
    const auto action = OutcomeActions::ofKind(report.kind);
    if (!action || !OutcomeActions::isOfConflict(*action) || report.state == DecisionReport::State::Sending ||
        !isConflicts())
        return;
    const OutcomeWording::Outcome outcome = OutcomeWording::outcome(report);
    m_planned = report.planned;
    m_ui->resultNotice->setAction(m_planned > 0 ? tr("Show it") : QString());
    m_ui->resultNotice->show(outcome.tone, outcome.text, outcome.detail);
}

bool AttentionPage::perform(Command command)
{
    if (const auto action = OutcomePanel::actionOf(command)) {
        if (m_ui->bulkAskPanel->isOpen())
            *action == OutcomeAction::AskAgain ? m_ui->bulkAskPanel->ask() : void();
        else if (*action == OutcomeAction::AskAgain && m_marks.size() > 1)
            openBulk();
        else
            (isConflicts() ? m_ui->conflictPanel->outcome() : m_ui->operationPanel->outcome()).start(*action);
        return true;
    }
    if (command == Command::Select) {
        markCurrent();
        return m_ui->table->currentId().has_value();
    }
    const int step = command == Command::Next || command == Command::Skip ? 1 : command == Command::Previous ? -1 : 0;
    if (step == 0 && command != Command::Open)
        return false;
    if (step != 0 && isConflicts())
        m_ui->conflictTable->moveCurrent(step);
    else if (step != 0)
        m_ui->table->moveCurrent(step);
    else
        m_ui->detailStack->currentWidget()->setFocus();
    return true;
}

bool AttentionPage::mayMark() const
{
    return section() == AttentionSection::Unknown && !m_ui->bulkAskPanel->isOpen();
}

void AttentionPage::markCurrent()
{
    const ledger::OperationRow *row = m_model->operationAt(m_ui->table->currentIndex().row());
    if (!row || !mayMark())
        return;
    m_marks.toggle(*row);
    updateMarks();
}

/// Several rows chosen with Shift, or with Ctrl and the mouse.
void AttentionPage::markSelected()
{
    const QModelIndexList rows = m_ui->table->selectionModel()->selectedRows();
    if (rows.size() < 2 || !mayMark())
        return;
    m_marks.take(*m_model, rows);
    updateMarks();
}

void AttentionPage::updateMarks()
{
    m_model->setMarked(m_marks.idSet());
    if (m_marks.isEmpty()) {
        m_ui->marksNotice->hide();
        return;
    }
    const int count = m_marks.size();
    const bool many = count > BulkChoice::kMost;
    m_ui->marksNotice->setAction(count > 1 && !many ? tr("Ask about them again…") : QString());
    m_ui->marksNotice->show(many ? Tone::Warn : Tone::Neutral, tr("%n marked", nullptr, count),
                            many        ? tr("At most %n can be asked about together.", nullptr, BulkChoice::kMost)
                            : count < 2 ? tr("X marks the next one, Esc none.")
                                        : QString());
}

void AttentionPage::openBulk()
{
    if (m_marks.size() < 2 || m_marks.size() > BulkChoice::kMost || !m_session)
        return;
    m_ui->marksNotice->hide();
    m_ui->bulkAskPanel->open(m_marks.ids());
    m_ui->detailStack->setCurrentWidget(m_ui->bulkAskPanel);
    focusList();
}

void AttentionPage::closeBulk()
{
    const bool open = m_ui->bulkAskPanel->isOpen();
    m_ui->bulkAskPanel->close();
    m_marks.clear();
    updateMarks();
    if (!open)
        return;
    m_ui->detailStack->setCurrentWidget(isConflicts() ? static_cast<QWidget *>(m_ui->conflictPanel)
                                                      : m_ui->operationPanel);
    focusList();
}

void AttentionPage::openDrill()
{
    if (!m_drill)
        m_drill = new DrillDialog({}, window());
    m_drill->show(); // beside the window, which can be used meanwhile
    m_drill->raise();
    m_drill->activateWindow();
}

void AttentionPage::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && (m_ui->bulkAskPanel->isOpen() || !m_marks.isEmpty()))
        closeBulk();
    else
        Page::keyPressEvent(event);
}

} // namespace obstat::console
