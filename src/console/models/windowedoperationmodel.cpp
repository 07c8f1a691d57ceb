#include "console/models/windowedoperationmodel.h"

#include "base/mixedscript.h"
#include "base/visibletext.h"
#include "console/client/cancelanswer.h"
#include "console/client/operationfilters.h"
#include "console/client/whenready.h"
#include "console/models/wording.h"

#include <QSet>

#include <algorithm>

namespace obstat::console {

using ledger::OperationRow;

namespace {

constexpr qsizetype kMaxWanted = 8; // a screen touches three at most; what is scrolled past is not worth loading

bool looksEqual(const OperationRow &a, const OperationRow &b)
{
    return a.version == b.version && a.status == b.status && a.hits == b.hits && a.updatedAt == b.updatedAt &&
           a.held == b.held && a.attempts == b.attempts && a.reference == b.reference &&
           a.payloadDigest == b.payloadDigest && a.record == b.record && a.amount == b.amount;
}

QSet<qint64> idsOf(const QList<OperationRow> &rows)
{
    QSet<qint64> ids;
    ids.reserve(rows.size());
    for (const OperationRow &row : rows)
        ids.insert(row.id);
    return ids;
}

} // namespace

WindowedOperationModel::WindowedOperationModel(QObject *parent) : QAbstractTableModel(parent) {}

void WindowedOperationModel::setGuard(const ColumnGuard *guard)
{
    if (m_guard)
        m_guard->disconnect(this);
    m_guard = guard;
    if (guard)
        connect(guard, &ColumnGuard::changed, this, [this] {
            if (rowCount() > 0)
                Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        });
}

QString WindowedOperationModel::recordText(const ledger::OperationRow &row) const
{
    if (row.record.isEmpty())
        return QStringLiteral("–");
    const QString record = m_guard ? m_guard->record(row) : base::visibleText(row.record);
    return base::mixedWords(record).isEmpty() ? record
                                              : QStringLiteral("⚠ ") + record; // the panel says which word, and why
}

QString WindowedOperationModel::amountText(const ledger::OperationRow &row) const
{
    return m_guard ? m_guard->amount(row) : Wording::amount(row.amount, row.currency);
}

void WindowedOperationModel::setClient(LedgerClient *client, const base::Clock *clock)
{
    m_client = client;
    m_clock = clock;
    setFilter(m_filter);
}

void WindowedOperationModel::setFilter(const ledger::OperationFilter &filter)
{
    beginResetModel();
    ++m_request;
    m_filter = filter;
    cancelAnswer(m_indexAnswer);
    m_loading = false;
    m_indexing = false;
    m_counted = false;
    m_refreshAgain = false;
    m_error.reset();
    m_wanted.clear();
    m_firstVisible = 0;
    m_lastVisible = 60;
    m_segments.clear();
    m_segments.setDescending(!filter.oldestFirst);
    if (m_client)
        m_segments.insert(0, {});
    endResetModel();
    if (m_client) {
        want(0);
        askIndex();
    }
    Q_EMIT countChanged();
}

void WindowedOperationModel::refresh()
{
    if (!m_client)
        return;
    if (!isSettled()) {
        m_refreshAgain = true; // one at a time: a busy ledger changes faster than it is read
        return;
    }
    if (m_error || m_segments.count() == 0) {
        setFilter(m_filter);
        return;
    }
    for (int i = 0; i < m_segments.count(); ++i)
        m_segments.at(i).stale = m_segments.at(i).loaded;
    wantVisible();
    if (!m_segments.isDescending()) // new rows come at the end
        want(m_segments.at(m_segments.count() - 1).after);
    want(m_segments.at(0).after);
    if (isUnfiltered(m_filter) && m_segments.isDescending())
        askIndex();
}

void WindowedOperationModel::setVisibleRows(int first, int last)
{
    m_firstVisible = std::max(0, first);
    m_lastVisible = std::max(m_firstVisible, last);
    wantVisible();
}

int WindowedOperationModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_segments.total();
}

QVariant WindowedOperationModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const OperationRow *row = operationAt(index.row());
    if (!row)
        return role == Qt::DisplayRole && index.column() == 0 ? QVariant(QStringLiteral("…")) : QVariant();
    if (role == IdRole)
        return row->id;
    return cell(*row, index.column(), role);
}

const OperationRow *WindowedOperationModel::operationAt(int row) const
{
    const OperationSegments::Place place = m_segments.place(row);
    if (place.segment < 0)
        return nullptr;
    OperationSegment &segment = m_segments.at(place.segment);
    segment.used = ++m_uses;
    if (!segment.loaded || segment.stale)
        want(segment.after);
    return segment.loaded ? &segment.rows.at(place.offset) : nullptr;
}

int WindowedOperationModel::rowOf(qint64 id) const
{
    const int index = m_segments.indexAround(id);
    if (index < 0)
        return -1;
    const OperationSegment &segment = m_segments.at(index);
    const auto found =
        std::find_if(segment.rows.begin(), segment.rows.end(), [id](const OperationRow &row) { return row.id == id; });
    if (found != segment.rows.end())
        return m_segments.start(index) + static_cast<int>(found - segment.rows.begin());
    if (segment.loaded || !isUnfiltered(m_filter) || !m_counted)
        return -1;
    return m_segments.isDescending() ? static_cast<int>(m_segments.total() - id) : static_cast<int>(id - 1);
}

bool WindowedOperationModel::isSettled() const
{
    return !m_client || (!m_loading && !m_indexing && m_wanted.isEmpty());
}

void WindowedOperationModel::askIndex()
{
    m_indexing = true;
    m_indexAnswer = m_client->operationIndex(m_filter, kPageSize);
    whenReady(m_indexAnswer, this, [this, request = m_request](const base::Result<RowIndex> &index) {
        if (request != m_request)
            return;
        m_indexing = false;
        if (index)
            takeIndex(*index);
        else
            fail(index.error());
        pump();
    });
}

void WindowedOperationModel::takeIndex(const RowIndex &index)
{
    if (!m_counted) {
        m_counted = true;
        expandTail(index);
        Q_EMIT countChanged();
    } else if (isUnfiltered(m_filter) && m_segments.isDescending()) {
        growTop(index.count);
    }
}

/// Puts segments for all that the index knows behind what is loaded already. The two are read at different moments;
/// what does not fit is corrected when it is loaded.
void WindowedOperationModel::expandTail(const RowIndex &index)
{
    const int tail = m_segments.count() - 1;
    const OperationSegment &open = m_segments.at(tail);
    if (open.loaded || open.last != OperationSegment::kOpen)
        return; // the first page held everything
    QList<qint64> positions{open.after};
    for (const qint64 anchor : index.anchors) {
        const bool beyond = m_segments.isDescending() ? anchor < open.after : anchor > open.after;
        if (anchor != 0 && (open.after == 0 || beyond))
            positions.append(anchor);
    }
    const auto missing = static_cast<int>(std::max<qint64>(0, index.count - m_segments.total()));
    if (missing == 0) {
        want(open.after);
        return;
    }
    const int first = m_segments.total();
    const auto pages = static_cast<int>(positions.size());
    const auto lastSize = static_cast<int>(index.count - kPageSize * (index.anchors.size() - 1));
    const int known = pages == 1 ? 0 : lastSize + (pages - 2) * kPageSize;
    beginInsertRows({}, first, first + missing - 1);
    for (int page = 0; page < pages; ++page) {
        const bool isLast = page == pages - 1;
        const int size = page == 0 ? std::max(0, missing - known) : isLast ? lastSize : kPageSize;
        const qint64 last = isLast ? OperationSegment::kOpen : positions.at(page + 1);
        if (page == 0) {
            m_segments.at(tail).last = last;
            m_segments.setSize(tail, size);
        } else {
            OperationSegment segment;
            segment.after = positions.at(page);
            segment.last = last;
            segment.size = size;
            m_segments.insert(tail + page, segment);
        }
    }
    int surplus = m_segments.total() - first - missing; // the anchors knew more than the count
    for (int i = tail + pages - 1; i >= tail && surplus != 0; --i) {
        const int cut = std::min(surplus, m_segments.at(i).size);
        m_segments.setSize(i, m_segments.at(i).size - cut);
        surplus -= cut;
    }
    endInsertRows();
}

/// Many new operations at once: their places are known without reading them, because ids are dense.
void WindowedOperationModel::growTop(qint64 highest)
{
    const auto grown = static_cast<int>(highest - m_segments.total());
    if (grown <= kPageSize)
        return; // the first page finds them itself
    const qint64 known = m_segments.total();
    beginInsertRows({}, 0, grown - 1);
    m_segments.at(0).after = known + 1;
    int index = 0;
    for (qint64 top = highest; top > known; top -= kPageSize) {
        OperationSegment segment;
        segment.after = top == highest ? 0 : top + 1;
        segment.last = std::max(known + 1, top - kPageSize + 1);
        segment.size = static_cast<int>(top - segment.last + 1);
        m_segments.insert(index++, segment);
    }
    endInsertRows();
    Q_EMIT countChanged();
    wantVisible();
}

void WindowedOperationModel::want(qint64 after) const
{
    m_wanted.removeAll(after);
    m_wanted.append(after);
    if (m_wanted.size() > kMaxWanted)
        m_wanted.removeFirst();
    m_pump.post(); // data() must not change anything, so the request is made when the view is done
}

void WindowedOperationModel::wantVisible()
{
    const OperationSegments::Place first = m_segments.place(m_firstVisible);
    const OperationSegments::Place last = m_segments.place(std::min(m_lastVisible, m_segments.total() - 1));
    if (first.segment < 0)
        return;
    for (int i = std::max(first.segment, last.segment); i >= first.segment; --i) {
        if (!m_segments.at(i).loaded || m_segments.at(i).stale)
            want(m_segments.at(i).after);
    }
}

void WindowedOperationModel::pump()
{
    while (m_client && !m_loading && !m_wanted.isEmpty()) {
        const qint64 after = m_wanted.takeLast();
        const int index = m_segments.indexOf(after);
        if (index < 0 || (m_segments.at(index).loaded && !m_segments.at(index).stale))
            continue;
        m_loading = true;
        const int known = m_segments.at(index).size;
        const int limit = m_counted && known > 0 ? known + kPageSize : kPageSize;
        whenReady(m_client->operations(m_filter, after, limit), this,
                  [this, after, limit, request = m_request](const base::Result<QList<OperationRow>> &rows) {
                      if (request != m_request)
                          return;
                      m_loading = false;
                      if (rows)
                          takePage(after, limit, *rows);
                      else
                          fail(rows.error());
                      pump();
                  });
    }
    if (!isSettled() || m_pump.isPosted())
        return;
    Q_EMIT settled();
    if (m_refreshAgain) {
        m_refreshAgain = false;
        refresh();
    }
}

void WindowedOperationModel::takePage(qint64 after, int limit, const QList<OperationRow> &fetched)
{
    const int index = m_segments.indexOf(after);
    if (index < 0)
        return;
    m_error.reset();
    QList<OperationRow> fresh;
    bool complete = fetched.size() < limit;
    for (const OperationRow &row : fetched) {
        if (m_segments.isBeyond(m_segments.at(index), row.id)) {
            complete = true;
            break;
        }
        fresh.append(row);
    }
    complete = complete || fresh.last().id == m_segments.at(index).last;
    if (!complete) {
        m_segments.split(index, fresh.last().id, static_cast<int>(fresh.size()));
        if (m_counted)
            want(fresh.last().id);
    }
    const int before = m_segments.total();
    merge(index, fresh);
    dropUnused();
    if (before != m_segments.total())
        Q_EMIT countChanged();
}

void WindowedOperationModel::merge(int index, const QList<OperationRow> &fresh)
{
    if (!m_segments.at(index).loaded) {
        fill(index, fresh);
    } else {
        removeMissing(index, fresh);
        insertNew(index, fresh);
        updateChanged(index, fresh);
    }
    m_segments.at(index).stale = false;
    m_segments.at(index).used = ++m_uses;
}

void WindowedOperationModel::fill(int index, const QList<OperationRow> &fresh)
{
    const int start = m_segments.start(index);
    const int before = m_segments.at(index).size;
    const auto after = static_cast<int>(fresh.size());
    const int known = std::min(before, after);
    const auto put = [&](int count) {
        m_segments.setSize(index, count);
        m_segments.at(index).rows = fresh.first(count);
        m_segments.at(index).loaded = true;
    };
    // Rows that stay change from "…" to what they are outside of the removal or insertion: inside of it only the number
    // of rows may change.
    if (after < before) {
        beginRemoveRows({}, start + after, start + before - 1);
        m_segments.setSize(index, after);
        endRemoveRows();
    }
    put(known);
    if (known > 0)
        Q_EMIT dataChanged(this->index(start, 0), this->index(start + known - 1, columnCount() - 1));
    if (after > before) {
        beginInsertRows({}, start + before, start + after - 1);
        put(after);
        endInsertRows();
    }
}

void WindowedOperationModel::removeMissing(int index, const QList<OperationRow> &fresh)
{
    const QSet<qint64> kept = idsOf(fresh);
    const int start = m_segments.start(index);
    QList<OperationRow> &rows = m_segments.at(index).rows;
    for (auto last = static_cast<int>(rows.size()) - 1; last >= 0;) {
        if (kept.contains(rows.at(last).id)) {
            --last;
            continue;
        }
        int first = last;
        while (first > 0 && !kept.contains(rows.at(first - 1).id))
            --first;
        beginRemoveRows({}, start + first, start + last);
        rows.remove(first, last - first + 1);
        m_segments.setSize(index, static_cast<int>(rows.size()));
        endRemoveRows();
        last = first - 1;
    }
}

void WindowedOperationModel::insertNew(int index, const QList<OperationRow> &fresh)
{
    const int start = m_segments.start(index);
    QList<OperationRow> &rows = m_segments.at(index).rows;
    const QSet<qint64> known = idsOf(rows);
    for (int first = 0; first < fresh.size();) {
        if (known.contains(fresh.at(first).id)) {
            ++first;
            continue;
        }
        int end = first + 1;
        while (end < fresh.size() && !known.contains(fresh.at(end).id))
            ++end;
        beginInsertRows({}, start + first, start + end - 1);
        for (int i = first; i < end; ++i)
            rows.insert(i, fresh.at(i));
        m_segments.setSize(index, static_cast<int>(rows.size()));
        endInsertRows();
        first = end;
    }
}

void WindowedOperationModel::updateChanged(int index, const QList<OperationRow> &fresh)
{
    const int start = m_segments.start(index);
    QList<OperationRow> &rows = m_segments.at(index).rows;
    for (int i = 0; i < fresh.size(); ++i) {
        if (looksEqual(rows.at(i), fresh.at(i)))
            continue;
        rows[i] = fresh.at(i);
        Q_EMIT dataChanged(this->index(start + i, 0), this->index(start + i, columnCount() - 1));
    }
}

void WindowedOperationModel::dropUnused()
{
    QList<int> loaded;
    for (int i = 0; i < m_segments.count(); ++i) {
        if (m_segments.at(i).loaded)
            loaded.append(i);
    }
    if (loaded.size() <= kKeptPages)
        return;
    const auto oldest = std::min_element(
        loaded.begin(), loaded.end(), [this](int a, int b) { return m_segments.at(a).used < m_segments.at(b).used; });
    OperationSegment &segment = m_segments.at(*oldest);
    segment.rows.clear();
    segment.loaded = false;
    segment.stale = false;
}

void WindowedOperationModel::fail(const base::Error &error)
{
    if (error.code == base::ErrorCode::Cancelled)
        return;
    m_error = error;
    m_wanted.clear();
    Q_EMIT failed(error);
}

} // namespace obstat::console
