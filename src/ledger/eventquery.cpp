#include "ledger/eventquery.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

void addEquals(KeysetQuery &query, const QString &column, const QVariant &value, const QString &partial = {})
{
    const Term term{column % u" = ?"_s % partial, {value}};
    query.add(Driver{column, u"event_"_s % column, {term}, {column % u" = ?"_s, {value}}});
}

} // namespace

KeysetQuery eventQuery(const EventFilter &filter)
{
    KeysetQuery query(u"event"_s, u"seq"_s);
    if (filter.operation)
        addEquals(query, u"operation"_s, *filter.operation, u" AND operation IS NOT NULL"_s);
    if (!filter.run.isEmpty())
        addEquals(query, u"run"_s, filter.run, u" AND run <> ''"_s);
    if (!filter.actor.isEmpty())
        addEquals(query, u"actor"_s, filter.actor);
    if (!filter.kind.isEmpty())
        addEquals(query, u"kind"_s, filter.kind);
    if (!filter.tenant.isEmpty())
        addEquals(query, u"tenant"_s, filter.tenant);
    return query;
}

} // namespace obstat::ledger
