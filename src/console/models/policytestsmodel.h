#pragma once

#include "policy/policy.h"

#include <QAbstractTableModel>

namespace obstat::console {

/// The tests of a policy and how they ended, the failed first.
class PolicyTestsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Result, Name, Expected, Got, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setResults(const QList<policy::TestResult> &results);
    [[nodiscard]] int failedCount() const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] static QString words(const policy::TestOutcome &outcome);

    QList<policy::TestResult> m_results;
};

} // namespace obstat::console
