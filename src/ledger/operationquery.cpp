#include "ledger/operationquery.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

constexpr double kAnyAmount = 1e300;

/// The statuses asked for, each once, in a fixed order so that equal sets give one statement text.
QList<Status> distinct(const QList<Status> &statuses)
{
    QList<Status> found;
    for (int value = 0; value <= static_cast<int>(Status::Withdrawn); ++value) {
        const auto status = static_cast<Status>(value);
        if (statuses.contains(status))
            found.append(status);
    }
    return found;
}

Driver statusDriver(const QList<Status> &statuses)
{
    Driver driver{u"status"_s, u"operation_status"_s, {}, {}};
    QString list;
    for (const Status status : statuses) {
        driver.streams.append(Term{u"status = ?"_s, {statusText(status)}});
        if (!list.isEmpty())
            list += u',';
        list += u'\'' % statusText(status) % u'\'';
    }
    driver.residual.sql = u"status IN ("_s % list % u')';
    return driver;
}

void addStatuses(KeysetQuery &query, const OperationFilter &filter, Micros overdueBefore)
{
    QList<Status> statuses = distinct(filter.statuses);
    if (filter.overdue) {
        if (!statuses.isEmpty() && !statuses.contains(Status::Approved))
            query.setEmpty();
        statuses = {Status::Approved};
        query.addResidual({u"coalesce(decided_at, created_at) < ?"_s, {overdueBefore}});
    }
    if (!statuses.isEmpty() && statuses.size() <= static_cast<int>(Status::Withdrawn))
        query.add(statusDriver(statuses));
}

void addEquals(KeysetQuery &query, const QString &column, const QString &value, const QString &partial = {})
{
    if (value.isEmpty())
        return;
    const QString name = column == u"intent_key"_s ? u"any_key"_s : column;
    const Term term{column % u" = ?"_s % partial, {value}};
    query.add(Driver{column, u"operation_"_s % name, {term}, {column % u" = ?"_s, {value}}});
}

void addAmount(KeysetQuery &query, const OperationFilter &filter)
{
    if (!filter.amountFrom && !filter.amountTo)
        return;
    const Term range{u"amount_order >= ? AND amount_order <= ?"_s,
                     {filter.amountFrom.value_or(0), filter.amountTo.value_or(kAnyAmount)}};
    query.add(Driver{kAmountDriver, u"operation_amount"_s, {range}, range});
}

} // namespace

KeysetQuery operationQuery(const OperationFilter &filter, Micros overdueBefore)
{
    KeysetQuery query(u"operation"_s, u"id"_s);
    query.limitTo(1, std::numeric_limits<qint64>::max() - 1);
    query.setDescending(!filter.oldestFirst);
    // In this order a tie between drivers is decided: those that are selective by nature first.
    addEquals(query, u"intent_key"_s, filter.key);
    addEquals(query, u"reference"_s, filter.reference, u" AND reference IS NOT NULL"_s);
    addEquals(query, u"record"_s, filter.record);
    addEquals(query, u"run"_s, filter.run);
    if (filter.held)
        query.add(Driver{u"held"_s, u"operation_held"_s, {{u"held = 1"_s, {}}}, {u"held = 1"_s, {}}});
    const Term contradicted{u"contrary IS NOT NULL"_s, {}};
    if (filter.contradicted)
        query.add(Driver{u"contrary"_s, u"operation_contrary"_s, {contradicted}, contradicted});
    addStatuses(query, filter, overdueBefore);
    addEquals(query, u"role"_s, filter.role, u" AND role <> ''"_s);
    addEquals(query, u"rule"_s, filter.rule);
    addEquals(query, u"actor"_s, filter.actor);
    addEquals(query, u"tool"_s, filter.tool);
    addEquals(query, u"tenant"_s, filter.tenant);
    addAmount(query, filter);
    return query;
}

} // namespace obstat::ledger
