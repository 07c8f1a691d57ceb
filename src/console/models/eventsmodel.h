#pragma once

#include "console/client/ledgerclient.h"
#include "console/client/whenready.h"
#include "console/models/eventpages.h"
#include "console/models/eventwording.h"
#include "console/postedcall.h"

#include <QAbstractTableModel>
#include <QCache>
#include <QPointer>

namespace obstat::console {

/// The event log, newest first, of any length: only the pages that are looked at are in memory. Answers to an older
/// filter are dropped. New events are inserted on top; what is read stays where it is.
class EventsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Number, Time, What, Text, Operation, Actor, Run, Tenant, ColumnCount };
    /// Views count pixels in 32 bits; older events are reached by a filter.
    static constexpr qint64 kMaxRows = 50'000'000;

    explicit EventsModel(QObject *parent = nullptr);

    /// nullptr closes; both must outlive their use.
    void setClient(LedgerClient *client, const base::Clock *clock);
    /// Starts anew with this filter.
    void setFilter(const ledger::EventFilter &filter);
    [[nodiscard]] const ledger::EventFilter &filter() const { return m_filter; }
    /// Looks for newer events.
    void refresh();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    /// nullptr while it is not loaded; valid until the event loop runs.
    [[nodiscard]] const ledger::EventRow *eventAt(int row) const;
    /// -1 when it is not known.
    [[nodiscard]] int rowOf(qint64 seq) const;
    /// Events of the filter, more than rows when there are too many for a view.
    [[nodiscard]] qint64 total() const { return m_pages.total(); }
    [[nodiscard]] bool isCounted() const { return m_counted; }
    [[nodiscard]] bool isSettled() const;
    [[nodiscard]] const std::optional<base::Error> &error() const { return m_error; }
    [[nodiscard]] static bool isUnfiltered(const ledger::EventFilter &filter);

Q_SIGNALS:
    void settled();
    void countChanged();
    void failed(const base::Error &error);

private:
    void restart();
    void takeNewest(const QList<ledger::EventRow> &rows);
    void askIndex();
    void takeIndex(const RowIndex &index);
    void askNewer(qint64 before);
    void takeNewer(const QList<ledger::EventRow> &rows);
    void insertNewer(const QList<ledger::EventRow> &rows);
    void growDense(qint64 size);
    void want(const EventPages::Request &request) const;
    void pump();
    void fail(const base::Error &error);
    void settle();
    [[nodiscard]] QVariant cell(const ledger::EventRow &row, int column, int role) const;
    [[nodiscard]] const EventWords &words(const ledger::EventRow &row) const;

    /// Runs `take` in this thread unless another filter was set meanwhile.
    template <typename T, typename Take>
    void ask(Answer<T> answer, Take take)
    {
        ++m_running;
        whenReady(answer, this, [this, take, request = m_request](const base::Result<T> &result) {
            if (request != m_request)
                return;
            --m_running;
            if (result)
                take(*result);
            else
                fail(result.error());
            settle();
        });
    }

    QPointer<LedgerClient> m_client;
    const base::Clock *m_clock = nullptr;
    ledger::EventFilter m_filter;
    mutable EventPages m_pages;
    mutable QList<EventPages::Request> m_wanted; // newest request last
    mutable PostedCall m_pump{this, [this] { pump(); }};
    mutable QCache<qint64, EventWords> m_words;
    QList<ledger::EventRow> m_newer; // being collected
    int m_rows = 0;                  // what views were told
    quint64 m_request = 0;
    int m_running = 0;
    std::optional<qint64> m_loadingPage;
    bool m_counted = false;
    bool m_refreshAgain = false;
    std::optional<base::Error> m_error;
};

} // namespace obstat::console
