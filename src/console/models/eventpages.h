#pragma once

#include "ledger/types.h"

#include <QHash>

#include <optional>

namespace obstat::console {

/// Which page of a list of events holds a row, and the pages that are in memory: the least recently used are dropped.
/// New events come on top and move nothing. Two layouts: dense, for the whole log, where every position is arithmetic
/// because numbers have no gaps (contract 4.5); listed, for a filter, where pages start at anchors. Knows no model.
class EventPages
{
public:
    static constexpr int kPageSize = 256;
    static constexpr int kKeptPages = 48;

    /// Starts anew: nothing is known.
    void clear();
    /// The whole log of `size` events; called again when it grew.
    void setDense(qint64 size);
    /// A filtered list: `newest` rows are at hand, newest first; further pages start below the anchors.
    void setListed(const QList<ledger::EventRow> &newest);
    /// What lies behind the newest: pages of kPageSize that start below `anchors`, with `count` rows.
    void setBehind(const QList<qint64> &anchors, qint64 count);
    /// Listed only: rows above all.
    void prepend(const QList<ledger::EventRow> &newer);

    [[nodiscard]] qint64 total() const;
    [[nodiscard]] bool isDense() const { return m_dense; }
    /// Listed only: the rows kept above the anchors.
    [[nodiscard]] const QList<ledger::EventRow> &newest() const { return m_newest; }

    /// What has to be asked for to know a page.
    struct Request
    {
        qint64 page = 0;
        qint64 before = -1; ///< exclusive
        int limit = kPageSize;
    };
    /// nullptr when the row's page is not in memory; then `missing` says what to ask for.
    [[nodiscard]] const ledger::EventRow *at(qint64 row, std::optional<Request> *missing);
    /// Takes an answer. Gives the first row and the number of rows that are known by it.
    struct Span
    {
        qint64 first = 0;
        qint64 count = 0;
    };
    Span put(const Request &request, const QList<ledger::EventRow> &rows);
    /// Where an event stands, when that is known: always in the dense layout.
    [[nodiscard]] std::optional<qint64> rowOf(qint64 seq) const;

private:
    struct Page
    {
        QList<ledger::EventRow> rows;
        quint64 used = 0;
    };
    struct Place
    {
        Request request;
        qsizetype offset = 0;
    };
    [[nodiscard]] Place place(qint64 row) const;
    void dropUnused();

    bool m_dense = false;
    qint64 m_size = 0; // dense: events in the log
    QList<ledger::EventRow> m_newest;
    QList<qint64> m_anchors;
    qint64 m_behind = 0; // rows behind the newest
    QHash<qint64, Page> m_pages;
    quint64 m_uses = 0;
};

} // namespace obstat::console
