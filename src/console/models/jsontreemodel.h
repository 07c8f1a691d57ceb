#pragma once

#include <QAbstractItemModel>
#include <QJsonValue>

#include <vector>

namespace obstat::console {

/// One JSON value as a tree of names and values, escaped. Set anew as a whole.
class JsonTreeModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { Name, Value, ColumnCount };

    using QAbstractItemModel::QAbstractItemModel;

    void setJson(const QJsonValue &value);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    struct Node
    {
        QString name;
        QString value;
        int parent = -1;
        int row = 0;
        std::vector<int> children;
    };
    int add(int parent, const QString &name, const QJsonValue &value);

    std::vector<Node> m_nodes; // 0 is the root
};

} // namespace obstat::console
