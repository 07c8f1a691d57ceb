#pragma once

#include <QList>
#include <QString>
#include <QVariantList>

#include <limits>

namespace obstat::ledger {

/// One condition of a WHERE clause, with the values of its placeholders in order.
struct Term
{
    QString sql;
    QVariantList values;
};

/// A statement with the values of its placeholders in order.
struct SqlText
{
    QString sql;
    QVariantList values;
};

/// A filter whose rows an index gives in key order. Several streams (one a status) are merged by key.
struct Driver
{
    QString name;        ///< for tests and the log
    QString index;       ///< of (…, key); each stream fixes all of its columns before the key
    QList<Term> streams; ///< disjoint
    Term residual;       ///< the same filter as a check on a row, where another index drives
};

/// The rows of one table that a filter has, in the order of its integer key. Every statement names its index itself
/// (INDEXED BY), because the planner picked 1.9 s plans where 2 ms ones exist; a walk along the table is bounded on
/// both sides. Nothing here sorts, and nothing skips by OFFSET. A pure value.
class KeysetQuery
{
public:
    static constexpr int kTableItself = -1; ///< as driver: along the key of the table

    KeysetQuery(QString table, QString key) : m_table(std::move(table)), m_key(std::move(key)) {}

    void add(Driver driver) { m_drivers.append(std::move(driver)); }
    /// A condition that no index serves.
    void addResidual(Term term) { m_residuals.append(std::move(term)); }
    /// Only keys in [first, last].
    void limitTo(qint64 first, qint64 last);
    void setDescending(bool descending) { m_descending = descending; }
    /// No row can match.
    void setEmpty() { m_empty = true; }

    [[nodiscard]] const QList<Driver> &drivers() const { return m_drivers; }
    /// No condition but the range of keys.
    [[nodiscard]] bool isPlainRange() const { return m_drivers.isEmpty() && m_residuals.isEmpty(); }
    [[nodiscard]] bool isEmpty() const { return m_empty || m_first > m_last; }
    [[nodiscard]] bool isDescending() const { return m_descending; }
    [[nodiscard]] qint64 first() const { return m_first; }
    [[nodiscard]] qint64 last() const { return m_last; }

    /// Counts the driver's entries up to `cap`, to compare drivers.
    [[nodiscard]] SqlText probe(int driver, int cap) const;
    /// `columns` of up to `limit` rows after the key `after` (0 = from the start) in order; limit < 0: all.
    [[nodiscard]] SqlText rows(int driver, const QString &columns, qint64 after, qint64 limit) const;
    [[nodiscard]] SqlText count(int driver) const;
    /// All conditions but the driver's and the range, for walks that are driven otherwise.
    [[nodiscard]] QList<Term> residuals(int driver) const;

private:
    struct Bounds
    {
        qint64 above = 0;
        qint64 below = 0;
    };
    [[nodiscard]] Bounds boundsAfter(qint64 after) const;
    [[nodiscard]] QList<Term> streams(int driver) const;
    [[nodiscard]] QString source(int driver) const;
    void appendWhere(SqlText &text, int driver, const Term &stream, const Bounds &bounds) const;

    QString m_table;
    QString m_key;
    QList<Driver> m_drivers;
    QList<Term> m_residuals;
    qint64 m_first = 0;
    qint64 m_last = std::numeric_limits<qint64>::max() - 1;
    bool m_descending = true;
    bool m_empty = false;
};

} // namespace obstat::ledger
