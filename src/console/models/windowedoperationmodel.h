#pragma once

#include "console/client/columnguard.h"
#include "console/client/ledgerclient.h"
#include "console/models/operationsegments.h"
#include "console/postedcall.h"

#include <QAbstractTableModel>
#include <QPointer>

#include <optional>

namespace obstat::console {

/// A list of operations of any length of which only the pages that are looked at are in memory (256 rows each, the
/// least recently used dropped). Rows are fetched by the client: the newest request first, answers to an older filter
/// dropped. A refresh inserts, removes and changes rows; it never resets, so selection, scroll and current row stay.
class WindowedOperationModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr int kPageSize = 256;
    static constexpr int kKeptPages = 32;

    enum Role {
        IdRole = Qt::UserRole + 1, ///< qint64 id, invalid until loaded
        ToneRole,                  ///< Tone as int: colour of the text or pill
        PillRole,                  ///< name of the pill's icon: this cell is a pill
        MonoRole,                  ///< bool: keys, records, digests
        StrongRole,                ///< bool
    };

    explicit WindowedOperationModel(QObject *parent = nullptr);

    /// nullptr closes; both must outlive their use.
    void setClient(LedgerClient *client, const base::Clock *clock);
    /// What of the rows may be shown; nullptr: all. It must outlive its use.
    void setGuard(const ColumnGuard *guard);
    /// Starts anew with this filter.
    void setFilter(const ledger::OperationFilter &filter);
    [[nodiscard]] const ledger::OperationFilter &filter() const { return m_filter; }
    /// Looks at the ledger again, in place.
    void refresh();
    /// Rows on screen: they are loaded first and refreshed.
    void setVisibleRows(int first, int last);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    /// nullptr while it is not loaded; valid until the event loop runs.
    [[nodiscard]] const ledger::OperationRow *operationAt(int row) const;
    /// -1 when it is not among the loaded rows.
    [[nodiscard]] int rowOf(qint64 id) const;
    /// True when the number of rows is known, not only of the first page.
    [[nodiscard]] bool isCounted() const { return m_counted; }
    /// Nothing that was asked for is still on its way.
    [[nodiscard]] bool isSettled() const;
    [[nodiscard]] const std::optional<base::Error> &error() const { return m_error; }

Q_SIGNALS:
    void settled();      ///< isSettled() became true
    void countChanged(); ///< number of rows, or whether it is known
    void failed(const base::Error &error);

protected:
    /// What a column says about a row.
    [[nodiscard]] virtual QVariant cell(const ledger::OperationRow &row, int column, int role) const = 0;
    /// As they may be shown, `–` where there is none.
    [[nodiscard]] QString recordText(const ledger::OperationRow &row) const;
    [[nodiscard]] QString amountText(const ledger::OperationRow &row) const;
    [[nodiscard]] base::Micros now() const { return m_clock ? m_clock->now() : 0; }

private:
    void askIndex();
    void takeIndex(const RowIndex &index);
    void expandTail(const RowIndex &index);
    void growTop(qint64 highest);
    void want(qint64 after) const;
    void wantVisible();
    void pump();
    void takePage(qint64 after, int limit, const QList<ledger::OperationRow> &fetched);
    void merge(int index, const QList<ledger::OperationRow> &fresh);
    void fill(int index, const QList<ledger::OperationRow> &fresh);
    void removeMissing(int index, const QList<ledger::OperationRow> &fresh);
    void insertNew(int index, const QList<ledger::OperationRow> &fresh);
    void updateChanged(int index, const QList<ledger::OperationRow> &fresh);
    void dropUnused();
    void fail(const base::Error &error);

    QPointer<LedgerClient> m_client;
    QPointer<const ColumnGuard> m_guard;
    const base::Clock *m_clock = nullptr;
    ledger::OperationFilter m_filter;
    mutable OperationSegments m_segments;
    mutable QList<qint64> m_wanted; // `after` of segments, newest request last
    mutable PostedCall m_pump{this, [this] { pump(); }};
    mutable quint64 m_uses = 0;
    QFuture<base::Result<RowIndex>> m_indexAnswer;
    quint64 m_request = 0; // rises with every filter: older answers are dropped
    bool m_loading = false;
    bool m_indexing = false;
    bool m_counted = false;
    bool m_refreshAgain = false;
    int m_firstVisible = 0;
    int m_lastVisible = 60;
    std::optional<base::Error> m_error;
};

} // namespace obstat::console
