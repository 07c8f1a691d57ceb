#include "console/pages/queuepage.h"

#include "base/visibletext.h"
#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/models/agewording.h"
#include "console/models/bulkchoice.h"
#include "console/models/filtertext.h"
#include "console/models/queuemodel.h"
#include "console/models/wording.h"
#include "ui_queuepage.h"

#include <QKeyEvent>

namespace obstat::console {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

QueuePage::QueuePage(QWidget *parent)
    : Page(parent), m_ui(std::make_unique<Ui::QueuePage>()), m_model(new QueueModel(this))
{
    m_ui->setupUi(this);
    m_ui->filterBar->prepare(u"queue"_s);
    m_ui->table->setOperations(m_model, u"queue"_s, {});
    m_ui->table->setFirstWidths({68, 150, 92, 108, 50, 100, 96, 84, 120}, QueueModel::Record,
                                {QueueModel::Agent, QueueModel::Run, QueueModel::Rule});
    m_ui->splitter->setStretchFactor(0, 1);
    m_ui->splitter->setSizes({660, 450});
    m_ui->amountChip->setFreeText(true, tr("500, >=500 or 500-2000"));
    m_ui->amountChip->setChoices({{u">=100"_s, u"≥ 100"_s},
                                  {u">=500"_s, u"≥ 500"_s},
                                  {u">=1000"_s, u"≥ 1,000"_s},
                                  {u">=10000"_s, u"≥ 10,000"_s}});
    m_ui->agentChip->setFreeText(true);
    m_clockTick.setInterval(1s);
    setFocusProxy(m_ui->table);
    connectWidgets();
}

QueuePage::~QueuePage() = default;

void QueuePage::connectWidgets()
{
    connect(m_ui->filterBar, &FilterBar::changed, this, &QueuePage::applyFilter);
    connect(m_ui->clearButton, &QPushButton::clicked, m_ui->filterBar, &FilterBar::clear);
    connect(m_ui->table, &OperationTable::currentIdChanged, this, &QueuePage::selectionChanged);
    connect(m_ui->table, &OperationTable::currentLeft, this, [this](qint64 id) {
        if (!m_wanted && m_ui->panel->operation() == id) // not over a plan that was asked for meanwhile
            load(id);
    });
    connect(m_ui->table, &OperationTable::opened, this, [this] { m_ui->panel->setFocus(); });
    connect(m_ui->table, &OperationTable::spacePressed, this, [this] {
        if (m_ui->bulkPanel->isOpen())
            m_ui->bulkPanel->scrollDown();
        else
            m_ui->panel->scrollDown();
    });
    connect(m_ui->table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &QueuePage::markSelected);
    connect(m_ui->bulkNotice, &Notice::actionTriggered, this, &QueuePage::openBulk);
    connect(m_ui->bulkPanel, &BulkPanel::closed, this, &QueuePage::closeBulk);
    connect(m_ui->bulkPanel, &BulkPanel::unlockRequested, this, &Page::unlockRequested);
    connect(m_ui->bulkPanel, &BulkPanel::becameReady, this, &QueuePage::updateReady);
    connect(m_ui->errorNotice, &Notice::actionTriggered, this, &QueuePage::applyFilter);
    connect(m_ui->panel, &PlanPanel::skipRequested, this, [this] { perform(Command::Skip); });
    connect(m_ui->panel, &PlanPanel::unlockRequested, this, &Page::unlockRequested);
    connect(m_ui->panel, &PlanPanel::listRequested, m_ui->table, qOverload<>(&QWidget::setFocus));
    connect(m_ui->panel, &PlanPanel::runRequested, this, &Page::runRequested);
    connect(m_ui->panel, &PlanPanel::planRequested, this, &QueuePage::showOperation);
    connect(m_model, &QueueModel::countChanged, this, &QueuePage::updateList);
    connect(m_model, &QueueModel::settled, this, &QueuePage::updateList);
    connect(m_model, &QueueModel::failed, this, &QueuePage::updateList);
    connect(&m_clockTick, &QTimer::timeout, this, &QueuePage::updateTimes);
}

QString QueuePage::title() const
{
    return tr("Queue");
}

void QueuePage::setSession(Session *session)
{
    m_session = session;
    ++m_request;
    m_loading = false;
    m_wanted.reset();
    m_ui->panel->setSession(session);
    m_ui->bulkPanel->setSession(session);
    closeBulk();
    if (!session) {
        m_clockTick.stop();
        m_model->setClient(nullptr, nullptr);
        m_model->setGuard(nullptr);
        return;
    }
    connect(session, &Session::ledgerChanged, this, [this] {
        if (isVisible())
            refresh();
        else
            m_changedHidden = true;
    });
    connect(session, &Session::overviewChanged, this, &Page::badgeChanged);
    connect(&session->key(), &KeySession::changed, this, &QueuePage::fillRoles);
    whenReady(session->ledger().distinctValues(), this,
              [this](const base::Result<ledger::LedgerReader::Distinct> &values) {
                  if (values)
                      fillChips(*values);
              });
    m_model->setGuard(&session->columns());
    m_model->setClient(&session->ledger(), &session->clock());
    applyFilter();
    m_clockTick.start();
}

void QueuePage::fillChips(const ledger::LedgerReader::Distinct &values)
{
    m_values = values;
    m_ui->toolChip->setValues(values.tools);
    m_ui->agentChip->setValues(values.actors);
    fillRoles();
}

void QueuePage::fillRoles()
{
    QList<FilterChip::Choice> choices;
    for (const QString &role : m_session ? m_session->key().roles() : QStringList())
        choices.append({role, tr("me · %1").arg(base::visibleText(role))});
    for (const QString &role : std::as_const(m_values.roles)) {
        const bool mine = m_session && m_session->key().roles().contains(role);
        if (!role.isEmpty() && !mine)
            choices.append({role, base::visibleText(role)});
    }
    m_ui->roleChip->setChoices(choices);
}

void QueuePage::applyFilter()
{
    ledger::OperationFilter filter;
    filter.statuses = {ledger::Status::AwaitingApproval};
    filter.oldestFirst = true;
    filter.role = m_ui->filterBar->value(u"roleChip"_s);
    filter.tool = m_ui->filterBar->value(u"toolChip"_s);
    filter.actor = m_ui->filterBar->value(u"agentChip"_s);
    if (const auto range = AmountRange::parse(m_ui->filterBar->value(u"amountChip"_s))) {
        filter.amountFrom = range->from;
        filter.amountTo = range->to;
    }
    m_ui->clearButton->setVisible(m_ui->filterBar->isActive());
    m_ui->errorNotice->hide();
    m_model->setFilter(filter);
}

void QueuePage::refresh()
{
    m_changedHidden = false;
    m_model->refresh();
    if (const auto id = m_ui->panel->operation())
        load(m_loading ? m_target : *id); // never back to the one that another was asked for after
}

void QueuePage::focusFilter()
{
    m_ui->filterBar->focusFirst();
}

Page::Badge QueuePage::badge() const
{
    return {m_session ? m_session->overview().counts.awaiting : 0, false};
}

/// With several plans marked, and while they are read together, the keys that decide mean all of them.
bool QueuePage::performOnMarks(Command command)
{
    const bool open = m_ui->bulkPanel->isOpen();
    if (command == Command::Approve && open)
        m_ui->bulkPanel->approve();
    else if (command == Command::Approve && m_marks.size() > 1)
        openBulk();
    else
        return open && (command == Command::Reject || command == Command::Change); // not of several
    return true;
}

bool QueuePage::perform(Command command)
{
    if (performOnMarks(command))
        return true;
    switch (command) {
    case Command::Next:
    case Command::Skip:
        m_ui->table->moveCurrent(1);
        return true;
    case Command::Previous:
        m_ui->table->moveCurrent(-1);
        return true;
    case Command::Open:
        m_ui->panel->setFocus();
        return true;
    case Command::Approve:
        m_ui->panel->approve();
        return true;
    case Command::Reject:
        m_ui->panel->startReject();
        return true;
    case Command::Change:
        m_ui->panel->startChange();
        return true;
    case Command::Select:
        markCurrent();
        return true;
    default:
        break;
    }
    return false;
}

void QueuePage::showOperation(qint64 id)
{
    m_wanted = id;
    m_ui->table->selectId(id);
    load(id);
}

bool QueuePage::isReady() const
{
    return m_session && m_model->isSettled() && !m_loading && m_ui->bulkPanel->isRead();
}

void QueuePage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (m_changedHidden && m_session)
        refresh();
}

void QueuePage::selectionChanged()
{
    const auto id = m_ui->table->currentId();
    if (!id) // the plan left the list, or the filter changed: what is being read stays
        return;
    if (m_ui->panel->operation() == id && !m_loading)
        return;
    m_wanted.reset();
    load(*id);
}

void QueuePage::load(qint64 id)
{
    if (!m_session)
        return;
    const quint64 request = ++m_request;
    m_loading = true;
    m_target = id;
    if (m_ui->panel->operation() != id)
        m_ui->panel->setLoading();
    whenReady(m_session->ledger().operation(id), this,
              [this, request](const base::Result<OperationDetail> &detail) { take(request, detail); });
}

void QueuePage::take(quint64 request, const base::Result<OperationDetail> &detail)
{
    if (request != m_request)
        return; // another plan was chosen meanwhile
    m_loading = false;
    if (detail)
        m_ui->panel->showPlan(*detail);
    else if (detail.error().code != base::ErrorCode::Cancelled)
        m_ui->errorNotice->show(Tone::Bad, Wording::error(detail.error()), Wording::errorAdvice(detail.error()));
    updateReady();
}

void QueuePage::updateList()
{
    if (const auto &error = m_model->error()) {
        m_ui->errorNotice->setAction(tr("Try again"));
        m_ui->errorNotice->show(Tone::Bad, Wording::error(*error), Wording::errorAdvice(*error));
    }
    const int rows = m_model->rowCount();
    const bool empty = rows == 0 && m_model->isSettled() && !m_model->error();
    if (empty) {
        if (m_ui->filterBar->isActive())
            m_ui->emptyState->setTexts(u"queue"_s, tr("No plan matches the filter"),
                                       tr("Other plans may be waiting. Clear the filter to see them."));
        else
            m_ui->emptyState->setTexts(u"queue"_s, tr("Nothing waits for a person"),
                                       tr("Plans appear here when a rule asks for a person, or when no rule matches. "
                                          "Nothing happens to them before somebody decides."));
        if (!m_ui->panel->operation() || m_ui->filterBar->isActive())
            m_ui->panel->clear();
    }
    m_ui->listStack->setCurrentWidget(empty ? static_cast<QWidget *>(m_ui->emptyState) : m_ui->table);
    const bool first = !m_ui->table->currentIndex().isValid() && !m_ui->panel->operation() && !m_loading;
    if (rows > 0 && first && m_model->operationAt(0) && !m_wanted)
        m_ui->table->moveCurrent(0);
    if (m_wanted && m_model->rowOf(*m_wanted) >= 0)
        m_ui->table->selectId(*std::exchange(m_wanted, std::nullopt));
    updateTimes();
    updateReady();
}

void QueuePage::updateTimes()
{
    if (!m_session)
        return;
    m_model->updateTimes();
    m_ui->panel->updateState();
    m_ui->bulkPanel->updateState();
    const int rows = m_model->rowCount();
    QString text = m_model->isCounted() ? tr("%n waiting", nullptr, rows) : tr("counting …");
    if (const ledger::OperationRow *oldest = rows > 0 ? m_model->operationAt(0) : nullptr)
        text += tr(" · oldest %1").arg(AgeWording::age(m_session->clock().now() - oldest->createdAt));
    m_ui->countLabel->setText(text);
}

void QueuePage::markCurrent()
{
    const ledger::OperationRow *row = m_model->operationAt(m_ui->table->currentIndex().row());
    if (!row || m_ui->bulkPanel->isOpen())
        return;
    m_marks.toggle(*row);
    updateMarks();
}

/// Several rows chosen with Shift, or with Ctrl and the mouse.
void QueuePage::markSelected()
{
    const QModelIndexList rows = m_ui->table->selectionModel()->selectedRows();
    if (rows.size() < 2 || m_ui->bulkPanel->isOpen())
        return;
    m_marks.take(*m_model, rows);
    updateMarks();
}

void QueuePage::updateMarks()
{
    m_model->setMarked(m_marks.idSet());
    if (m_marks.isEmpty()) {
        m_ui->bulkNotice->hide();
        return;
    }
    const QList<ledger::OperationRow> rows = m_marks.rows();
    const BulkChoice::Problem problem = BulkChoice::problemOf(rows);
    const QString what = tr("%n marked", nullptr, static_cast<int>(rows.size())) + u" · "_s + BulkChoice::totals(rows);
    m_ui->bulkNotice->setAction(problem == BulkChoice::Problem::None ? tr("Read and approve together…") : QString());
    m_ui->bulkNotice->show(
        problem == BulkChoice::Problem::None || problem == BulkChoice::Problem::TooFew ? Tone::Neutral : Tone::Warn,
        what,
        problem == BulkChoice::Problem::TooFew ? tr("X marks the next one, Esc none.") : BulkChoice::text(problem));
}

void QueuePage::openBulk()
{
    if (BulkChoice::problemOf(m_marks.rows()) != BulkChoice::Problem::None)
        return;
    m_ui->bulkNotice->hide();
    m_ui->panel->hide();
    m_ui->bulkPanel->open(m_marks.ids());
}

void QueuePage::closeBulk()
{
    m_ui->bulkPanel->close();
    m_ui->panel->show();
    m_marks.clear();
    updateMarks();
    if (const auto id = m_ui->table->currentId())
        load(*id);
}

void QueuePage::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && (m_ui->bulkPanel->isOpen() || !m_marks.isEmpty()))
        closeBulk();
    else
        Page::keyPressEvent(event);
}

void QueuePage::updateReady()
{
    if (isReady())
        Q_EMIT becameReady();
}

} // namespace obstat::console
