#pragma once

#include "console/models/windowedoperationmodel.h"

namespace obstat::console {

/// The ledger's operations, newest first.
class OperationsModel final : public WindowedOperationModel
{
    Q_OBJECT

public:
    enum Column { Time, Tool, Record, Amount, Status, Reference, Hits, Agent, Run, Rule, Revision, ColumnCount };

    using WindowedOperationModel::WindowedOperationModel;

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] QVariant cell(const ledger::OperationRow &row, int column, int role) const override;

private:
    [[nodiscard]] QString text(const ledger::OperationRow &row, int column) const;
};

} // namespace obstat::console
