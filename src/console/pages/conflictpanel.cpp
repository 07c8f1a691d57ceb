#include "console/pages/conflictpanel.h"

#include "base/visibletext.h"
#include "console/client/session.h"
#include "console/models/payloaddiff.h"
#include "console/models/readermask.h"
#include "console/models/toolwording.h"
#include "console/models/wording.h"
#include "console/pages/outcomepanel.h"
#include "ui_conflictpanel.h"

#include <QScrollBar>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

DisplayLine line(const QString &label, const QString &value, bool mono = false)
{
    DisplayLine line;
    line.label = label;
    line.value = value.isEmpty() ? u"–"_s : base::visibleText(value);
    line.mono = mono;
    return line;
}

/// More than the view of two columns lays out in one go.
bool isLong(const QList<SideBySideView::Row> &rows)
{
    qsizetype length = 0;
    for (const SideBySideView::Row &row : rows)
        length += row.label.size() + row.first.value_or(QString()).size() + row.second.value_or(QString()).size();
    return length > LinesView::kSlice || rows.size() > LinesView::kSliceLines;
}

/// The same as lines, which are folded and laid out by and by.
QList<DisplayLine> asLines(const QList<SideBySideView::Row> &rows, const QString &missing)
{
    QList<DisplayLine> lines;
    for (const SideBySideView::Row &row : rows) {
        DisplayLine shown;
        shown.label = row.label;
        shown.before = row.first.value_or(missing);
        shown.value = row.second.value_or(missing);
        shown.isChange = true;
        lines.append(shown);
    }
    return lines;
}

} // namespace

ConflictPanel::ConflictPanel(QWidget *parent) : QFrame(parent), m_ui(std::make_unique<Ui::ConflictPanel>())
{
    m_ui->setupUi(this);
    m_ui->difference->setTitles(tr("FIRST"), tr("SECOND"));
    m_ui->openButton->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_ui->nextLabel->setText(tr("The first operation goes on untouched. The second was answered “conflict” and was not "
                                "executed; the agent was told to stop, not to try another key. Look at both, and talk "
                                "to the owner of the run: keep the first, accept the second as new work under a name "
                                "of its own, or dismiss it."));
    connect(m_ui->openButton, &QPushButton::clicked, this, [this] { Q_EMIT operationRequested(m_first.row.id); });
    connect(m_ui->outcomePanel, &OutcomePanel::planRequested, this, &ConflictPanel::decisionRequested);
    clear();
}

ConflictPanel::~ConflictPanel() = default;

void ConflictPanel::clear()
{
    m_event.reset();
    m_ui->head->hide();
    m_ui->area->hide();
    m_ui->outcomePanel->clear();
}

OutcomePanel &ConflictPanel::outcome()
{
    return *m_ui->outcomePanel;
}

void ConflictPanel::setSession(Session *session)
{
    if (m_session)
        m_session->key().disconnect(this);
    m_session = session;
    m_ui->outcomePanel->setSession(session);
    clear();
    if (session)
        connect(&session->key(), &KeySession::changed, this, &ConflictPanel::render);
}

void ConflictPanel::showConflict(const ledger::ConflictRow &conflict, const OperationDetail &first,
                                 const StoredBytes &second)
{
    const bool other = m_event != conflict.event;
    m_event = conflict.event;
    m_conflict = conflict;
    m_first = first;
    m_second = second;
    m_ui->head->show();
    m_ui->area->show();
    render();
    m_ui->outcomePanel->showOperation(first, conflict);
    if (other)
        m_ui->area->verticalScrollBar()->setValue(0);
}

void ConflictPanel::render()
{
    if (!m_event)
        return;
    const QList<QByteArray> further = m_second && *m_second ? QList<QByteArray>{**m_second} : QList<QByteArray>();
    const SensitiveMask mask = readerMask(m_first, further, m_session);
    const QString record = mask.text(base::visibleText(m_first.row.record));
    m_ui->titleLabel->setText(record.isEmpty() ? tr("%1: two payloads").arg(ToolWording::title(m_first))
                                               : tr("%1 %2: two payloads").arg(ToolWording::title(m_first), record));
    m_ui->subjectLabel->setText(mask.text(base::visibleText(m_first.row.natural)));
    m_ui->stateNotice->hide();
    fillDifference(m_first.arguments, m_second, mask);
    fillFirst(m_first.row);
    fillSecond(m_conflict);
}

void ConflictPanel::fillDifference(const StoredBytes &first, const StoredBytes &second, const SensitiveMask &mask)
{
    m_ui->difference->setRows({});
    m_ui->difference->show();
    m_ui->longDifference->setLines({});
    m_ui->longDifference->hide();
    for (const StoredBytes *stored : {&first, &second}) {
        if (!*stored) {
            m_ui->stateNotice->show(Tone::Bad, Wording::error(stored->error()), Wording::errorAdvice(stored->error()));
            return;
        }
        if (!**stored) {
            m_ui->stateNotice->show(Tone::Warn,
                                    stored == &first ? tr("The first payload was purged.")
                                                     : tr("The second payload was purged."),
                                    tr("Its digest is kept; the values are gone."));
            return;
        }
    }
    const auto differences = payloadDifferences(**first, **second);
    if (!differences) {
        m_ui->stateNotice->show(Tone::Bad, Wording::error(differences.error()),
                                Wording::errorAdvice(differences.error()));
        return;
    }
    QList<SideBySideView::Row> rows;
    for (const PayloadDifference &difference : *differences) {
        const auto shown = [&](const std::optional<QString> &value) {
            return value ? std::optional(mask.value(difference.pointer, *value)) : std::nullopt;
        };
        rows.append({difference.pointer, shown(difference.first), shown(difference.second)});
    }
    const bool isTooLong = isLong(rows);
    m_ui->difference->setVisible(!isTooLong);
    m_ui->longDifference->setVisible(isTooLong);
    if (isTooLong)
        m_ui->longDifference->setLines(asLines(rows, tr("(not there)")));
    else
        m_ui->difference->setRows(rows);
    m_ui->differenceHeading->setText(tr("WHAT DIFFERS · %n place(s)", nullptr, static_cast<int>(rows.size())));
}

void ConflictPanel::fillFirst(const ledger::OperationRow &first)
{
    QList<DisplayLine> lines{line(tr("status"), first.held ? tr("held") : Wording::status(first.status))};
    lines.last().tone = first.held ? Tone::Bad : Wording::statusTone(first.status);
    lines.append(line(tr("operation"), Wording::number(first.id)));
    lines.append(line(tr("agent"), first.actor));
    lines.append(line(tr("run"), first.run, true));
    lines.append(line(tr("when"), Wording::exactTime(first.createdAt)));
    lines.append(line(tr("digest"), first.payloadDigest, true));
    m_ui->firstLines->setLines(lines);
}

void ConflictPanel::fillSecond(const ledger::ConflictRow &conflict)
{
    m_ui->secondLines->setLines({line(tr("agent"), conflict.actor), line(tr("run"), conflict.run, true),
                                 line(tr("when"), Wording::exactTime(conflict.at)),
                                 line(tr("digest"), conflict.payloadDigest, true),
                                 line(tr("event"), Wording::number(conflict.event))});
}

} // namespace obstat::console
