#include "console/models/conflictsmodel.h"

#include "base/visibletext.h"
#include "console/client/whenready.h"
#include "console/models/agewording.h"
#include "console/models/windowedoperationmodel.h"
#include "console/models/wording.h"

#include <QSet>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;
using ledger::ConflictRow;
using Roles = WindowedOperationModel;

ConflictsModel::ConflictsModel(QObject *parent) : QAbstractTableModel(parent) {}

void ConflictsModel::setClient(LedgerClient *client, const base::Clock *clock)
{
    beginResetModel();
    ++m_request;
    m_client = client;
    m_clock = clock;
    m_rows.clear();
    m_loading = false;
    m_again = false;
    m_complete = true;
    m_error.reset();
    endResetModel();
    if (m_client)
        ask(0, kPageSize);
}

void ConflictsModel::refresh()
{
    if (!m_client)
        return;
    if (m_loading) {
        m_again = true;
        return;
    }
    ask(0, std::max(kPageSize, static_cast<int>(m_rows.size())));
}

void ConflictsModel::ask(qint64 before, int limit)
{
    m_loading = true;
    whenReady(m_client->openConflicts(before, limit), this,
              [this, before, limit, request = m_request](const base::Result<QList<ConflictRow>> &rows) {
                  if (request != m_request)
                      return;
                  m_loading = false;
                  m_error.reset();
                  if (!rows) {
                      m_error = rows.error();
                      Q_EMIT failed(rows.error());
                  } else if (before > 0) {
                      append(*rows, limit);
                  } else {
                      merge(*rows, limit);
                  }
                  Q_EMIT settled();
                  if (std::exchange(m_again, false))
                      refresh();
              });
}

void ConflictsModel::append(const QList<ConflictRow> &rows, int limit)
{
    m_complete = rows.size() < limit;
    if (rows.isEmpty())
        return;
    const auto first = static_cast<int>(m_rows.size());
    beginInsertRows({}, first, first + static_cast<int>(rows.size()) - 1);
    m_rows += rows;
    endInsertRows();
}

/// Both lists are newest first, so what is missing was resolved and what is new stands between.
void ConflictsModel::merge(const QList<ConflictRow> &rows, int limit)
{
    m_complete = rows.size() < limit;
    QSet<qint64> kept;
    for (const ConflictRow &row : rows)
        kept.insert(row.event);
    for (auto row = static_cast<int>(m_rows.size()) - 1; row >= 0; --row) {
        if (kept.contains(m_rows.at(row).event))
            continue;
        beginRemoveRows({}, row, row);
        m_rows.removeAt(row);
        endRemoveRows();
    }
    for (int row = 0; row < rows.size(); ++row) {
        if (row < m_rows.size() && m_rows.at(row).event == rows.at(row).event)
            continue;
        beginInsertRows({}, row, row);
        m_rows.insert(row, rows.at(row));
        endInsertRows();
    }
}

bool ConflictsModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && m_client && !m_complete && !m_loading;
}

void ConflictsModel::fetchMore(const QModelIndex &parent)
{
    if (canFetchMore(parent) && !m_rows.isEmpty())
        ask(m_rows.last().event, kPageSize);
}

int ConflictsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ConflictsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ConflictsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Time:
        return tr("Came");
    case Record:
        return tr("Record");
    case Differs:
        return tr("What differs");
    case Actor:
        return tr("Second agent");
    case Run:
        return tr("Second run");
    case ColumnCount:
        break;
    }
    return {};
}

QVariant ConflictsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ConflictRow &row = m_rows.at(index.row());
    if (role == Roles::IdRole)
        return row.event;
    if (role == Roles::MonoRole)
        return index.column() == Differs || index.column() == Run ||
               (index.column() == Record && !row.record.isEmpty());
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(index.column())) {
    case Time:
        return AgeWording::ago(m_clock->now() - row.at);
    case Record:
        return row.record.isEmpty() || (m_guard && m_guard->hidesRecords())
                   ? tr("operation %1").arg(Wording::number(row.operation))
                   : base::visibleText(row.record);
    case Differs: {
        QStringList paths;
        for (const QString &path : row.paths)
            paths.append(base::visibleText(path));
        return paths.join(u", "_s);
    }
    case Actor:
        return base::visibleText(row.actor);
    case Run:
        return row.run.isEmpty() ? u"–"_s : base::visibleText(row.run);
    case ColumnCount:
        break;
    }
    return {};
}

} // namespace obstat::console
