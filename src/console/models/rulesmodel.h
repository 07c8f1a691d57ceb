#pragma once

#include "policy/policy.h"

#include <QAbstractTableModel>

namespace obstat::console {

/// The rules of a policy in the order in which they are looked at: denies, then the rules, then what happens when
/// none matches.
class RulesModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Order, Tool, When, Then, Name, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setPolicy(const policy::Policy &policy);
    void clear();
    /// The last row is the default and has no name.
    [[nodiscard]] const policy::RuleView &rule(int row) const { return m_rules.at(row); }
    /// "nothing happens; the agent is told why", "1 × treasury" …, escaped.
    [[nodiscard]] static QString then(const policy::RuleView &rule);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString text(int row, int column) const;

    QList<policy::RuleView> m_rules;
};

} // namespace obstat::console
