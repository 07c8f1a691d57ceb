#include "console/pages/eventpanel.h"

#include "base/canonicaljson.h"
#include "base/visibletext.h"
#include "console/delegates/operationdelegate.h"
#include "console/models/eventwording.h"
#include "console/models/jsontreemodel.h"
#include "console/models/wording.h"
#include "evidence/event.h"
#include "evidence/merkle.h"
#include "ui_eventpanel.h"

#include <QHeaderView>
#include <QScrollBar>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

DisplayLine line(const QString &label, const QString &value, bool mono = false)
{
    DisplayLine line;
    line.label = label;
    line.value = value;
    line.mono = mono;
    return line;
}

QString statusWord(const QString &text)
{
    const auto status = ledger::statusFromText(text);
    return status ? Wording::status(*status) : base::visibleText(text);
}

} // namespace

EventPanel::EventPanel(QWidget *parent)
    : QFrame(parent), m_ui(std::make_unique<Ui::EventPanel>()), m_tree(new JsonTreeModel(this))
{
    m_ui->setupUi(this);
    m_ui->leafTree->setModel(m_tree);
    m_ui->leafTree->setItemDelegate(new OperationDelegate(m_ui->leafTree));
    m_ui->leafTree->header()->setSectionResizeMode(JsonTreeModel::Name, QHeaderView::ResizeToContents);
    m_ui->leafTree->header()->setStretchLastSection(true);
    connect(m_ui->canonicalButton, &QToolButton::toggled, this, &EventPanel::showCanonical);
    connect(m_ui->operationButton, &QPushButton::clicked, this, [this] {
        if (m_row && m_row->operation)
            Q_EMIT operationRequested(*m_row->operation);
    });
    connect(m_ui->runButton, &QPushButton::clicked, this, [this] {
        if (m_row)
            Q_EMIT runRequested(m_row->run);
    });
    clear();
}

EventPanel::~EventPanel() = default;

void EventPanel::clear()
{
    m_row.reset();
    m_ui->head->hide();
    m_ui->area->hide();
}

std::optional<qint64> EventPanel::shownEvent() const
{
    return m_row ? std::optional(m_row->seq) : std::nullopt;
}

void EventPanel::showRecord(const ledger::EventRow &row, qint64 checkpointSize)
{
    const bool other = !m_row || m_row->seq != row.seq;
    m_row = row;
    m_ui->head->show();
    m_ui->area->show();
    fillProof(checkpointSize);
    if (!other)
        return; // an event never changes
    const EventWords words = EventWording::describe(row);
    m_ui->titleLabel->setText(words.title);
    m_ui->textLabel->setText(words.text);
    m_ui->subjectLabel->setText(tr("event %1 · %2").arg(Wording::number(row.seq), Wording::exactTime(row.at)));
    const auto event = evidence::parseLeaf(row.leaf);
    m_ui->stateNotice->setVisible(!event);
    if (event)
        fillWho(*event);
    else
        m_ui->stateNotice->show(Tone::Bad, tr("This leaf is not the canonical bytes of an event."),
                                tr("Verify the log; do not trust what this line says."));
    const auto json = base::parseCanonical(row.leaf);
    m_tree->setJson(json ? json->value : QJsonValue());
    m_ui->leafTree->expandAll();
    fitTree();
    m_ui->leafLines->setLines({line({}, base::visibleText(QString::fromUtf8(row.leaf)), true)});
    m_ui->leafLines->unfoldAll();
    m_ui->operationButton->setVisible(row.operation.has_value());
    m_ui->runButton->setVisible(!row.run.isEmpty());
    showCanonical(m_ui->canonicalButton->isChecked());
    m_ui->area->verticalScrollBar()->setValue(0);
}

/// As high as the whole tree: the panel scrolls, not a part of it.
void EventPanel::fitTree()
{
    int rows = 0;
    for (QModelIndex index = m_tree->index(0, 0); index.isValid(); index = m_ui->leafTree->indexBelow(index))
        ++rows;
    m_ui->leafTree->setFixedHeight(rows * m_ui->leafTree->sizeHintForRow(0) + 4);
}

void EventPanel::fillWho(const evidence::Event &event)
{
    QList<DisplayLine> lines{line(
        tr("who"), tr("%1 (%2)").arg(base::visibleText(event.actor.id), EventWording::actorType(event.actor.type)))};
    if (event.operation)
        lines.append(line(tr("operation"), Wording::number(*event.operation)));
    if (!event.run.isEmpty())
        lines.append(line(tr("run"), base::visibleText(event.run), true));
    if (!event.tenant.isEmpty())
        lines.append(line(tr("tenant"), base::visibleText(event.tenant)));
    if (!event.to.isEmpty())
        lines.append(line(tr("status"), event.from.isEmpty()
                                            ? statusWord(event.to)
                                            : tr("%1 → %2").arg(statusWord(event.from), statusWord(event.to))));
    for (auto digest = event.digests.begin(); digest != event.digests.end(); ++digest)
        lines.append(line(tr("digest of %1").arg(base::visibleText(digest.key())), digest.value(), true));
    m_ui->whoLines->setLines(lines);
}

void EventPanel::fillProof(qint64 checkpointSize)
{
    const bool covered = m_row->seq < checkpointSize;
    DisplayLine state = line(tr("checkpoint"),
                             covered ? tr("under the newest, of %1 event(s)", nullptr, static_cast<int>(checkpointSize))
                                           .arg(Wording::number(checkpointSize))
                                     : tr("not yet under one"));
    state.mark = covered ? DisplayLine::Mark::Holds : DisplayLine::Mark::NotEvaluated;
    const evidence::Hash hash = evidence::leafHash(m_row->leaf);
    m_ui->proofLines->setLines({state, line(tr("leaf hash"), hash.hex(), true)});
}

void EventPanel::showCanonical(bool canonical)
{
    m_ui->leafTree->setVisible(!canonical);
    m_ui->leafLines->setVisible(canonical);
}

} // namespace obstat::console
