#pragma once

#include "policy/registry.h"

#include <QAbstractTableModel>

namespace obstat::console {

/// The registered tools and the three questions answered for each: first those that stay read-only because an answer is
/// missing, then the others, both in the order of the file.
class ToolsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        Title,
        Name,
        Effect,
        State,
        Undo,
        Approver,
        Repeat,
        Owner,
        Key,
        Record,
        Amount,
        Timeout,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setRegistry(const policy::Registry &registry);
    /// A write tool that stays read-only because a question has no answer (contract 2).
    [[nodiscard]] static bool isOpen(const policy::ToolEntry &tool);
    [[nodiscard]] const policy::ToolEntry &tool(int row) const { return m_tools.at(row); }
    /// -1 when there is none of that name.
    [[nodiscard]] int rowOf(const QString &name) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString text(const policy::ToolEntry &tool, int column) const;

    QList<policy::ToolEntry> m_tools;
};

} // namespace obstat::console
