#include "console/models/toolsmodel.h"

#include "base/visibletext.h"
#include "console/models/toolwording.h"
#include "console/models/windowedoperationmodel.h"
#include "console/models/wording.h"

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;
using policy::ToolEntry;
using Roles = WindowedOperationModel;

bool ToolsModel::isOpen(const ToolEntry &tool)
{
    return tool.effect == policy::Effect::Write && !tool.isWritable();
}

void ToolsModel::setRegistry(const policy::Registry &registry)
{
    beginResetModel();
    m_tools.clear();
    for (const QString &name : registry.names()) {
        if (const ToolEntry *tool = registry.find(name))
            m_tools.append(*tool);
    }
    std::stable_partition(m_tools.begin(), m_tools.end(), &isOpen);
    endResetModel();
}

int ToolsModel::rowOf(const QString &name) const
{
    for (int row = 0; row < m_tools.size(); ++row) {
        if (m_tools.at(row).name == name)
            return row;
    }
    return -1;
}

int ToolsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_tools.size());
}

int ToolsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ToolsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Title:
        return tr("Tool");
    case Name:
        return tr("Name");
    case Effect:
        return tr("Effect");
    case State:
        return tr("Agents may");
    case Undo:
        return tr("Undo?");
    case Approver:
        return tr("Who approves?");
    case Repeat:
        return tr("If it repeats, it");
    case Owner:
        return tr("Owner");
    case Key:
        return tr("One piece of work is");
    case Record:
        return tr("Record");
    case Amount:
        return tr("Amount");
    case Timeout:
        return tr("Timeout");
    case ColumnCount:
        break;
    }
    return {};
}

QString ToolsModel::text(const ToolEntry &tool, int column) const
{
    switch (static_cast<Column>(column)) {
    case Title:
        return ToolWording::title(tool);
    case Name:
        return base::visibleText(tool.name);
    case Effect:
        return ToolWording::effect(tool);
    case State:
        if (tool.effect == policy::Effect::Read)
            return tr("call it directly");
        return tool.isWritable() ? tr("plan it") : tr("stays read-only");
    case Undo:
        return ToolWording::undo(tool);
    case Approver:
        return ToolWording::approver(tool);
    case Repeat:
        return ToolWording::onRepeat(tool);
    case Owner:
        if (tool.owner.name.isEmpty())
            return u"–"_s;
        return tool.owner.honoursKey ? tr("%1, honours the key").arg(base::visibleText(tool.owner.name))
                                     : tr("%1, ignores the key").arg(base::visibleText(tool.owner.name));
    case Key:
        return ToolWording::naturalKey(tool);
    case Record:
        return ToolWording::record(tool);
    case Amount:
        return ToolWording::amount(tool);
    case Timeout:
        return tool.effect == policy::Effect::Read ? u"–"_s : Wording::duration(tool.timeout);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant ToolsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ToolEntry &tool = m_tools.at(index.row());
    const int column = index.column();
    const bool open = isOpen(tool);
    switch (role) {
    case Qt::DisplayRole:
        return text(tool, column);
    case Roles::MonoRole:
        return column == Name || column == Record || column == Amount || (column == Key && !tool.naturalKey.isEmpty());
    case Roles::StrongRole:
        return column == Title;
    case Roles::PillRole:
        if (column != State || tool.effect == policy::Effect::Read)
            return {};
        return open ? u"warning"_s : u"check"_s;
    case Roles::ToneRole:
        if (column == State && tool.effect == policy::Effect::Write)
            return static_cast<int>(open ? Tone::Warn : Tone::Ok);
        if (column == Undo && tool.undo == u"no")
            return static_cast<int>(Tone::Bad);
        if (column == Repeat && tool.onRepeat == u"doubles")
            return static_cast<int>(Tone::Bad);
        return text(tool, column) == u"–" ? QVariant(static_cast<int>(Tone::Neutral)) : QVariant();
    default:
        return {};
    }
}

} // namespace obstat::console
