#include "ledger/keysetreader.h"

#include "ledger/amountwalk.h"
#include "ledger/operationquery.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

constexpr int kFewRows = 4096;   // read and checked one by one in a few milliseconds
constexpr int kManyRows = 65536; // counted in a few milliseconds
constexpr int kMaxChoices = 64;

} // namespace

bool KeysetReader::isAmount(int driver) const
{
    return driver != KeysetQuery::kTableItself && m_query.drivers().at(driver).name == kAmountDriver;
}

QString KeysetReader::signature() const
{
    QString text;
    for (const Driver &driver : m_query.drivers()) {
        text += driver.name;
        for (const Term &stream : driver.streams) {
            for (const QVariant &value : stream.values)
                text += u'\x1f' % value.toString();
        }
        text += u'\x1e';
    }
    return text % QString::number(m_query.first()) % u'-' % QString::number(m_query.last());
}

base::Result<qint64> KeysetReader::probe(int driver, int cap)
{
    if (isAmount(driver))
        return AmountWalk(m_session, m_query, driver).count(cap);
    const auto found = m_session.number(m_query.probe(driver, cap));
    if (!found)
        return tl::unexpected(found.error());
    return qMin<qint64>(found->value_or(0), cap);
}

base::Result<int> KeysetReader::driver()
{
    const auto count = static_cast<int>(m_query.drivers().size());
    if (count == 0 || m_query.last() - m_query.first() < kFewRows)
        return KeysetQuery::kTableItself;
    if (count == 1)
        return 0;
    const QString key = signature();
    if (const auto known = m_session.choices().constFind(key); known != m_session.choices().constEnd())
        return *known;
    int best = 0;
    for (const int cap : {kFewRows, kManyRows}) {
        qint64 fewest = cap;
        best = 0;
        for (int driver = 0; driver < count; ++driver) {
            const base::Result<qint64> entries = probe(driver, cap);
            if (!entries)
                return tl::unexpected(entries.error());
            if (*entries < fewest) {
                fewest = *entries;
                best = driver;
            }
        }
        if (fewest < cap)
            break;
    }
    if (m_session.choices().size() >= kMaxChoices)
        m_session.choices().clear();
    m_session.choices().insert(key, best);
    return best;
}

base::Result<> KeysetReader::forEach(const QString &columns, qint64 after, qint64 limit, const ReadSession::Row &visit)
{
    if (m_query.isEmpty() || limit == 0)
        return {};
    const base::Result<int> chosen = driver();
    if (!chosen)
        return tl::unexpected(chosen.error());
    if (isAmount(*chosen))
        return AmountWalk(m_session, m_query, *chosen).forEach(columns, after, limit, visit);
    return m_session.forEach(m_query.rows(*chosen, columns, after, limit), visit);
}

base::Result<qint64> KeysetReader::count()
{
    if (m_query.isEmpty())
        return 0;
    const base::Result<int> chosen = driver();
    if (!chosen)
        return tl::unexpected(chosen.error());
    if (isAmount(*chosen))
        return AmountWalk(m_session, m_query, *chosen).count(-1);
    const auto found = m_session.number(m_query.count(*chosen));
    if (!found)
        return tl::unexpected(found.error());
    return found->value_or(0);
}

base::Result<QList<qint64>> KeysetReader::anchors(const QString &key, int pageSize, qint64 start)
{
    QList<qint64> found{start};
    qint64 rows = 0;
    qint64 last = 0;
    const auto read = forEach(key, 0, -1, [&](const QSqlQuery &row) {
        if (rows > 0 && rows % pageSize == 0)
            found.append(last);
        last = row.value(0).toLongLong();
        ++rows;
        return true;
    });
    if (!read)
        return tl::unexpected(read.error());
    return found;
}

} // namespace obstat::ledger
