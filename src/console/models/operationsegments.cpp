#include "console/models/operationsegments.h"

#include <algorithm>

namespace obstat::console {

void OperationSegments::clear()
{
    m_segments.clear();
    m_starts.clear();
}

void OperationSegments::countAnew() const
{
    if (!m_starts.empty())
        return;
    m_starts.reserve(m_segments.size() + 1);
    int row = 0;
    for (const OperationSegment &segment : m_segments) {
        m_starts.push_back(row);
        row += segment.size;
    }
    m_starts.push_back(row);
}

int OperationSegments::total() const
{
    countAnew();
    return m_starts.back();
}

int OperationSegments::start(int index) const
{
    countAnew();
    return m_starts[static_cast<size_t>(index)];
}

OperationSegments::Place OperationSegments::place(int row) const
{
    countAnew();
    if (row < 0 || row >= m_starts.back())
        return {};
    const auto next = std::upper_bound(m_starts.begin(), m_starts.end(), row);
    const auto index = static_cast<int>(next - m_starts.begin()) - 1;
    return {index, row - m_starts[static_cast<size_t>(index)]};
}

int OperationSegments::indexOf(qint64 after) const
{
    const auto found = std::find_if(m_segments.begin(), m_segments.end(),
                                    [after](const OperationSegment &segment) { return segment.after == after; });
    return found == m_segments.end() ? -1 : static_cast<int>(found - m_segments.begin());
}

int OperationSegments::indexAround(qint64 id) const
{
    // Binary: the first segment behind whose end the id does not lie.
    const auto found = std::partition_point(m_segments.begin(), m_segments.end(),
                                            [this, id](const auto &segment) { return isBeyond(segment, id); });
    return found == m_segments.end() ? -1 : static_cast<int>(found - m_segments.begin());
}

bool OperationSegments::isBeyond(const OperationSegment &segment, qint64 id) const
{
    if (segment.last == OperationSegment::kOpen)
        return false;
    return m_descending ? id < segment.last : id > segment.last;
}

void OperationSegments::insert(int index, OperationSegment segment)
{
    m_segments.insert(m_segments.begin() + index, std::move(segment));
    m_starts.clear();
}

void OperationSegments::setSize(int index, int size)
{
    at(index).size = size;
    m_starts.clear();
}

void OperationSegments::split(int index, qint64 border, int kept)
{
    OperationSegment &first = at(index);
    OperationSegment rest;
    rest.after = border;
    rest.last = first.last;
    rest.used = first.used;
    first.last = border;
    if (first.loaded) {
        const auto beyond = std::find_if(first.rows.begin(), first.rows.end(),
                                         [this, &first](const auto &row) { return isBeyond(first, row.id); });
        rest.rows = QList<ledger::OperationRow>(beyond, first.rows.end());
        rest.loaded = true;
        rest.stale = true;
        first.rows.erase(beyond, first.rows.end());
        rest.size = static_cast<int>(rest.rows.size());
    } else {
        rest.size = std::max(0, first.size - kept);
    }
    first.size -= rest.size;
    insert(index + 1, std::move(rest));
}

} // namespace obstat::console
