#pragma once

#include "ledger/types.h"

#include <QMap>
#include <QModelIndexList>
#include <QSet>

namespace obstat::console {

class WindowedOperationModel;

/// The rows of a list that are to be decided on together, as they were when they were marked. A value.
class RowMarks
{
public:
    void toggle(const ledger::OperationRow &row);
    /// These rows of the list instead; one more than may be decided on together, at most.
    void take(const WindowedOperationModel &model, const QModelIndexList &rows);
    void clear() { m_rows.clear(); }

    [[nodiscard]] bool isEmpty() const { return m_rows.isEmpty(); }
    [[nodiscard]] int size() const { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] QList<qint64> ids() const { return m_rows.keys(); }
    [[nodiscard]] QSet<qint64> idSet() const { return {m_rows.keyBegin(), m_rows.keyEnd()}; }
    [[nodiscard]] QList<ledger::OperationRow> rows() const { return m_rows.values(); }

private:
    QMap<qint64, ledger::OperationRow> m_rows;
};

} // namespace obstat::console
