#pragma once

#include <QStringList>

namespace obstat::tests {

/// Notes every SQL text that any SQLite connection of this program starts, from construction on. One at a time.
class TracedSql
{
public:
    TracedSql();
    ~TracedSql();
    TracedSql(const TracedSql &) = delete;
    TracedSql &operator=(const TracedSql &) = delete;

    /// Each different text since the last call, in the order of first use. Only of connections opened after
    /// construction.
    [[nodiscard]] QStringList take();
};

} // namespace obstat::tests
