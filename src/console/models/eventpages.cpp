#include "console/models/eventpages.h"

#include <algorithm>

namespace obstat::console {

using ledger::EventRow;

void EventPages::clear()
{
    *this = EventPages();
}

void EventPages::setDense(qint64 size)
{
    if (!m_dense)
        clear();
    m_dense = true;
    m_size = size;
}

void EventPages::setListed(const QList<EventRow> &newest)
{
    clear();
    m_newest = newest;
}

void EventPages::setBehind(const QList<qint64> &anchors, qint64 count)
{
    m_pages.clear();
    m_anchors = anchors;
    m_behind = count;
    // The index may have been read later than the newest rows, so that a page begins among them.
    while (!anchors.isEmpty() && !m_newest.isEmpty() && m_newest.last().seq < anchors.first())
        m_newest.removeLast();
}

void EventPages::prepend(const QList<EventRow> &newer)
{
    m_newest = newer + m_newest;
}

qint64 EventPages::total() const
{
    return m_dense ? m_size : m_newest.size() + m_behind;
}

EventPages::Place EventPages::place(qint64 row) const
{
    Place place;
    if (m_dense) {
        const qint64 seq = m_size - 1 - row;
        place.request.page = seq / kPageSize;
        const qint64 end = std::min(m_size, (place.request.page + 1) * kPageSize);
        place.request.before = end;
        place.request.limit = static_cast<int>(end - place.request.page * kPageSize);
        place.offset = end - 1 - seq;
        return place;
    }
    const qint64 behind = row - m_newest.size();
    place.request.page = behind / kPageSize;
    place.request.before = m_anchors.value(place.request.page, -1);
    place.offset = behind % kPageSize;
    return place;
}

const EventRow *EventPages::at(qint64 row, std::optional<Request> *missing)
{
    if (row < 0 || row >= total())
        return nullptr;
    if (!m_dense && row < m_newest.size())
        return &m_newest.at(row);
    const Place where = place(row);
    const auto page = m_pages.find(where.request.page);
    qsizetype offset = where.offset;
    if (m_dense && page != m_pages.end()) // the page may have been read when the log was shorter
        offset = page->rows.isEmpty() ? -1 : page->rows.first().seq - (m_size - 1 - row);
    if (page == m_pages.end() || offset < 0 || offset >= page->rows.size()) {
        if (missing)
            *missing = where.request;
        return nullptr;
    }
    page->used = ++m_uses;
    return &page->rows.at(offset);
}

EventPages::Span EventPages::put(const Request &request, const QList<EventRow> &rows)
{
    m_pages.insert(request.page, {rows, ++m_uses});
    dropUnused();
    if (m_dense)
        return {m_size - request.before, rows.size()};
    return {m_newest.size() + request.page * kPageSize, rows.size()};
}

std::optional<qint64> EventPages::rowOf(qint64 seq) const
{
    if (m_dense)
        return seq >= 0 && seq < m_size ? std::optional(m_size - 1 - seq) : std::nullopt;
    const auto inRows = [seq](const QList<EventRow> &rows) -> qsizetype {
        const auto found =
            std::find_if(rows.begin(), rows.end(), [seq](const EventRow &row) { return row.seq == seq; });
        return found == rows.end() ? -1 : found - rows.begin();
    };
    if (const qsizetype row = inRows(m_newest); row >= 0)
        return row;
    for (auto page = m_pages.begin(); page != m_pages.end(); ++page) {
        if (const qsizetype row = inRows(page->rows); row >= 0)
            return m_newest.size() + page.key() * kPageSize + row;
    }
    return std::nullopt;
}

void EventPages::dropUnused()
{
    while (m_pages.size() > kKeptPages) {
        const auto oldest = std::min_element(m_pages.begin(), m_pages.end(),
                                             [](const Page &a, const Page &b) { return a.used < b.used; });
        m_pages.erase(oldest);
    }
}

} // namespace obstat::console
