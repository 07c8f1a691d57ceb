#include "console/pages/operationspage.h"

#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/models/filtertext.h"
#include "console/models/operationsmodel.h"
#include "console/models/wording.h"
#include "console/pages/outcomepanel.h"
#include "ui_operationspage.h"

namespace obstat::console {

using namespace Qt::StringLiterals;
using ledger::Status;

namespace {

const QList<Status> kOpen{Status::AwaitingApproval, Status::Approved, Status::Running, Status::Unknown};

} // namespace

OperationsPage::OperationsPage(QWidget *parent)
    : Page(parent), m_ui(std::make_unique<Ui::OperationsPage>()), m_model(new OperationsModel(this))
{
    using Column = OperationsModel::Column;
    m_ui->setupUi(this);
    m_ui->filterBar->prepare(u"operations"_s);
    m_ui->table->setOperations(m_model, u"operations"_s, {Column::Agent, Column::Run, Column::Rule, Column::Revision});
    m_ui->table->setFirstWidths({80, 150, 92, 108, 112, 110, 52, 104, 90, 120, 50}, Column::Record,
                                {Column::Reference, Column::Agent, Column::Run, Column::Rule, Column::Revision});
    m_ui->splitter->setStretchFactor(0, 1);
    m_ui->splitter->setSizes({700, 410});
    setFocusProxy(m_ui->table);
    prepareChips();
    connectWidgets();
}

OperationsPage::~OperationsPage() = default;

void OperationsPage::prepareChips()
{
    QList<FilterChip::Choice> statuses{
        {u"open"_s, tr("open (not settled)")}, {u"overdue"_s, tr("approved, overdue")}, {u"held"_s, tr("held")}};
    for (int value = 0; value <= static_cast<int>(Status::Withdrawn); ++value) {
        const auto status = static_cast<Status>(value);
        statuses.append({ledger::statusText(status), Wording::status(status)});
    }
    m_ui->statusChip->setChoices(statuses);
    m_ui->timeChip->setChoices({{u"1h"_s, tr("last hour")},
                                {u"today"_s, tr("today")},
                                {u"7d"_s, tr("last 7 days")},
                                {u"30d"_s, tr("last 30 days")},
                                {u"90d"_s, tr("last 90 days")}});
    m_ui->timeChip->setFreeText(true, tr("2026-09-20 or 2026-09-01..2026-09-20"));
    m_ui->amountChip->setFreeText(true, tr("500, >=500 or 500-2000"));
    m_ui->amountChip->setChoices({{u">=100"_s, u"≥ 100"_s},
                                  {u">=500"_s, u"≥ 500"_s},
                                  {u">=1000"_s, u"≥ 1,000"_s},
                                  {u">=10000"_s, u"≥ 10,000"_s}});
    m_ui->runChip->setFreeText(true, tr("The run's id"));
    m_ui->recordChip->setFreeText(true, tr("The record"));
    m_ui->actorChip->setFreeText(true);
    m_ui->ruleChip->setFreeText(true);
}

void OperationsPage::connectWidgets()
{
    connect(m_ui->filterBar, &FilterBar::changed, this, &OperationsPage::applyFilter);
    connect(m_ui->clearButton, &QPushButton::clicked, m_ui->filterBar, &FilterBar::clear);
    connect(m_ui->table, &OperationTable::currentIdChanged, this, &OperationsPage::selectionChanged);
    connect(m_ui->table, &OperationTable::currentLeft, this, &OperationsPage::load);
    connect(m_ui->table, &OperationTable::opened, this, [this] { m_ui->panel->setFocus(); });
    connect(m_ui->table, &OperationTable::spacePressed, m_ui->panel, &OperationPanel::scrollDown);
    connect(m_ui->errorNotice, &Notice::actionTriggered, this, &OperationsPage::applyFilter);
    connect(m_ui->panel, &OperationPanel::decisionRequested, this, &Page::decisionRequested);
    connect(m_ui->panel, &OperationPanel::unlockRequested, this, &Page::unlockRequested);
    connect(m_ui->panel, &OperationPanel::listRequested, m_ui->table, qOverload<>(&QWidget::setFocus));
    connect(m_model, &OperationsModel::countChanged, this, &OperationsPage::updateList);
    connect(m_model, &OperationsModel::settled, this, &OperationsPage::updateList);
    connect(m_model, &OperationsModel::failed, this, &OperationsPage::updateList);
}

QString OperationsPage::title() const
{
    return tr("Operations");
}

void OperationsPage::setSession(Session *session)
{
    m_session = session;
    ++m_request;
    m_loading = false;
    m_wanted.reset();
    m_ui->panel->setSession(session);
    if (!session) {
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
    whenReady(session->ledger().distinctValues(), this,
              [this](const base::Result<ledger::LedgerReader::Distinct> &values) {
                  if (values)
                      fillChips(*values);
              });
    m_model->setGuard(&session->columns());
    m_model->setClient(&session->ledger(), &session->clock());
    applyFilter();
}

void OperationsPage::fillChips(const ledger::LedgerReader::Distinct &values)
{
    m_ui->toolChip->setValues(values.tools);
    m_ui->actorChip->setValues(values.actors);
    m_ui->ruleChip->setValues(values.rules);
}

ledger::OperationFilter OperationsPage::filter() const
{
    const FilterBar::Values values = m_ui->filterBar->values();
    ledger::OperationFilter filter;
    const QString status = values.value(u"statusChip"_s);
    if (status == u"open")
        filter.statuses = kOpen;
    else if (status == u"overdue")
        filter.overdue = true;
    else if (status == u"held")
        filter.held = true;
    else if (const auto known = ledger::statusFromText(status))
        filter.statuses = {*known};
    filter.tool = values.value(u"toolChip"_s);
    filter.run = values.value(u"runChip"_s);
    filter.actor = values.value(u"actorChip"_s);
    filter.record = values.value(u"recordChip"_s);
    filter.rule = values.value(u"ruleChip"_s);
    if (const auto range = AmountRange::parse(values.value(u"amountChip"_s))) {
        filter.amountFrom = range->from;
        filter.amountTo = range->to;
    }
    if (const auto range = TimeRange::parse(values.value(u"timeChip"_s), m_session ? m_session->clock().now() : 0)) {
        filter.from = range->from;
        filter.to = range->to;
    }
    return filter;
}

void OperationsPage::applyFilter()
{
    m_ui->clearButton->setVisible(m_ui->filterBar->isActive());
    m_ui->errorNotice->hide();
    m_model->setFilter(filter());
}

void OperationsPage::refresh()
{
    m_changedHidden = false;
    m_model->refresh();
    if (const auto id = m_ui->panel->operation())
        load(*id);
}

void OperationsPage::focusFilter()
{
    m_ui->filterBar->focusFirst();
}

bool OperationsPage::perform(Command command)
{
    switch (command) {
    case Command::Next:
    case Command::Skip:
        m_ui->table->moveCurrent(1);
        return true;
    case Command::Previous:
        m_ui->table->moveCurrent(-1);
        return true;
    case Command::Select:
        m_ui->table->selectionModel()->select(m_ui->table->currentIndex(),
                                              QItemSelectionModel::Toggle | QItemSelectionModel::Rows);
        return true;
    case Command::Open:
        m_ui->panel->setFocus();
        return true;
    default:
        break;
    }
    const auto action = OutcomePanel::actionOf(command);
    if (action)
        m_ui->panel->outcome().start(*action);
    return action.has_value();
}

void OperationsPage::showOperation(qint64 id)
{
    m_wanted = id;
    m_ui->table->selectId(id);
    load(id);
}

void OperationsPage::showRun(const QString &run)
{
    m_ui->filterBar->setValues({{u"runChip"_s, run}});
}

bool OperationsPage::isReady() const
{
    return m_session && m_model->isSettled() && !m_loading;
}

void OperationsPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (m_changedHidden && m_session)
        refresh();
}

void OperationsPage::selectionChanged()
{
    const auto id = m_ui->table->currentId();
    if (!id || (m_ui->panel->operation() == id && !m_loading))
        return;
    m_wanted.reset();
    load(*id);
}

void OperationsPage::load(qint64 id)
{
    if (!m_session)
        return;
    const quint64 request = ++m_request;
    m_loading = true;
    whenReady(m_session->ledger().operation(id), this,
              [this, request](const base::Result<OperationDetail> &detail) { take(request, detail); });
}

void OperationsPage::take(quint64 request, const base::Result<OperationDetail> &detail)
{
    if (request != m_request)
        return;
    m_loading = false;
    if (detail)
        m_ui->panel->showOperation(*detail);
    else if (detail.error().code != base::ErrorCode::Cancelled)
        m_ui->errorNotice->show(Tone::Bad, Wording::error(detail.error()), Wording::errorAdvice(detail.error()));
    updateReady();
}

void OperationsPage::updateList()
{
    if (const auto &error = m_model->error()) {
        m_ui->errorNotice->setAction(tr("Try again"));
        m_ui->errorNotice->show(Tone::Bad, Wording::error(*error), Wording::errorAdvice(*error));
    }
    const int rows = m_model->rowCount();
    const bool empty = rows == 0 && m_model->isSettled() && !m_model->error();
    if (empty) {
        if (m_ui->filterBar->isActive())
            m_ui->emptyState->setTexts(u"operations"_s, tr("No operation matches the filter"),
                                       tr("Clear a part of it to see more."));
        else
            m_ui->emptyState->setTexts(u"operations"_s, tr("The ledger is empty"),
                                       tr("Every call of a write tool that an agent makes through the gateway appears "
                                          "here, with all that happened to it."));
    }
    m_ui->listStack->setCurrentWidget(empty ? static_cast<QWidget *>(m_ui->emptyState) : m_ui->table);
    const bool first = !m_ui->table->currentIndex().isValid() && !m_ui->panel->operation() && !m_loading;
    if (rows > 0 && first && m_model->operationAt(0) && !m_wanted)
        m_ui->table->moveCurrent(0);
    if (m_wanted && m_model->rowOf(*m_wanted) >= 0)
        m_ui->table->selectId(*std::exchange(m_wanted, std::nullopt));
    m_ui->countLabel->setText(m_model->isCounted() ? tr("%1 operations").arg(Wording::number(rows)) : tr("counting …"));
    updateReady();
}

void OperationsPage::updateReady()
{
    if (isReady())
        Q_EMIT becameReady();
}

} // namespace obstat::console
