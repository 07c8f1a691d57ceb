#pragma once

#include "console/models/windowedoperationmodel.h"
#include "console/theme/themecolors.h"

namespace obstat::console {

/// The plans that wait for a person, the oldest first.
class QueueModel final : public WindowedOperationModel
{
    Q_OBJECT

public:
    enum Column { Waiting, Tool, Record, Amount, Asked, Needs, Agent, Run, Rule, ColumnCount };

    using WindowedOperationModel::WindowedOperationModel;

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// `treasury 0/1`: the role that the plan asks for, and how many of how many have approved.
    [[nodiscard]] static QString needs(const ledger::OperationRow &row);
    /// How urgent a waiting plan is: red from an hour on or when it ends within a quarter of one, amber from three
    /// minutes on.
    [[nodiscard]] static Tone urgency(const ledger::OperationRow &row, base::Micros now);

    /// Waiting times go on without anything changing in the ledger.
    void updateTimes();

protected:
    [[nodiscard]] QVariant cell(const ledger::OperationRow &row, int column, int role) const override;

private:
    [[nodiscard]] QString text(const ledger::OperationRow &row, int column) const;
};

} // namespace obstat::console
