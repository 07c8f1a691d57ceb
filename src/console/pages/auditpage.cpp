#include "console/pages/auditpage.h"

#include "base/visibletext.h"
#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/models/eventsmodel.h"
#include "console/models/filtertext.h"
#include "console/models/gapsmodel.h"
#include "console/models/numbercards.h"
#include "console/models/wording.h"
#include "evidence/eventkinds.h"
#include "ui_auditpage.h"

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr base::Micros kDefaultRange = 30 * base::kDay; // of completeness

} // namespace

AuditPage::AuditPage(QWidget *parent)
    : Page(parent)
    , m_ui(std::make_unique<Ui::AuditPage>())
    , m_events(new EventsModel(this))
    , m_gaps(new GapsModel(this))
{
    m_ui->setupUi(this);
    m_ui->filterBar->prepare(u"audit"_s);
    m_ui->table->setRecords(m_events, u"audit"_s, {62, 80, 168, 0, 80, 116, 110, 90},
                            {EventsModel::Run, EventsModel::Tenant});
    m_ui->gapTable->setRecords(m_gaps, u"gaps"_s, {92, 130, 150, 0, 110, 120});
    m_ui->splitter->setStretchFactor(0, 1);
    m_ui->splitter->setSizes({700, 410});
    prepareChips();
    connectWidgets();
}

AuditPage::~AuditPage() = default;

void AuditPage::prepareChips()
{
    QList<FilterChip::Choice> kinds;
    for (const QLatin1StringView kind : evidence::kinds::all())
        kinds.append({QString(kind), EventWording::kind(QString(kind))});
    m_ui->kindChip->setChoices(kinds);
    m_ui->timeChip->setChoices({{u"1h"_s, tr("last hour")},
                                {u"today"_s, tr("today")},
                                {u"7d"_s, tr("last 7 days")},
                                {u"30d"_s, tr("last 30 days")},
                                {u"90d"_s, tr("last 90 days")}});
    m_ui->timeChip->setFreeText(true, tr("2026-09-20 or 2026-09-01..2026-09-20"));
    m_ui->operationChip->setFreeText(true, tr("The operation's number"));
    m_ui->runChip->setFreeText(true, tr("The run's id"));
    m_ui->actorChip->setFreeText(true, tr("An agent, a person or a rule"));
}

void AuditPage::connectWidgets()
{
    connect(m_ui->filterBar, &FilterBar::changed, this, &AuditPage::applyFilter);
    connect(m_ui->timeChip, &FilterChip::valueChanged, this, &AuditPage::applyRange);
    connect(m_ui->clearButton, &QPushButton::clicked, m_ui->filterBar, &FilterBar::clear);
    connect(m_ui->table, &RecordTable::currentRowChanged, this, &AuditPage::selectionChanged);
    connect(m_ui->table, &RecordTable::opened, this, [this](int row) {
        const ledger::EventRow *event = m_events->eventAt(row);
        if (event && event->operation)
            Q_EMIT operationRequested(*event->operation);
    });
    connect(m_ui->gapTable, &RecordTable::opened, this,
            [this](int row) { Q_EMIT operationRequested(m_gaps->operationAt(row)); });
    connect(m_ui->gapBackButton, &QPushButton::clicked, this, &AuditPage::showEvents);
    connect(m_ui->panel, &EventPanel::operationRequested, this, &Page::operationRequested);
    connect(m_ui->panel, &EventPanel::runRequested, this, &AuditPage::showRun);
    connect(m_ui->proof, &LogProof::gapChosen, this, &AuditPage::showGap);
    connect(m_ui->proof, &LogProof::checkpointChanged, this, &AuditPage::selectionChanged);
    connect(m_ui->proof, &LogProof::settled, this, &AuditPage::updateReady);
    connect(m_ui->errorNotice, &Notice::actionTriggered, this, &AuditPage::applyFilter);
    connect(m_events, &EventsModel::countChanged, this, &AuditPage::updateList);
    connect(m_events, &EventsModel::settled, this, &AuditPage::updateList);
    connect(m_events, &EventsModel::failed, this, &AuditPage::updateList);
    connect(m_gaps, &GapsModel::failed, this, &AuditPage::showError);
    connect(m_gaps, &GapsModel::settled, this, &AuditPage::updateReady);
}

QString AuditPage::title() const
{
    return tr("Audit");
}

void AuditPage::setSession(Session *session)
{
    if (m_session)
        m_session->disconnect(this);
    m_session = session;
    m_ui->panel->clear();
    m_gaps->clear();
    m_gap.clear();
    m_ui->proof->setSession(session);
    if (!session) {
        m_events->setClient(nullptr, nullptr);
        m_gaps->setGuard(nullptr);
        return;
    }
    connect(session, &Session::ledgerChanged, this, [this] {
        m_changedHidden = !isVisible();
        if (isVisible()) {
            m_events->refresh();
            m_ui->proof->refreshCheckpoint();
        }
    });
    whenReady(session->ledger().distinctValues(), this,
              [this](const base::Result<ledger::LedgerReader::Distinct> &values) {
                  if (!values)
                      return;
                  m_ui->actorChip->setValues(values->actors);
                  m_ui->tenantChip->setValues(values->tenants);
              });
    m_events->setClient(&session->ledger(), &session->clock());
    m_gaps->setGuard(&session->columns());
    m_ui->proof->refreshCheckpoint();
    applyFilter();
    applyRange();
}

ledger::EventFilter AuditPage::filter() const
{
    const FilterBar::Values values = m_ui->filterBar->values();
    ledger::EventFilter filter;
    filter.kind = values.value(u"kindChip"_s);
    filter.actor = values.value(u"actorChip"_s);
    filter.run = values.value(u"runChip"_s);
    filter.tenant = values.value(u"tenantChip"_s);
    const QString operation = values.value(u"operationChip"_s);
    if (!operation.isEmpty())
        filter.operation = Wording::numberFrom(operation).value_or(0); // what is no number is no operation
    if (const auto range = TimeRange::parse(values.value(u"timeChip"_s), m_session ? m_session->clock().now() : 0)) {
        filter.from = range->from;
        filter.to = range->to;
    }
    return filter;
}

void AuditPage::applyFilter()
{
    m_ui->clearButton->setVisible(m_ui->filterBar->isActive());
    m_ui->panel->clear();
    showEvents();
    m_events->setFilter(filter());
    m_ui->errorNotice->hide(); // it was about the filter before
}

/// Completeness is of the time that the filter names, else of the last 30 days.
void AuditPage::applyRange()
{
    if (!m_session)
        return;
    const base::Micros now = m_session->clock().now();
    const QString text = m_ui->timeChip->value();
    const auto range = TimeRange::parse(text, now);
    if (range)
        m_ui->proof->setRange({range->from.value_or(0), range->to.value_or(now), {}},
                              tr("the time “%1”").arg(base::visibleText(text)));
    else
        m_ui->proof->setRange({now - kDefaultRange, now, {}}, tr("the last 30 days"));
}

void AuditPage::refresh()
{
    m_changedHidden = false;
    if (!m_session)
        return;
    m_events->refresh();
    m_ui->proof->refreshCheckpoint();
    applyRange();
}

void AuditPage::focusFilter()
{
    m_ui->filterBar->focusFirst();
}

bool AuditPage::perform(Command command)
{
    RecordTable *table = m_gap.isEmpty() ? m_ui->table : m_ui->gapTable;
    switch (command) {
    case Command::Next:
    case Command::Skip:
        table->moveCurrent(1);
        return true;
    case Command::Previous:
        table->moveCurrent(-1);
        return true;
    case Command::Open:
        m_ui->panel->setFocus();
        return true;
    default:
        break;
    }
    return false;
}

void AuditPage::showOperation(qint64 id)
{
    m_ui->filterBar->setValues({{u"operationChip"_s, QString::number(id)}});
}

void AuditPage::showRun(const QString &run)
{
    m_ui->filterBar->setValues({{u"runChip"_s, run}});
}

void AuditPage::applyLink(const QMap<QString, QString> &values)
{
    FilterBar::Values chips = values;
    const QString gap = chips.take(u"gap"_s);
    m_ui->filterBar->setValues(chips);
    if (!gap.isEmpty())
        showGap(gap);
}

void AuditPage::updateList()
{
    if (const auto &error = m_events->error())
        showError(*error);
    const int rows = m_events->rowCount();
    if (m_gap.isEmpty()) {
        const bool empty = rows == 0 && m_events->isSettled() && !m_events->error();
        if (empty)
            updateEmptyState();
        m_ui->listStack->setCurrentWidget(empty ? static_cast<QWidget *>(m_ui->emptyState) : m_ui->table);
    }
    if (rows > 0 && m_ui->table->currentRow() < 0 && m_events->eventAt(0))
        m_ui->table->moveCurrent(0);
    QString count = tr("counting …");
    if (m_events->isCounted())
        count =
            m_events->total() > rows
                ? tr("%1 events, the newest %2 listed").arg(Wording::number(m_events->total()), Wording::number(rows))
                : tr("%1 event(s)", nullptr, static_cast<int>(rows)).arg(Wording::number(rows));
    m_ui->countLabel->setText(count);
    updateReady();
}

void AuditPage::updateEmptyState()
{
    if (m_ui->filterBar->isActive())
        m_ui->emptyState->setTexts(u"audit"_s, tr("No event matches the filter"),
                                   tr("Clear a part of it to see more."));
    else
        m_ui->emptyState->setTexts(u"audit"_s, tr("The log is empty"),
                                   tr("Everything that happens to an operation, and every administrator's act, becomes "
                                      "one event here. Events are only ever added."));
}

void AuditPage::selectionChanged()
{
    const ledger::EventRow *event = m_events->eventAt(m_ui->table->currentRow());
    if (event)
        m_ui->panel->showRecord(*event, m_ui->proof->checkpointSize());
}

void AuditPage::showGap(const QString &gap)
{
    if (!m_session)
        return;
    m_gap = gap;
    m_ui->gapTitle->setText(tr("Operations %1").arg(NumberCards::gap(gap)));
    m_gaps->start(&m_session->ledger(), &m_session->clock(), m_ui->proof->range(), gap);
    m_ui->listStack->setCurrentWidget(m_ui->gapSide);
    m_ui->gapTable->setFocus();
}

void AuditPage::showEvents()
{
    m_gap.clear();
    m_gaps->clear();
    m_ui->listStack->setCurrentWidget(m_ui->table);
    updateList();
}

void AuditPage::showError(const base::Error &error)
{
    if (error.code == base::ErrorCode::Cancelled)
        return;
    m_ui->errorNotice->setAction(tr("Try again"));
    m_ui->errorNotice->show(Tone::Bad, Wording::error(error), Wording::errorAdvice(error));
}

bool AuditPage::isReady() const
{
    return m_session && m_events->isSettled() && m_gaps->isSettled() && m_ui->proof->isSettled();
}

void AuditPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (m_changedHidden && m_session)
        refresh();
}

void AuditPage::updateReady()
{
    if (isReady())
        Q_EMIT becameReady();
}

} // namespace obstat::console
