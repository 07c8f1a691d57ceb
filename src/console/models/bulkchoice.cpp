#include "console/models/bulkchoice.h"

#include "base/decimal.h"
#include "base/visibletext.h"

#include <QMap>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

BulkChoice::Problem BulkChoice::problemOf(const QList<ledger::OperationRow> &rows)
{
    if (rows.size() < 2)
        return Problem::TooFew;
    if (rows.size() > kMost)
        return Problem::TooMany;
    const ledger::OperationRow &first = rows.first();
    const auto all = [&rows](auto same) { return std::all_of(rows.begin(), rows.end(), same); };
    if (!all([&first](const ledger::OperationRow &row) { return row.tool == first.tool; }))
        return Problem::OtherTool;
    return all([&first](const ledger::OperationRow &row) { return row.rule == first.rule; }) ? Problem::None
                                                                                             : Problem::OtherRule;
}

QString BulkChoice::text(Problem problem)
{
    switch (problem) {
    case Problem::None:
    case Problem::TooFew:
        return {};
    case Problem::TooMany:
        return tr("At most %n plans can be approved together.", nullptr, kMost);
    case Problem::OtherTool:
        return tr("Only plans of one tool can be approved together.");
    case Problem::OtherRule:
        return tr("Only plans that are here by the same rule can be approved together.");
    }
    return {};
}

QString BulkChoice::totals(const QList<ledger::OperationRow> &rows)
{
    QMap<QString, base::Decimal> sums;
    int without = 0;
    for (const ledger::OperationRow &row : rows) {
        if (const auto amount = base::Decimal::parse(row.amount))
            sums[row.currency] = sums.value(row.currency) + *amount;
        else
            ++without;
    }
    QStringList parts;
    for (auto it = sums.begin(); it != sums.end(); ++it)
        parts.append(it->shown() + u' ' + base::visibleText(it.key()));
    if (without > 0)
        parts.append(tr("%n without an amount", nullptr, without));
    return parts.join(u" · "_s);
}

} // namespace obstat::console
