#pragma once

#include "console/models/attentionsection.h"
#include "console/models/windowedoperationmodel.h"

#include <QSet>

namespace obstat::console {

/// The operations of one section of Attention.
class AttentionModel final : public WindowedOperationModel
{
    Q_OBJECT

public:
    enum Column { Age, Tool, Record, Amount, Status, Attempts, Next, Agent, Run, ColumnCount };

    using WindowedOperationModel::WindowedOperationModel;

    /// Starts anew with the section's operations; not for conflicts.
    void setSection(AttentionSection section);
    [[nodiscard]] AttentionSection section() const { return m_section; }
    /// Operations that are marked to be asked about together.
    void setMarked(const QSet<qint64> &operations);
    /// Ages go on without anything changing in the ledger.
    void updateTimes();

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] QVariant cell(const ledger::OperationRow &row, int column, int role) const override;

private:
    [[nodiscard]] QString text(const ledger::OperationRow &row, int column) const;

    AttentionSection m_section = AttentionSection::Unknown;
    QSet<qint64> m_marked;
};

} // namespace obstat::console
