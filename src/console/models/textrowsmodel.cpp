#include "console/models/textrowsmodel.h"

#include "console/models/windowedoperationmodel.h"
#include "console/theme/themecolors.h"

#include <algorithm>

namespace obstat::console {

void TextRowsModel::setHeadings(const QStringList &headings, const QList<int> &mono)
{
    beginResetModel();
    m_headings = headings;
    m_mono = mono;
    m_rows.clear();
    endResetModel();
}

void TextRowsModel::setRows(const QList<Row> &rows)
{
    const bool same =
        std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(),
                   [](const Row &a, const Row &b) { return a.cells == b.cells && a.inForce == b.inForce; });
    if (same)
        return; // what is selected stays
    beginResetModel();
    m_rows = rows;
    endResetModel();
}

int TextRowsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TextRowsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_headings.size());
}

QVariant TextRowsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal && role == Qt::DisplayRole ? QVariant(m_headings.value(section)) : QVariant();
}

QVariant TextRowsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return row.cells.value(index.column());
    case WindowedOperationModel::MonoRole:
        return m_mono.contains(index.column());
    case WindowedOperationModel::ToneRole:
        return row.inForce ? QVariant() : QVariant(static_cast<int>(Tone::Neutral));
    default:
        return {};
    }
}

} // namespace obstat::console
