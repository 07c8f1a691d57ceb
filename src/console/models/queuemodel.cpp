#include "console/models/queuemodel.h"

#include "base/visibletext.h"
#include "console/models/agewording.h"
#include "console/models/quorumwording.h"
#include "console/models/wording.h"

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

bool isNumber(int column)
{
    return column == QueueModel::Amount || column == QueueModel::Asked;
}

} // namespace

int QueueModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(isNumber(section) ? Qt::AlignRight | Qt::AlignVCenter
                                                     : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Waiting:
        return tr("Waiting");
    case Tool:
        return tr("Tool");
    case Record:
        return tr("Record");
    case Amount:
        return tr("Amount");
    case Asked:
        return tr("Asked");
    case Needs:
        return tr("Needs");
    case Agent:
        return tr("Agent");
    case Run:
        return tr("Run");
    case Rule:
        return tr("Rule");
    case ColumnCount:
        break;
    }
    return {};
}

Tone QueueModel::urgency(const ledger::OperationRow &row, base::Micros now)
{
    const base::Micros waited = now - row.createdAt;
    const bool endsSoon = row.expiresAt > 0 && row.expiresAt - now < 15 * base::kMinute;
    if (waited >= base::kHour || endsSoon)
        return Tone::Bad;
    return waited >= 3 * base::kMinute ? Tone::Warn : Tone::Neutral;
}

void QueueModel::updateTimes()
{
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, Waiting), index(rowCount() - 1, Waiting));
}

void QueueModel::setMarked(const QSet<qint64> &operations)
{
    m_marked = operations;
    updateTimes();
}

QString QueueModel::text(const ledger::OperationRow &row, int column) const
{
    switch (static_cast<Column>(column)) {
    case Waiting:
        return (m_marked.contains(row.id) ? u"✓ "_s : QString()) + AgeWording::age(now() - row.createdAt);
    case Tool:
        return base::visibleText(row.tool);
    case Record:
        return recordText(row);
    case Amount:
        return amountText(row);
    case Asked:
        return Wording::number(row.hits + 1) + u'×';
    case Needs:
        return QuorumWording::needs(row);
    case Agent:
        return base::visibleText(row.actor);
    case Run:
        return row.run.isEmpty() ? u"–"_s : base::visibleText(row.run);
    case Rule:
        return row.rule.isEmpty() ? tr("no rule matched") : base::visibleText(row.rule);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant QueueModel::cell(const ledger::OperationRow &row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(isNumber(column) ? Qt::AlignRight | Qt::AlignVCenter
                                                    : Qt::AlignLeft | Qt::AlignVCenter);
    case MonoRole:
        return column == Record || column == Run;
    case StrongRole:
        return column == Waiting && urgency(row, now()) != Tone::Neutral;
    case ToneRole:
        if (column == Waiting) {
            const Tone tone = urgency(row, now());
            return tone == Tone::Neutral ? QVariant() : QVariant(static_cast<int>(tone));
        }
        return (column == Amount && row.amount.isEmpty()) || (column == Record && row.record.isEmpty()) ||
                       (column == Rule && row.rule.isEmpty()) || (column == Run && row.run.isEmpty()) ||
                       (column == Asked && row.hits == 0)
                   ? QVariant(static_cast<int>(Tone::Neutral))
                   : QVariant();
    default:
        return {};
    }
}

} // namespace obstat::console
