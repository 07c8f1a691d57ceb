#include "console/pages/attentionpage.h"

#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/models/attentionmodel.h"
#include "console/models/conflictsmodel.h"
#include "console/models/wording.h"
#include "evidence/eventkinds.h"
#include "ui_attentionpage.h"

namespace obstat::console {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Section = AttentionSection;

AttentionPage::AttentionPage(QWidget *parent)
    : Page(parent)
    , m_ui(std::make_unique<Ui::AttentionPage>())
    , m_model(new AttentionModel(this))
    , m_conflicts(new ConflictsModel(this))
{
    using Column = AttentionModel::Column;
    m_ui->setupUi(this);
    for (const Section each : AttentionWording::sections())
        m_ui->sections->addSection(AttentionWording::title(each));
    m_ui->table->setOperations(m_model, u"attention"_s, {Column::Status, Column::Agent, Column::Run});
    m_ui->table->setFirstWidths({80, 150, 84, 108, 108, 74, 150, 110, 110}, Column::Record,
                                {Column::Next, Column::Status, Column::Agent, Column::Run});
    m_ui->conflictTable->setRecords(m_conflicts, u"conflicts"_s, {90, 130, 0, 112, 112});
    m_ui->splitter->setStretchFactor(0, 1);
    m_ui->splitter->setSizes({712, 398});
    m_ages.setInterval(1s);
    setFocusProxy(m_ui->table);
    connectWidgets();
    connectDeciding();
    m_ui->sections->setCurrent(0);
}

AttentionPage::~AttentionPage() = default;

void AttentionPage::connectWidgets()
{
    connect(m_ui->sections, &SectionBar::currentChanged, this, &AttentionPage::showSection);
    connect(m_ui->table, &OperationTable::currentIdChanged, this, &AttentionPage::selectionChanged);
    connect(m_ui->table, &OperationTable::opened, this, &Page::operationRequested);
    connect(m_ui->conflictTable, &RecordTable::currentRowChanged, this, &AttentionPage::selectionChanged);
    connect(m_ui->conflictTable, &RecordTable::opened, this,
            [this](int row) { Q_EMIT operationRequested(m_conflicts->conflict(row).operation); });
    connect(m_ui->operationPanel, &OperationPanel::decisionRequested, this, &Page::decisionRequested);
    connect(m_ui->conflictPanel, &ConflictPanel::operationRequested, this, &Page::operationRequested);
    connect(m_ui->errorNotice, &Notice::actionTriggered, this, &AttentionPage::refresh);
    connect(m_ui->alarmButton, &QPushButton::clicked, this,
            [this] { Q_EMIT linkRequested(u"audit"_s, {{u"kindChip"_s, QString(evidence::kinds::alarm)}}); });
    for (const auto signal : {&AttentionModel::countChanged, &AttentionModel::settled})
        connect(m_model, signal, this, &AttentionPage::updateList);
    connect(m_model, &AttentionModel::failed, this, &AttentionPage::updateList);
    connect(m_conflicts, &ConflictsModel::settled, this, &AttentionPage::updateList);
    connect(m_conflicts, &ConflictsModel::failed, this, &AttentionPage::updateList);
    connect(&m_ages, &QTimer::timeout, this, [this] {
        if (!isVisible())
            return;
        m_model->updateTimes();
        m_ui->bulkAskPanel->updateState();
    });
}

QString AttentionPage::title() const
{
    return tr("Attention");
}

void AttentionPage::setSession(Session *session)
{
    if (m_session) {
        m_session->disconnect(this);
        m_session->desk().disconnect(this);
    }
    m_session = session;
    m_chosen = false;
    clearDetail();
    m_ui->operationPanel->setSession(session);
    m_ui->conflictPanel->setSession(session);
    setDecidingSession();
    m_ages.stop();
    LedgerClient *client = session ? &session->ledger() : nullptr;
    const base::Clock *clock = session ? &session->clock() : nullptr;
    m_model->setGuard(session ? &session->columns() : nullptr);
    m_model->setClient(client, clock);
    m_conflicts->setGuard(session ? &session->columns() : nullptr);
    m_conflicts->setClient(client, clock);
    if (!session) {
        m_badge = {};
        Q_EMIT badgeChanged();
        return;
    }
    connect(session, &Session::overviewChanged, this, &AttentionPage::takeOverview);
    connect(session, &Session::ledgerChanged, this, [this] {
        if (isVisible())
            refresh();
        else
            m_changedHidden = true;
    });
    m_ages.start();
    updateList();
    if (session->isRead())
        takeOverview();
}

void AttentionPage::takeOverview()
{
    const ledger::LiveCounts &counts = m_session->overview().counts;
    const QList<Section> sections = AttentionWording::sections();
    int firstStuck = -1;
    for (int i = 0; i < sections.size(); ++i) {
        const qint64 count = AttentionWording::count(sections.at(i), counts);
        m_ui->sections->setCount(i, count);
        if (count > 0 && firstStuck < 0)
            firstStuck = i;
    }
    // What failed is settled: it is shown, but it does not call anybody.
    const Badge badge{counts.unknown + counts.openConflicts + counts.contradicted + counts.overdue + counts.held,
                      counts.unknown + counts.contradicted + counts.held + counts.overdue > 0};
    if (badge.count != m_badge.count || badge.urgent != m_badge.urgent) {
        m_badge = badge;
        Q_EMIT badgeChanged();
    }
    if (!m_chosen && firstStuck >= 0) {
        m_chosen = true;
        m_ui->sections->setCurrent(firstStuck);
    }
}

Page::Badge AttentionPage::badge() const
{
    return m_badge;
}

Section AttentionPage::section() const
{
    return AttentionWording::sections().at(std::max(0, m_ui->sections->current()));
}

void AttentionPage::showSection()
{
    m_ui->hintLabel->setText(AttentionWording::hint(section()));
    m_ui->alarmButton->setVisible(section() == Section::Held); // some concern no operation: a clock that jumped
    m_ui->errorNotice->hide();
    m_ui->resultNotice->hide();
    setFocusProxy(isConflicts() ? static_cast<QWidget *>(m_ui->conflictTable) : m_ui->table);
    closeBulk();
    clearDetail();
    if (m_session && m_session->isRead())
        m_chosen = true;
    if (!isConflicts())
        m_model->setSection(section());
    updateList();
}

void AttentionPage::applyLink(const QMap<QString, QString> &values)
{
    const QList<Section> sections = AttentionWording::sections();
    for (int i = 0; i < sections.size(); ++i) {
        if (AttentionWording::name(sections.at(i)) == values.value(u"section"_s)) {
            m_chosen = true;
            m_ui->sections->setCurrent(i);
        }
    }
}

void AttentionPage::refresh()
{
    m_changedHidden = false;
    if (!m_session)
        return;
    if (isConflicts())
        m_conflicts->refresh();
    else
        m_model->refresh();
    if (const auto id = m_ui->operationPanel->operation(); id && !isConflicts())
        loadOperation(*id);
}

void AttentionPage::focusFilter()
{
    m_ui->sections->setFocus();
}

void AttentionPage::updateList()
{
    const auto &error = isConflicts() ? m_conflicts->error() : m_model->error();
    const bool settled = isConflicts() ? m_conflicts->isSettled() : m_model->isSettled();
    const int rows = isConflicts() ? m_conflicts->rowCount() : m_model->rowCount();
    m_ui->errorNotice->setVisible(error.has_value());
    if (error)
        showError(*error);
    const bool empty = rows == 0 && settled && !error;
    QWidget *table = isConflicts() ? static_cast<QWidget *>(m_ui->conflictTable) : m_ui->table;
    if (empty) {
        m_ui->emptyState->setTexts(u"check"_s, AttentionWording::emptyTitle(section()),
                                   AttentionWording::emptyText(section()));
        if (isConflicts() || !m_ui->operationPanel->operation())
            clearDetail(); // what was settled a moment ago stays, with what became of it
    }
    m_ui->listStack->setCurrentWidget(empty ? static_cast<QWidget *>(m_ui->emptyState) : table);
    const bool none = !m_ui->table->currentIndex().isValid() && !m_ui->operationPanel->operation() && !m_loading;
    if (!isConflicts() && rows > 0 && none && m_model->operationAt(0))
        m_ui->table->moveCurrent(0);
    if (isConflicts() && rows > 0 && m_ui->conflictTable->currentRow() < 0)
        m_ui->conflictTable->moveCurrent(0);
    else if (isConflicts() && rows > 0 && !m_ui->conflictPanel->shownEvent() && !m_loading)
        selectionChanged();
    updateReady();
}

void AttentionPage::selectionChanged()
{
    if (!m_session)
        return; // the tables are emptied when a ledger is closed
    if (isConflicts()) {
        const int row = m_ui->conflictTable->currentRow();
        if (row >= 0 && m_ui->conflictPanel->shownEvent() != m_conflicts->conflict(row).event)
            loadConflict(m_conflicts->conflict(row));
    } else if (const auto id = m_ui->table->currentId(); id && m_ui->operationPanel->operation() != id) {
        loadOperation(*id);
    }
}

void AttentionPage::loadOperation(qint64 id)
{
    const quint64 request = ++m_request;
    m_loading = true;
    whenReady(m_session->ledger().operation(id), this, [this, request](const base::Result<OperationDetail> &detail) {
        if (request != m_request)
            return;
        m_loading = false;
        if (detail) {
            m_ui->operationPanel->showOperation(*detail);
            if (!m_ui->bulkAskPanel->isOpen())
                m_ui->detailStack->setCurrentWidget(m_ui->operationPanel);
        } else {
            showError(detail.error());
        }
        updateReady();
    });
}

void AttentionPage::loadConflict(const ledger::ConflictRow &conflict)
{
    const quint64 request = ++m_request;
    m_loading = true;
    const auto takeBoth = [this, request, conflict](const OperationDetail &first, const StoredBytes &second) {
        if (request != m_request)
            return;
        m_loading = false;
        m_ui->conflictPanel->showConflict(conflict, first, second);
        m_ui->detailStack->setCurrentWidget(m_ui->conflictPanel);
        updateReady();
    };
    const auto takeFirst = [this, request, conflict, takeBoth](const base::Result<OperationDetail> &first) {
        if (request != m_request)
            return;
        if (!first) {
            m_loading = false;
            showError(first.error());
            updateReady();
            return;
        }
        whenReady(m_session->ledger().payload(conflict.payloadDigest), this,
                  [takeBoth, first = *first](const StoredBytes &second) { takeBoth(first, second); });
    };
    whenReady(m_session->ledger().operation(conflict.operation), this, takeFirst);
}

void AttentionPage::showError(const base::Error &error)
{
    if (error.code == base::ErrorCode::Cancelled)
        return;
    m_ui->errorNotice->setAction(tr("Try again"));
    m_ui->errorNotice->show(Tone::Bad, Wording::error(error), Wording::errorAdvice(error));
}

void AttentionPage::clearDetail()
{
    ++m_request;
    m_loading = false;
    m_ui->operationPanel->clear();
    m_ui->conflictPanel->clear();
}

bool AttentionPage::isReady() const
{
    return m_session && m_session->isRead() && !m_loading && m_ui->bulkAskPanel->isRead() &&
           (isConflicts() ? m_conflicts->isSettled() : m_model->isSettled());
}

void AttentionPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (m_changedHidden && m_session)
        refresh();
}

void AttentionPage::updateReady()
{
    if (isReady())
        Q_EMIT becameReady();
}

} // namespace obstat::console
