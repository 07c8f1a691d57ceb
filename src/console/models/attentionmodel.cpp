#include "console/models/attentionmodel.h"

#include "base/visibletext.h"
#include "console/models/agewording.h"
#include "console/models/wording.h"

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

bool isNumber(int column)
{
    return column == AttentionModel::Amount || column == AttentionModel::Attempts;
}

} // namespace

void AttentionModel::setSection(AttentionSection section)
{
    m_section = section;
    setFilter(AttentionWording::filter(section));
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

void AttentionModel::setMarked(const QSet<qint64> &operations)
{
    m_marked = operations;
    updateTimes();
}

void AttentionModel::updateTimes()
{
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::DisplayRole});
}

int AttentionModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant AttentionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(isNumber(section) ? Qt::AlignRight | Qt::AlignVCenter
                                                     : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Age:
        return m_section == AttentionSection::Overdue ? tr("Approved") : tr("Since");
    case Tool:
        return tr("Tool");
    case Record:
        return tr("Record");
    case Amount:
        return tr("Amount");
    case Status:
        return tr("Status");
    case Attempts:
        return tr("Attempts");
    case Next:
        return tr("What happens next");
    case Agent:
        return tr("Agent");
    case Run:
        return tr("Run");
    case ColumnCount:
        break;
    }
    return {};
}

QString AttentionModel::text(const ledger::OperationRow &row, int column) const
{
    const auto orDash = [](const QString &text) { return text.isEmpty() ? u"–"_s : base::visibleText(text); };
    switch (static_cast<Column>(column)) {
    case Age:
        return (m_marked.contains(row.id) ? u"✓ "_s : QString()) +
               AgeWording::age(now() - AttentionWording::since(m_section, row));
    case Tool:
        return base::visibleText(row.tool);
    case Record:
        return recordText(row);
    case Amount:
        return amountText(row);
    case Status:
        return row.held ? tr("held") : Wording::status(row.status);
    case Attempts:
        return Wording::number(row.attempts);
    case Next:
        return AttentionWording::next(m_section, row, now());
    case Agent:
        return base::visibleText(row.actor);
    case Run:
        return orDash(row.run);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant AttentionModel::cell(const ledger::OperationRow &row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::TextAlignmentRole:
        return headerData(column, Qt::Horizontal, role);
    case MonoRole:
        return column == Record || column == Run;
    case PillRole:
        return column == Status ? QVariant(row.held ? u"warning"_s : Wording::statusIcon(row.status)) : QVariant();
    case ToneRole:
        if (column == Status)
            return static_cast<int>(row.held ? Tone::Bad : Wording::statusTone(row.status));
        if (column == Age && m_section != AttentionSection::Failed)
            return static_cast<int>(AttentionWording::tone(m_section));
        return text(row, column) == u"–" ? QVariant(static_cast<int>(Tone::Neutral)) : QVariant();
    case StrongRole:
        return column == Age;
    default:
        return {};
    }
}

} // namespace obstat::console
