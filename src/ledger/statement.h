#pragma once

#include "base/result.h"

#include <QSqlQuery>
#include <QVariant>

#include <initializer_list>
#include <optional>

namespace obstat::ledger {

class SqliteConnection;

/// A prepared statement, kept for the life of its connection. Parameters are positional (`?`); underneath they have
/// names, because Qt makes a text of each number at every binding. Not re-entrant: read the rows of one run before the
/// next.
class Statement
{
public:
    Statement(SqliteConnection &connection, QString sql);

    /// Binds and runs; rows are then read with next() and value(). Prepares at the first run.
    [[nodiscard]] base::Result<> run(std::initializer_list<QVariant> parameters);
    [[nodiscard]] base::Result<> run(const QVariantList &parameters);
    /// The next row; false at the end, where the statement is reset. A failing step is an error.
    [[nodiscard]] base::Result<bool> next();
    /// Runs and goes to the only row wanted; false when there is none. Call done() after reading it.
    [[nodiscard]] base::Result<bool> first(std::initializer_list<QVariant> parameters);
    /// Resets, so that no read stays open.
    void done() { m_query.finish(); }

    [[nodiscard]] SqliteConnection &connection() const { return m_connection; }
    [[nodiscard]] const QSqlQuery &row() const { return m_query; }
    [[nodiscard]] QVariant value(int column) const { return m_query.value(column); }
    /// Rows that the last run changed.
    [[nodiscard]] int changed() const { return m_changed; }

private:
    template <typename List>
    [[nodiscard]] base::Result<> bindAndRun(const List &parameters);
    [[nodiscard]] base::Result<> prepare();
    [[nodiscard]] base::Result<> execute();

    SqliteConnection &m_connection;
    QString m_sql;
    QStringList m_names;
    QSqlQuery m_query;
    bool m_prepared = false;
    int m_changed = 0;
};

/// A text parameter that is never NULL (Qt binds a null QString as NULL).
[[nodiscard]] inline QVariant text(const QString &value)
{
    return value.isNull() ? QVariant(QStringLiteral("")) : QVariant(value);
}
/// NULL for an empty text.
[[nodiscard]] inline QVariant textOrNull(const QString &value)
{
    return value.isEmpty() ? QVariant() : QVariant(value);
}
/// A blob that is never NULL.
[[nodiscard]] inline QVariant blob(const QByteArray &value)
{
    return value.isNull() ? QVariant(QByteArray("")) : QVariant(value);
}
template <typename T>
[[nodiscard]] QVariant orNull(const std::optional<T> &value)
{
    return value ? QVariant(*value) : QVariant();
}

} // namespace obstat::ledger
