#include "console/models/gapsmodel.h"

#include "base/visibletext.h"
#include "console/client/whenready.h"
#include "console/models/windowedoperationmodel.h"
#include "console/models/wording.h"

namespace obstat::console {

using namespace Qt::StringLiterals;
using ledger::OperationRow;
using Roles = WindowedOperationModel;

void GapsModel::start(LedgerClient *client, const base::Clock *clock, const ledger::MetricsRange &range,
                      const QString &gap)
{
    clear();
    m_client = client;
    m_clock = clock;
    m_range = range;
    m_gap = gap;
    m_complete = false;
    ask();
}

void GapsModel::clear()
{
    beginResetModel();
    ++m_request;
    m_rows.clear();
    m_loading = false;
    m_complete = true;
    endResetModel();
}

void GapsModel::ask()
{
    m_loading = true;
    const auto answer = m_client->gapOperations(m_range, m_gap, m_rows.isEmpty() ? 0 : m_rows.last().id, kPageSize);
    whenReady(answer, this, [this, request = m_request](const base::Result<QList<OperationRow>> &rows) {
        if (request != m_request)
            return;
        m_loading = false;
        if (!rows) {
            m_complete = true;
            Q_EMIT failed(rows.error());
            Q_EMIT settled();
            return;
        }
        m_complete = rows->size() < kPageSize;
        if (!rows->isEmpty()) {
            const auto first = static_cast<int>(m_rows.size());
            beginInsertRows({}, first, first + static_cast<int>(rows->size()) - 1);
            m_rows += *rows;
            endInsertRows();
        }
        Q_EMIT settled();
    });
}

bool GapsModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && m_client && !m_complete && !m_loading;
}

void GapsModel::fetchMore(const QModelIndex &parent)
{
    if (canFetchMore(parent))
        ask();
}

int GapsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int GapsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant GapsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Operation:
        return tr("Operation");
    case Time:
        return tr("Time");
    case Tool:
        return tr("Tool");
    case Record:
        return tr("Record");
    case Status:
        return tr("Status");
    case Run:
        return tr("Run");
    case ColumnCount:
        break;
    }
    return {};
}

QVariant GapsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const OperationRow &row = m_rows.at(index.row());
    const auto orDash = [](const QString &text) { return text.isEmpty() ? u"–"_s : base::visibleText(text); };
    if (role == Roles::IdRole)
        return row.id;
    if (role == Roles::MonoRole)
        return index.column() == Record || index.column() == Run;
    if (index.column() == Status && role == Roles::PillRole)
        return Wording::statusIcon(row.status);
    if (index.column() == Status && role == Roles::ToneRole)
        return static_cast<int>(Wording::statusTone(row.status));
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(index.column())) {
    case Operation:
        return Wording::number(row.id);
    case Time:
        return Wording::time(row.createdAt, m_clock->now());
    case Tool:
        return base::visibleText(row.tool);
    case Record:
        return row.record.isEmpty() || !m_guard ? orDash(row.record) : m_guard->record(row);
    case Status:
        return Wording::status(row.status);
    case Run:
        return orDash(row.run);
    case ColumnCount:
        break;
    }
    return {};
}

} // namespace obstat::console
