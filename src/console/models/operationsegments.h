#pragma once

#include "ledger/types.h"

#include <QList>

#include <limits>
#include <vector>

namespace obstat::console {

/// A piece of a list that is ordered by id. Its borders are ids and never move, so that rows that come and go
/// elsewhere leave it alone; only how many rows it stands for changes.
struct OperationSegment
{
    static constexpr qint64 kOpen = -1;

    qint64 after = 0;    ///< keyset position before its first row, 0 = the start of the list
    qint64 last = kOpen; ///< id of its last row, kOpen = all that follows
    int size = 0;        ///< rows it stands for
    bool loaded = false;
    bool stale = false;               ///< loaded, but the ledger changed since
    quint64 used = 0;                 ///< when it was last looked at, for dropping
    QList<ledger::OperationRow> rows; ///< `size` of them when loaded
};

/// The segments of one list in its order, and which row is where. A plain value without any model around it.
class OperationSegments
{
public:
    struct Place
    {
        int segment = -1;
        int offset = 0;
    };

    void setDescending(bool descending) { m_descending = descending; }
    [[nodiscard]] bool isDescending() const { return m_descending; }
    void clear();

    [[nodiscard]] int count() const { return static_cast<int>(m_segments.size()); }
    [[nodiscard]] int total() const;
    [[nodiscard]] const OperationSegment &at(int index) const { return m_segments[static_cast<size_t>(index)]; }
    [[nodiscard]] OperationSegment &at(int index) { return m_segments[static_cast<size_t>(index)]; }
    [[nodiscard]] Place place(int row) const;
    [[nodiscard]] int start(int index) const; ///< row of its first
    [[nodiscard]] int indexOf(qint64 after) const;
    /// The segment whose borders enclose the id.
    [[nodiscard]] int indexAround(qint64 id) const;
    /// Does the id lie behind the segment's end?
    [[nodiscard]] bool isBeyond(const OperationSegment &segment, qint64 id) const;

    void insert(int index, OperationSegment segment);
    void setSize(int index, int size);
    /// Ends the segment at `border` and puts one for the rest behind it. Loaded rows beyond the border move there;
    /// of rows not loaded, all but `kept` are counted there. No row of the list appears or vanishes.
    void split(int index, qint64 border, int kept);

private:
    void countAnew() const;

    bool m_descending = true;
    std::vector<OperationSegment> m_segments;
    mutable std::vector<int> m_starts; // of every segment and the end; empty = to be computed
};

} // namespace obstat::console
