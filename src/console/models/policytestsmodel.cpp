#include "console/models/policytestsmodel.h"

#include "base/visibletext.h"
#include "console/models/windowedoperationmodel.h"
#include "console/theme/themecolors.h"

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;
using Roles = WindowedOperationModel;

void PolicyTestsModel::setResults(const QList<policy::TestResult> &results)
{
    beginResetModel();
    m_results = results;
    std::stable_partition(m_results.begin(), m_results.end(), [](const auto &result) { return !result.passed; });
    endResetModel();
}

int PolicyTestsModel::failedCount() const
{
    return static_cast<int>(
        std::count_if(m_results.begin(), m_results.end(), [](const auto &result) { return !result.passed; }));
}

int PolicyTestsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_results.size());
}

int PolicyTestsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PolicyTestsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Result:
        return tr("Test");
    case Name:
        return tr("What is tested");
    case Expected:
        return tr("Expected");
    case Got:
        return tr("Came out");
    case ColumnCount:
        break;
    }
    return {};
}

QString PolicyTestsModel::words(const policy::TestOutcome &outcome)
{
    const bool human = outcome.kind == policy::VerdictKind::Human;
    QString who = human                                            ? tr("a person decides")
                  : outcome.kind == policy::VerdictKind::Automatic ? tr("automatic")
                                                                   : tr("denied");
    if (const QString role = base::visibleText(outcome.role.value_or(QString())); !role.isEmpty())
        who =
            human ? tr("%1 decides").arg(role) : tr("%1, role %2").arg(who, role); // a test may ask for what cannot be
    if (!outcome.rule)
        return who;
    return outcome.rule->isEmpty() ? tr("%1: no rule matches").arg(who)
                                   : tr("%1: rule %2").arg(who, base::visibleText(*outcome.rule));
}

QVariant PolicyTestsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const policy::TestResult &result = m_results.at(index.row());
    if (index.column() == Result) {
        if (role == Roles::PillRole)
            return result.passed ? u"check"_s : u"cross"_s;
        if (role == Roles::ToneRole)
            return static_cast<int>(result.passed ? Tone::Ok : Tone::Bad);
    }
    if (role == Roles::ToneRole && index.column() == Got)
        return result.passed ? QVariant(static_cast<int>(Tone::Neutral)) : QVariant(static_cast<int>(Tone::Bad));
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(index.column())) {
    case Result:
        return result.passed ? tr("passed") : tr("failed");
    case Name:
        return base::visibleText(result.name);
    case Expected:
        return words(result.expected);
    case Got:
        return result.passed ? tr("the same") : words(result.got);
    case ColumnCount:
        break;
    }
    return {};
}

} // namespace obstat::console
