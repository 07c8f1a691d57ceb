#pragma once

#include "ledger/statement.h"

#include <QHash>

namespace obstat::ledger {

/// How many operations a run has, kept in memory so that a long run does not make each submit slower.
class RunCounter
{
public:
    explicit RunCounter(SqliteConnection &connection);

    [[nodiscard]] base::Result<qint64> operations(const QString &tenant, const QString &run);
    void created(const QString &tenant, const QString &run);
    void clear() { m_counts.clear(); }

private:
    Statement m_count;
    QHash<std::pair<QString, QString>, qint64> m_counts;
};

} // namespace obstat::ledger
