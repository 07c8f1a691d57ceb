#include "console/models/rowmarks.h"

#include "console/models/bulkchoice.h"
#include "console/models/windowedoperationmodel.h"

namespace obstat::console {

void RowMarks::toggle(const ledger::OperationRow &row)
{
    if (m_rows.remove(row.id) == 0)
        m_rows.insert(row.id, row);
}

void RowMarks::take(const WindowedOperationModel &model, const QModelIndexList &rows)
{
    m_rows.clear();
    for (const QModelIndex &index : rows.mid(0, BulkChoice::kMost + 1)) {
        if (const ledger::OperationRow *row = model.operationAt(index.row()))
            m_rows.insert(row->id, *row);
    }
}

} // namespace obstat::console
