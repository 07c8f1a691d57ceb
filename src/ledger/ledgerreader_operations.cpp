// LedgerReader: operations, their pages, counts and neighbours.
#include "ledger/keysetreader.h"
#include "ledger/ledgerreader.h"
#include "ledger/ledgerreader_p.h"
#include "ledger/operationquery.h"
#include "ledger/rows.h"

#include <QSet>

#include <algorithm>

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

constexpr Micros kOverdueAfter = base::kMinute;
constexpr int kRunsLookedAt = 50;
constexpr int kRowsLookedAt = 5000;
constexpr int kRevisionsShown = 1000;

/// The filter's query with its times turned into ids.
base::Result<KeysetQuery> queryOf(ReadSession &session, const OperationFilter &filter)
{
    const Micros now = filter.now ? *filter.now : base::SystemClock().now();
    KeysetQuery query = operationQuery(filter, now - kOverdueAfter);
    if (filter.from || filter.to) {
        const auto range = operationsBetween(session, filter.from, filter.to);
        if (!range)
            return tl::unexpected(range.error());
        query.limitTo(range->first, range->last);
    }
    return query;
}

base::Result<qint64> highestOperation(ReadSession &session)
{
    const auto highest = session.number({u"SELECT operations FROM head WHERE one = 1"_s, {}});
    if (!highest)
        return tl::unexpected(highest.error());
    return highest->value_or(0);
}

double median(QList<qint64> numbers)
{
    if (numbers.isEmpty())
        return 0;
    std::sort(numbers.begin(), numbers.end());
    const qsizetype middle = numbers.size() / 2;
    if (numbers.size() % 2 == 1)
        return static_cast<double>(numbers.at(middle));
    return static_cast<double>(numbers.at(middle - 1) + numbers.at(middle)) / 2.0;
}

SqlText searchBranch(const QString &index, const QString &condition, const QString &text, int limit)
{
    return {u"SELECT "_s % rows::operationColumns() % u" FROM operation INDEXED BY "_s % index % u" WHERE "_s %
                condition % u" ORDER BY id DESC LIMIT ?"_s,
            {text, limit}};
}

} // namespace

base::Result<std::optional<OperationRow>> LedgerReader::operation(qint64 id)
{
    const Reading reading(d->session);
    return collectOne(d->session, {u"SELECT "_s % rows::operationColumns() % u" FROM operation WHERE id = ?"_s, {id}},
                      &rows::operation);
}

base::Result<QList<OperationRow>> LedgerReader::operationsByKey(const QString &tenant, const QString &intentKey)
{
    const Reading reading(d->session);
    SqlText text{u"SELECT "_s % rows::operationColumns() %
                     u" FROM operation INDEXED BY operation_any_key WHERE intent_key = ?"_s,
                 {intentKey}};
    if (!tenant.isEmpty()) {
        text.sql += u" AND likelihood(tenant = ?, 1.0)"_s; // a filter: the index gives the order
        text.values << tenant;
    }
    text.sql += u" ORDER BY id DESC LIMIT ?"_s;
    text.values << kRevisionsShown;
    return collect(d->session, text, &rows::operation);
}

base::Result<QList<OperationRow>> LedgerReader::operations(const OperationFilter &filter, qint64 after, int limit)
{
    const Reading reading(d->session);
    const auto query = queryOf(d->session, filter);
    if (!query)
        return tl::unexpected(query.error());
    QList<OperationRow> found;
    const auto read = KeysetReader(d->session, *query)
                          .forEach(rows::operationColumns(), after, qMax(limit, 0), [&found](const QSqlQuery &row) {
                              found.append(rows::operation(row));
                              return true;
                          });
    if (!read)
        return tl::unexpected(read.error());
    return found;
}

base::Result<qint64> LedgerReader::countOperations(const OperationFilter &filter)
{
    const Reading reading(d->session);
    const auto query = queryOf(d->session, filter);
    if (!query)
        return tl::unexpected(query.error());
    if (!query->isPlainRange())
        return KeysetReader(d->session, *query).count();
    const auto highest = highestOperation(d->session); // ids are dense
    if (!highest)
        return tl::unexpected(highest.error());
    return qMax<qint64>(0, qMin(*highest, query->last()) - query->first() + 1);
}

base::Result<QList<qint64>> LedgerReader::operationAnchors(const OperationFilter &filter, int pageSize)
{
    const Reading reading(d->session);
    const auto query = queryOf(d->session, filter);
    if (!query)
        return tl::unexpected(query.error());
    if (!query->isPlainRange())
        return KeysetReader(d->session, *query).anchors(u"id"_s, pageSize, 0);
    const auto highest = highestOperation(d->session);
    if (!highest)
        return tl::unexpected(highest.error());
    const qint64 last = qMin(*highest, query->last());
    QList<qint64> anchors{0};
    for (qint64 skipped = pageSize; skipped < last - query->first() + 1; skipped += pageSize)
        anchors.append(query->isDescending() ? last + 1 - skipped : query->first() - 1 + skipped);
    return anchors;
}

base::Result<QList<OperationRow>> LedgerReader::search(const QString &text, int limit)
{
    const Reading reading(d->session);
    QList<OperationRow> found;
    if (text.isEmpty())
        return found;
    const QList<SqlText> branches{
        searchBranch(u"operation_any_key"_s, u"intent_key = ?"_s, text, limit),
        searchBranch(u"operation_record"_s, u"record = ?"_s, text, limit),
        searchBranch(u"operation_reference"_s, u"reference = ? AND reference IS NOT NULL"_s, text, limit),
        searchBranch(u"operation_run"_s, u"run = ?"_s, text, limit)};
    for (const SqlText &branch : branches) {
        const auto part = collect(d->session, branch, &rows::operation);
        if (!part)
            return tl::unexpected(part.error());
        found += *part;
    }
    std::sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a.id > b.id; });
    found.erase(std::unique(found.begin(), found.end(), [](const auto &a, const auto &b) { return a.id == b.id; }),
                found.end());
    if (found.size() > limit)
        found.resize(limit);
    return found;
}

base::Result<std::optional<OperationRow>> LedgerReader::previousForRecord(const OperationRow &before)
{
    const Reading reading(d->session);
    if (before.record.isEmpty())
        return std::optional<OperationRow>();
    return collectOne(d->session,
                      {u"SELECT "_s % rows::operationColumns() %
                           u" FROM operation INDEXED BY operation_record WHERE record = ? AND id < ? AND tool = ? "
                           "AND tenant = ? ORDER BY id DESC LIMIT 1"_s,
                       {before.record, before.id, before.tool, before.tenant}},
                      &rows::operation);
}

base::Result<LedgerReader::RunShape> LedgerReader::runShape(const QString &tenant, const QString &run,
                                                            const QString &actor)
{
    const Reading reading(d->session);
    const auto operationsOf = [this, &tenant](const QString &name) {
        return d->session.number(
            {u"SELECT count(*) FROM operation INDEXED BY operation_run WHERE run = ? AND tenant = ?"_s,
             {name, tenant}});
    };
    RunShape shape;
    const auto own = operationsOf(run);
    if (!own)
        return tl::unexpected(own.error());
    shape.operations = own->value_or(0);

    QStringList runs;
    QSet<QString> seen{run, QString()};
    const SqlText newest{
        u"SELECT run FROM operation INDEXED BY operation_actor WHERE actor = ? AND tenant = ? ORDER BY id "
        "DESC LIMIT ?"_s,
        {actor, tenant, kRowsLookedAt}};
    const auto read = d->session.forEach(newest, [&](const QSqlQuery &row) {
        const QString other = row.value(0).toString();
        if (!seen.contains(other)) {
            seen.insert(other);
            runs.append(other);
        }
        return runs.size() < kRunsLookedAt;
    });
    if (!read)
        return tl::unexpected(read.error());
    QList<qint64> counts;
    for (const QString &other : std::as_const(runs)) {
        const auto count = operationsOf(other);
        if (!count)
            return tl::unexpected(count.error());
        counts.append(count->value_or(0));
    }
    shape.usual = median(counts);
    return shape;
}

} // namespace obstat::ledger
