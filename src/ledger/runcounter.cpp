#include "ledger/runcounter.h"

namespace obstat::ledger {

namespace {

constexpr qsizetype kMaxRuns = 50'000;

} // namespace

RunCounter::RunCounter(SqliteConnection &connection)
    : m_count(connection,
              QStringLiteral("SELECT count(*) FROM operation INDEXED BY operation_run WHERE run=? AND tenant=?"))
{
}

base::Result<qint64> RunCounter::operations(const QString &tenant, const QString &run)
{
    const auto known = m_counts.constFind({tenant, run});
    if (known != m_counts.constEnd()) {
        return *known;
    }
    const auto found = m_count.first({text(run), text(tenant)});
    if (!found) {
        return tl::unexpected(found.error());
    }
    const qint64 count = m_count.value(0).toLongLong();
    m_count.done();
    if (m_counts.size() >= kMaxRuns) {
        m_counts.clear();
    }
    m_counts.insert({tenant, run}, count);
    return count;
}

void RunCounter::created(const QString &tenant, const QString &run)
{
    const auto known = m_counts.find({tenant, run});
    if (known != m_counts.end()) {
        ++*known;
    }
}

} // namespace obstat::ledger
