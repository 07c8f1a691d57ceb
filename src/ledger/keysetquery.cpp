#include "ledger/keysetquery.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

void KeysetQuery::limitTo(qint64 first, qint64 last)
{
    m_first = qMax(m_first, first);
    m_last = qMin(m_last, last);
}

KeysetQuery::Bounds KeysetQuery::boundsAfter(qint64 after) const
{
    Bounds bounds{m_first - 1, m_last + 1};
    if (after != 0) {
        if (m_descending)
            bounds.below = qMin(bounds.below, after);
        else
            bounds.above = qMax(bounds.above, after);
    }
    return bounds;
}

QList<Term> KeysetQuery::streams(int driver) const
{
    if (driver == kTableItself)
        return {Term{}};
    return m_drivers.at(driver).streams;
}

QString KeysetQuery::source(int driver) const
{
    if (driver == kTableItself)
        return m_table % u" NOT INDEXED"_s;
    return m_table % u" INDEXED BY "_s % m_drivers.at(driver).index;
}

QList<Term> KeysetQuery::residuals(int driver) const
{
    QList<Term> terms;
    for (int other = 0; other < m_drivers.size(); ++other) {
        if (other != driver)
            terms.append(m_drivers.at(other).residual);
    }
    terms.append(m_residuals);
    return terms;
}

void KeysetQuery::appendWhere(SqlText &text, int driver, const Term &stream, const Bounds &bounds) const
{
    text.sql += u" WHERE "_s;
    if (!stream.sql.isEmpty()) {
        text.sql += stream.sql % u" AND "_s;
        text.values += stream.values;
    }
    text.sql += m_key % u" > ? AND "_s % m_key % u" < ?"_s;
    text.values << bounds.above << bounds.below;
    const QList<Term> rest = residuals(driver);
    for (const Term &term : rest) {
        text.sql += u" AND "_s % term.sql;
        text.values += term.values;
    }
}

SqlText KeysetQuery::probe(int driver, int cap) const
{
    SqlText text{u"SELECT "_s, {}};
    const QList<Term> parts = streams(driver);
    QString plus;
    for (const Term &stream : parts) {
        text.sql += plus % u"(SELECT count(*) FROM (SELECT 1 FROM "_s % source(driver) % u" WHERE "_s % stream.sql %
                    u" AND "_s % m_key % u" > ? AND "_s % m_key % u" < ? LIMIT ?))"_s;
        text.values += stream.values;
        text.values << m_first - 1 << m_last + 1 << cap;
        plus = u" + "_s;
    }
    return text;
}

SqlText KeysetQuery::rows(int driver, const QString &columns, qint64 after, qint64 limit) const
{
    SqlText text;
    const Bounds bounds = boundsAfter(after);
    const QList<Term> parts = streams(driver);
    QString joint;
    for (const Term &stream : parts) {
        text.sql += joint % u"SELECT "_s % columns % u" FROM "_s % source(driver);
        appendWhere(text, driver, stream, bounds);
        joint = u" UNION ALL "_s; // with the ORDER BY below SQLite merges the ordered parts, it does not sort
    }
    text.sql += u" ORDER BY "_s % m_key;
    if (m_descending)
        text.sql += u" DESC"_s;
    if (limit >= 0) {
        text.sql += u" LIMIT ?"_s;
        text.values << limit;
    }
    return text;
}

SqlText KeysetQuery::count(int driver) const
{
    SqlText text{u"SELECT "_s, {}};
    const Bounds bounds = boundsAfter(0);
    const QList<Term> parts = streams(driver);
    QString plus;
    for (const Term &stream : parts) {
        text.sql += plus % u"(SELECT count(*) FROM "_s % source(driver);
        appendWhere(text, driver, stream, bounds);
        text.sql += u')';
        plus = u" + "_s;
    }
    return text;
}

} // namespace obstat::ledger
