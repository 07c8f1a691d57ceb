#include "console/models/rulesmodel.h"

#include "base/visibletext.h"
#include "console/models/windowedoperationmodel.h"
#include "console/theme/themecolors.h"

namespace obstat::console {

using namespace Qt::StringLiterals;
using Roles = WindowedOperationModel;

void RulesModel::setPolicy(const policy::Policy &policy)
{
    beginResetModel();
    m_rules = policy.rules();
    policy::RuleView fallback;
    fallback.tool = u"*"_s;
    fallback.then = u"1 × %1"_s.arg(policy.defaultRole().isEmpty() ? u"approver"_s : policy.defaultRole());
    m_rules.append(fallback);
    endResetModel();
}

void RulesModel::clear()
{
    beginResetModel();
    m_rules.clear();
    endResetModel();
}

int RulesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rules.size());
}

int RulesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RulesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Order:
        return tr("Order");
    case Tool:
        return tr("For");
    case When:
        return tr("When all of this holds");
    case Then:
        return tr("Then");
    case Name:
        return tr("Rule");
    case ColumnCount:
        break;
    }
    return {};
}

QString RulesModel::then(const policy::RuleView &rule)
{
    if (rule.deny)
        return tr("denied");
    if (rule.then == u"automatic")
        return tr("automatic");
    return rule.then == u"deny" ? tr("denied") : base::visibleText(rule.then);
}

QString RulesModel::text(int row, int column) const
{
    const policy::RuleView &rule = m_rules.at(row);
    const bool isDefault = row == m_rules.size() - 1;
    switch (static_cast<Column>(column)) {
    case Order:
        return isDefault ? tr("else") : QString::number(row + 1);
    case Tool:
        return rule.tool == u"*" ? tr("every tool") : base::visibleText(rule.tool);
    case When: {
        if (isDefault)
            return tr("no rule matched (a tool that names a role asks that role)");
        QStringList parts;
        for (const QString &predicate : rule.when)
            parts.append(base::visibleText(predicate));
        return parts.isEmpty() ? tr("always") : parts.join(tr("  and  "));
    }
    case Then:
        return then(rule);
    case Name:
        return isDefault ? tr("default role") : base::visibleText(rule.name);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant RulesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const policy::RuleView &rule = m_rules.at(index.row());
    const bool denies = rule.deny || rule.then == u"deny";
    const bool automatic = rule.then == u"automatic";
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), index.column());
    case Roles::MonoRole:
        return (index.column() == When && !rule.when.isEmpty()) || (index.column() == Tool && rule.tool != u"*");
    case Roles::PillRole:
        if (index.column() != Then)
            return {};
        return denies ? u"slash"_s : automatic ? u"play"_s : u"approved"_s;
    case Roles::ToneRole:
        if (index.column() == Then)
            return static_cast<int>(denies ? Tone::Bad : automatic ? Tone::Ok : Tone::Wait);
        return index.column() == Order ? QVariant(static_cast<int>(Tone::Neutral)) : QVariant();
    default:
        return {};
    }
}

} // namespace obstat::console
