#include "console/models/jsontreemodel.h"

#include "base/canonicaljson.h"
#include "base/visibletext.h"
#include "console/models/windowedoperationmodel.h"
#include "console/theme/themecolors.h"

#include <QJsonArray>
#include <QJsonObject>

namespace obstat::console {

using namespace Qt::StringLiterals;

void JsonTreeModel::setJson(const QJsonValue &value)
{
    beginResetModel();
    m_nodes.clear();
    add(-1, {}, value);
    endResetModel();
}

int JsonTreeModel::add(int parent, const QString &name, const QJsonValue &value)
{
    const auto self = static_cast<int>(m_nodes.size());
    Node node;
    node.name = base::visibleText(name);
    node.parent = parent;
    if (parent >= 0) {
        std::vector<int> &siblings = m_nodes.at(static_cast<size_t>(parent)).children;
        node.row = static_cast<int>(siblings.size());
        siblings.push_back(self);
    }
    const bool isEmpty = value.toObject().isEmpty() && value.toArray().isEmpty();
    if (isEmpty)
        node.value =
            value.isString() ? base::visibleText(value.toString()) : QString::fromUtf8(base::canonicalBytes(value));
    m_nodes.push_back(node);
    const QJsonObject object = value.toObject();
    for (auto member = object.begin(); member != object.end(); ++member)
        add(self, member.key(), member.value());
    int number = 0;
    for (const QJsonValue &element : value.toArray())
        add(self, u"[%1]"_s.arg(number++), element);
    return self;
}

QModelIndex JsonTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    const quintptr above = parent.isValid() ? parent.internalId() : 0;
    return createIndex(row, column, static_cast<quintptr>(m_nodes.at(above).children.at(static_cast<size_t>(row))));
}

QModelIndex JsonTreeModel::parent(const QModelIndex &child) const
{
    if (!child.isValid())
        return {};
    const int above = m_nodes.at(child.internalId()).parent;
    if (above <= 0)
        return {};
    return createIndex(m_nodes.at(static_cast<size_t>(above)).row, 0, static_cast<quintptr>(above));
}

int JsonTreeModel::rowCount(const QModelIndex &parent) const
{
    if (m_nodes.empty() || parent.column() > 0)
        return 0;
    return static_cast<int>(m_nodes.at(parent.isValid() ? parent.internalId() : 0).children.size());
}

int JsonTreeModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QVariant JsonTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Name ? tr("Name") : tr("Value");
}

QVariant JsonTreeModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Node &node = m_nodes.at(index.internalId());
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
        return index.column() == Name ? node.name : node.value;
    if (role == WindowedOperationModel::MonoRole)
        return index.column() == Value;
    if (role == WindowedOperationModel::ToneRole && index.column() == Name)
        return static_cast<int>(Tone::Neutral);
    return {};
}

} // namespace obstat::console
