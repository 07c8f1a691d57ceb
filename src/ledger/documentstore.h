#pragma once

#include "base/clock.h"
#include "ledger/statement.h"

#include <QSet>

namespace obstat::ledger {

/// Registry and policy texts and tool entries by digest, each written once.
class DocumentStore
{
public:
    explicit DocumentStore(SqliteConnection &connection);

    /// `kind`: registry, policy or entry.
    [[nodiscard]] base::Result<> store(const QString &digest, const QString &kind, const QString &name,
                                       const QByteArray &bytes, base::Micros seenAt);
    /// NotFound, Corrupt.
    [[nodiscard]] base::Result<QByteArray> load(const QString &digest);
    void rolledBack() { m_known.clear(); }

private:
    Statement m_insert;
    Statement m_select;
    QSet<QString> m_known;
};

} // namespace obstat::ledger
