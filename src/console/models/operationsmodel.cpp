#include "console/models/operationsmodel.h"

#include "base/visibletext.h"
#include "console/models/wording.h"

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

QString orDash(const QString &text)
{
    return text.isEmpty() ? u"–"_s : base::visibleText(text);
}

bool isNumber(int column)
{
    using Column = OperationsModel::Column;
    return column == Column::Amount || column == Column::Hits || column == Column::Revision;
}

} // namespace

int OperationsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant OperationsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(isNumber(section) ? Qt::AlignRight | Qt::AlignVCenter
                                                     : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Time:
        return tr("Time");
    case Tool:
        return tr("Tool");
    case Record:
        return tr("Record");
    case Amount:
        return tr("Amount");
    case Status:
        return tr("Status");
    case Reference:
        return tr("Reference");
    case Hits:
        return tr("Hits");
    case Agent:
        return tr("Agent");
    case Run:
        return tr("Run");
    case Rule:
        return tr("Rule");
    case Revision:
        return tr("Rev.");
    case ColumnCount:
        break;
    }
    return {};
}

QString OperationsModel::text(const ledger::OperationRow &row, int column) const
{
    switch (static_cast<Column>(column)) {
    case Time:
        return Wording::time(row.createdAt, now());
    case Tool:
        return base::visibleText(row.tool);
    case Record:
        return recordText(row);
    case Amount:
        return amountText(row);
    case Status:
        return row.held ? tr("held") : Wording::status(row.status);
    case Reference:
        return orDash(row.reference);
    case Hits:
        return Wording::number(row.hits);
    case Agent:
        return base::visibleText(row.actor);
    case Run:
        return orDash(row.run);
    case Rule:
        return orDash(row.rule);
    case Revision:
        return QString::number(row.revision);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant OperationsModel::cell(const ledger::OperationRow &row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(isNumber(column) ? Qt::AlignRight | Qt::AlignVCenter
                                                    : Qt::AlignLeft | Qt::AlignVCenter);
    case MonoRole:
        return column == Record || column == Reference || column == Run;
    case PillRole:
        return column == Status ? QVariant(row.held ? u"warning"_s : Wording::statusIcon(row.status)) : QVariant();
    case ToneRole:
        if (column == Status)
            return static_cast<int>(row.held ? Tone::Bad : Wording::statusTone(row.status));
        return text(row, column) == u"–" || (column == Hits && row.hits == 0)
                   ? QVariant(static_cast<int>(Tone::Neutral))
                   : QVariant();
    default:
        return {};
    }
}

} // namespace obstat::console
