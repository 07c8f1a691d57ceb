#include "console/models/eventsmodel.h"

#include "base/visibletext.h"
#include "console/models/windowedoperationmodel.h"
#include "console/models/wording.h"

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;
using ledger::EventRow;
using Roles = WindowedOperationModel;

namespace {

constexpr qsizetype kMaxWanted = 8;
constexpr qsizetype kMaxNewer = 16 * EventPages::kPageSize; // of a filter: beyond that it is read anew

int rowsFor(qint64 total)
{
    return static_cast<int>(std::min(total, EventsModel::kMaxRows));
}

QString orDash(const QString &text)
{
    return text.isEmpty() ? u"–"_s : base::visibleText(text);
}

} // namespace

EventsModel::EventsModel(QObject *parent) : QAbstractTableModel(parent), m_words(1024) {}

bool EventsModel::isUnfiltered(const ledger::EventFilter &f)
{
    return f.tenant.isEmpty() && f.kind.isEmpty() && f.actor.isEmpty() && f.run.isEmpty() && !f.operation && !f.from &&
           !f.to;
}

void EventsModel::setClient(LedgerClient *client, const base::Clock *clock)
{
    m_client = client;
    m_clock = clock;
    restart();
}

void EventsModel::setFilter(const ledger::EventFilter &filter)
{
    m_filter = filter;
    restart();
}

void EventsModel::restart()
{
    beginResetModel();
    ++m_request;
    m_running = 0;
    m_loadingPage.reset();
    m_counted = false;
    m_refreshAgain = false;
    m_error.reset();
    m_pages.clear();
    m_wanted.clear();
    m_words.clear();
    m_newer.clear();
    m_rows = 0;
    endResetModel();
    if (m_client) {
        ask(m_client->events(m_filter, -1, EventPages::kPageSize),
            [this](const QList<EventRow> &rows) { takeNewest(rows); });
    }
    Q_EMIT countChanged();
}

void EventsModel::takeNewest(const QList<EventRow> &rows)
{
    const bool dense = isUnfiltered(m_filter);
    const qint64 total = dense && !rows.isEmpty() ? rows.first().seq + 1 : rows.size();
    const bool whole = dense || rows.size() < EventPages::kPageSize;
    if (total > 0)
        beginInsertRows({}, 0, rowsFor(total) - 1);
    if (dense) {
        m_pages.setDense(total);
        if (!rows.isEmpty()) { // a page begins at a round number, the newest rows do not
            const auto top = static_cast<int>((total - 1) % EventPages::kPageSize + 1);
            m_pages.put({(total - 1) / EventPages::kPageSize, total, top}, rows.mid(0, top));
        }
    } else {
        m_pages.setListed(rows);
    }
    m_rows = rowsFor(total);
    if (total > 0)
        endInsertRows();
    m_counted = whole;
    Q_EMIT countChanged();
    if (!whole)
        askIndex();
}

void EventsModel::askIndex()
{
    ask(m_client->eventIndex(m_filter, EventPages::kPageSize), [this](const RowIndex &index) { takeIndex(index); });
}

void EventsModel::takeIndex(const RowIndex &index)
{
    m_counted = true;
    const qint64 behind = std::max<qint64>(0, index.count - EventPages::kPageSize);
    if (behind > 0 && index.anchors.size() > 1) {
        EventPages grown = m_pages;
        grown.setBehind(index.anchors.mid(1), behind);
        const int rows = rowsFor(grown.total());
        if (rows > m_rows) {
            beginInsertRows({}, m_rows, rows - 1);
            m_pages = grown;
            m_rows = rows;
            endInsertRows();
        }
    }
    Q_EMIT countChanged();
}

void EventsModel::refresh()
{
    if (!m_client)
        return;
    if (m_error) {
        restart();
    } else if (!isSettled()) {
        m_refreshAgain = true; // one at a time: a busy ledger changes faster than it is read
    } else {
        m_newer.clear();
        askNewer(-1);
    }
}

void EventsModel::askNewer(qint64 before)
{
    ask(m_client->events(m_filter, before, EventPages::kPageSize),
        [this](const QList<EventRow> &rows) { takeNewer(rows); });
}

void EventsModel::takeNewer(const QList<EventRow> &rows)
{
    if (m_pages.isDense() || (m_pages.total() == 0 && isUnfiltered(m_filter))) {
        if (!rows.isEmpty())
            growDense(rows.first().seq + 1);
        return;
    }
    const qint64 known = m_pages.newest().isEmpty() ? -1 : m_pages.newest().first().seq;
    bool met = rows.size() < EventPages::kPageSize;
    for (const EventRow &row : rows) {
        if (row.seq <= known) {
            met = true;
            break;
        }
        m_newer.append(row);
    }
    if (met)
        insertNewer(std::exchange(m_newer, {}));
    else if (m_newer.size() > kMaxNewer)
        restart();
    else
        askNewer(m_newer.last().seq);
}

void EventsModel::insertNewer(const QList<EventRow> &rows)
{
    if (rows.isEmpty())
        return;
    beginInsertRows({}, 0, static_cast<int>(rows.size()) - 1);
    m_pages.prepend(rows);
    m_rows += static_cast<int>(rows.size());
    endInsertRows();
    Q_EMIT countChanged();
}

void EventsModel::growDense(qint64 size)
{
    const qint64 grown = size - m_pages.total();
    if (grown <= 0)
        return;
    const auto added = rowsFor(grown);
    const auto surplus = static_cast<int>(std::max<qint64>(0, m_rows + added - kMaxRows));
    if (surplus > 0) {
        beginRemoveRows({}, m_rows - surplus, m_rows - 1);
        m_rows -= surplus;
        endRemoveRows();
    }
    beginInsertRows({}, 0, added - 1);
    m_pages.setDense(size);
    m_rows += added;
    endInsertRows();
    m_counted = true;
    Q_EMIT countChanged();
}

int EventsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int EventsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant EventsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(section == Number ? Qt::AlignRight | Qt::AlignVCenter
                                                     : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Number:
        return tr("Event");
    case Time:
        return tr("Time");
    case What:
        return tr("What");
    case Text:
        return tr("In words");
    case Operation:
        return tr("Operation");
    case Actor:
        return tr("Who");
    case Run:
        return tr("Run");
    case Tenant:
        return tr("Tenant");
    case ColumnCount:
        break;
    }
    return {};
}

QVariant EventsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const EventRow *row = eventAt(index.row());
    if (!row)
        return role == Qt::DisplayRole && index.column() == Number ? QVariant(u"…"_s) : QVariant();
    return role == Roles::IdRole ? QVariant(row->seq) : cell(*row, index.column(), role);
}

QVariant EventsModel::cell(const EventRow &row, int column, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return headerData(column, Qt::Horizontal, role);
    if (role == Roles::MonoRole)
        return column == Run;
    if (role == Roles::ToneRole && (column == Number || column == Time || column == Tenant))
        return static_cast<int>(Tone::Neutral);
    if (column == What && (role == Roles::PillRole || role == Roles::ToneRole)) {
        const EventWords &said = words(row);
        return role == Roles::PillRole ? QVariant(said.icon) : QVariant(static_cast<int>(said.tone));
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(column)) {
    case Number:
        return Wording::number(row.seq);
    case Time:
        return Wording::time(row.at, m_clock ? m_clock->now() : row.at);
    case What:
        return words(row).title;
    case Text:
        return words(row).text;
    case Operation:
        return row.operation ? Wording::number(*row.operation) : u"–"_s;
    case Actor:
        return words(row).who;
    case Run:
        return orDash(row.run);
    case Tenant:
        return orDash(row.tenant);
    case ColumnCount:
        break;
    }
    return {};
}

const EventWords &EventsModel::words(const EventRow &row) const
{
    if (const EventWords *known = m_words.object(row.seq))
        return *known;
    auto *said = new EventWords(EventWording::describe(row));
    m_words.insert(row.seq, said);
    return *said;
}

const EventRow *EventsModel::eventAt(int row) const
{
    std::optional<EventPages::Request> missing;
    const EventRow *found = m_pages.at(row, &missing);
    if (missing)
        want(*missing);
    return found;
}

int EventsModel::rowOf(qint64 seq) const
{
    const auto row = m_pages.rowOf(seq);
    return row && *row < m_rows ? static_cast<int>(*row) : -1;
}

bool EventsModel::isSettled() const
{
    return !m_client || (m_running == 0 && m_wanted.isEmpty());
}

void EventsModel::want(const EventPages::Request &request) const
{
    if (m_loadingPage == request.page)
        return;
    m_wanted.removeIf([&request](const EventPages::Request &other) { return other.page == request.page; });
    m_wanted.append(request);
    if (m_wanted.size() > kMaxWanted)
        m_wanted.removeFirst();
    m_pump.post(); // data() must not change anything, so the request is made when the view is done
}

void EventsModel::pump()
{
    if (!m_client || m_loadingPage || m_wanted.isEmpty())
        return;
    const EventPages::Request request = m_wanted.takeLast();
    m_loadingPage = request.page;
    ask(m_client->events(m_filter, request.before, request.limit), [this, request](const QList<EventRow> &rows) {
        m_loadingPage.reset();
        const EventPages::Span known = m_pages.put(request, rows);
        const int last = static_cast<int>(std::min<qint64>(known.first + known.count, m_rows)) - 1;
        if (known.first <= last)
            Q_EMIT dataChanged(index(static_cast<int>(known.first), 0), index(last, ColumnCount - 1));
    });
}

void EventsModel::settle()
{
    pump();
    if (!isSettled())
        return;
    Q_EMIT settled();
    if (std::exchange(m_refreshAgain, false))
        refresh();
}

void EventsModel::fail(const base::Error &error)
{
    m_loadingPage.reset();
    if (error.code == base::ErrorCode::Cancelled)
        return;
    m_error = error;
    m_wanted.clear();
    Q_EMIT failed(error);
}

} // namespace obstat::console
