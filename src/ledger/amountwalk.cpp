#include "ledger/amountwalk.h"

#include "ledger/operationquery.h"

#include <algorithm>

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kInBlock = "operation INDEXED BY operation_amount WHERE (id >> 12) = "_L1;
constexpr auto kInRange = " AND amount_order >= ? AND amount_order <= ?"_L1;
static_assert(kAmountBlockBits == 12, "the statements here and the index say 12");

} // namespace

AmountWalk::AmountWalk(ReadSession &session, const KeysetQuery &query, int driver)
    : m_session(session), m_query(query), m_driver(driver), m_range(query.drivers().at(driver).streams.first().values)
{
}

base::Result<std::optional<AmountWalk::Blocks>> AmountWalk::blocks(qint64 after)
{
    const auto highest = m_session.number({u"SELECT max(id) FROM operation"_s, {}});
    if (!highest)
        return tl::unexpected(highest.error());
    qint64 first = m_query.first();
    qint64 last = qMin(m_query.last(), highest->value_or(0));
    if (after != 0) {
        if (m_query.isDescending())
            last = qMin(last, after - 1);
        else
            first = qMax(first, after + 1);
    }
    if (first > last)
        return std::optional<Blocks>();
    const Blocks upwards{first >> kAmountBlockBits, last >> kAmountBlockBits};
    return m_query.isDescending() ? Blocks{upwards.to, upwards.from} : upwards;
}

/// The numbers have no affinity on purpose: with one, the index over an expression would not be used.
QString AmountWalk::walk(bool descending)
{
    return descending ? u"WITH RECURSIVE block(n) AS (SELECT ? UNION ALL "
                        "SELECT n - 1 FROM block WHERE n > ?) "_s
                      : u"WITH RECURSIVE block(n) AS (SELECT ? UNION ALL "
                        "SELECT n + 1 FROM block WHERE n < ?) "_s;
}

SqlText AmountWalk::nextBlock(const Blocks &blocks) const
{
    SqlText text{walk(m_query.isDescending()) % u"SELECT n FROM block WHERE EXISTS (SELECT 1 FROM "_s % kInBlock %
                     u"n"_s % kInRange % u") LIMIT 1"_s,
                 {blocks.from, blocks.to}};
    text.values += m_range;
    return text;
}

base::Result<QList<qint64>> AmountWalk::idsOf(qint64 block, qint64 after)
{
    SqlText text{u"SELECT id FROM "_s % kInBlock % u"?"_s % kInRange, {block}};
    text.values += m_range;
    const bool descending = m_query.isDescending();
    QList<qint64> ids;
    const auto read = m_session.forEach(text, [&](const QSqlQuery &row) {
        const qint64 id = row.value(0).toLongLong();
        const bool wanted = after == 0 || (descending ? id < after : id > after);
        if (wanted && id >= m_query.first() && id <= m_query.last())
            ids.append(id);
        return true;
    });
    if (!read)
        return tl::unexpected(read.error());
    if (descending)
        std::sort(ids.begin(), ids.end(), std::greater<>());
    else
        std::sort(ids.begin(), ids.end());
    return ids;
}

base::Result<> AmountWalk::forEach(const QString &columns, qint64 after, qint64 limit, const ReadSession::Row &visit)
{
    SqlText rowOf{u"SELECT "_s % columns % u" FROM operation WHERE id = ?"_s, {}};
    const QList<Term> residuals = m_query.residuals(m_driver);
    for (const Term &term : residuals)
        rowOf.sql += u" AND "_s % term.sql;
    auto left = blocks(after);
    if (!left)
        return tl::unexpected(left.error());
    qint64 visited = 0;
    bool stopped = false;
    while (*left && !stopped) {
        const auto block = m_session.number(nextBlock(**left));
        if (!block)
            return tl::unexpected(block.error());
        if (!*block)
            return {};
        const auto ids = idsOf(**block, after);
        if (!ids)
            return tl::unexpected(ids.error());
        for (const qint64 id : *ids) {
            if (stopped || (limit >= 0 && visited >= limit))
                return {};
            rowOf.values = {id};
            for (const Term &term : residuals)
                rowOf.values += term.values;
            const auto read = m_session.forEach(rowOf, [&](const QSqlQuery &row) {
                ++visited;
                stopped = !visit(row);
                return true;
            });
            if (!read)
                return read;
        }
        if (**block == (*left)->to)
            return {};
        (*left)->from = **block + (m_query.isDescending() ? -1 : 1);
    }
    return {};
}

base::Result<qint64> AmountWalk::count(int cap)
{
    const auto all = blocks(0);
    if (!all)
        return tl::unexpected(all.error());
    if (!*all)
        return 0;
    SqlText text{walk(m_query.isDescending()) % u"SELECT count(*) FROM (SELECT 1 FROM block CROSS JOIN "_s % kInBlock %
                     u"block.n"_s % kInRange % u" AND id > ? AND id < ?"_s,
                 {(*all)->from, (*all)->to}};
    text.values += m_range;
    text.values << m_query.first() - 1 << m_query.last() + 1;
    if (cap < 0) {
        const QList<Term> residuals = m_query.residuals(m_driver);
        for (const Term &term : residuals) {
            text.sql += u" AND "_s % term.sql;
            text.values += term.values;
        }
    } else {
        text.sql += u" LIMIT ?"_s;
        text.values << cap;
    }
    text.sql += u')';
    const auto found = m_session.number(text);
    if (!found)
        return tl::unexpected(found.error());
    return found->value_or(0);
}

} // namespace obstat::ledger
