#pragma once

#include "console/models/windowedoperationmodel.h"
#include "console/theme/themecolors.h"

#include <QSet>

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

    /// How urgent a waiting plan is: red from an hour on or when it ends within a quarter of one, amber from three
    /// minutes on.
    [[nodiscard]] static Tone urgency(const ledger::OperationRow &row, base::Micros now);

    /// Waiting times go on without anything changing in the ledger.
    void updateTimes();
    /// Plans that are marked to be approved together.
    void setMarked(const QSet<qint64> &operations);

protected:
    [[nodiscard]] QVariant cell(const ledger::OperationRow &row, int column, int role) const override;

private:
    [[nodiscard]] QString text(const ledger::OperationRow &row, int column) const;

    QSet<qint64> m_marked;
};

} // namespace obstat::console
