#pragma once

#include "ledger/statement.h"
#include "ledger/types.h"

namespace obstat::ledger {

/// Rows of `attempt`: one request to the owner each.
class AttemptStore
{
public:
    explicit AttemptStore(SqliteConnection &connection);

    [[nodiscard]] base::Result<> insert(const AttemptRow &row);
    [[nodiscard]] base::Result<> end(const AttemptRow &row);
    [[nodiscard]] base::Result<std::optional<AttemptRow>> find(qint64 operation, int number);
    /// All attempts of an operation, oldest first.
    [[nodiscard]] base::Result<QList<AttemptRow>> of(qint64 operation);
    /// Open attempts in the whole ledger, oldest first.
    [[nodiscard]] base::Result<QList<AttemptRow>> open();

private:
    [[nodiscard]] base::Result<QList<AttemptRow>> all(Statement &statement, std::initializer_list<QVariant> parameters);

    Statement m_insert;
    Statement m_end;
    Statement m_find;
    Statement m_of;
    Statement m_open;
};

inline constexpr QLatin1StringView kCommit{"commit"};
inline constexpr QLatin1StringView kQuery{"query"};

/// True when a commit attempt, open or ended, may have had an effect that nobody has settled: every end but "proved not
/// sent" and "the owner declared: no effect", unless a question later proved that nothing happened. `before`: only
/// attempts of a lower number count; 0 = all.
[[nodiscard]] bool mayHaveHadEffect(const QList<AttemptRow> &attempts, int before = 0);
[[nodiscard]] bool hasOpenAttempt(const QList<AttemptRow> &attempts);

} // namespace obstat::ledger
