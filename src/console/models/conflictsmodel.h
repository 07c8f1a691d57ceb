#pragma once

#include "console/client/columnguard.h"
#include "console/client/ledgerclient.h"

#include <QAbstractTableModel>
#include <QPointer>

namespace obstat::console {

/// Open conflicts, newest first: a key that came again with another payload. More are read as the view scrolls; a
/// refresh inserts and removes rows.
class ConflictsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Record, Differs, Actor, Run, ColumnCount };
    static constexpr int kPageSize = 256;

    explicit ConflictsModel(QObject *parent = nullptr);

    /// What of the rows may be shown; nullptr: all. It must outlive its use.
    void setGuard(const ColumnGuard *guard) { m_guard = guard; }
    /// nullptr closes; both must outlive their use.
    void setClient(LedgerClient *client, const base::Clock *clock);
    /// Looks at the ledger again, in place.
    void refresh();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;

    [[nodiscard]] const ledger::ConflictRow &conflict(int row) const { return m_rows.at(row); }
    [[nodiscard]] bool isSettled() const { return !m_loading; }
    [[nodiscard]] const std::optional<base::Error> &error() const { return m_error; }

Q_SIGNALS:
    void settled();
    void failed(const base::Error &error);

private:
    void ask(qint64 before, int limit);
    void append(const QList<ledger::ConflictRow> &rows, int limit);
    void merge(const QList<ledger::ConflictRow> &rows, int limit);

    QPointer<LedgerClient> m_client;
    QPointer<const ColumnGuard> m_guard;
    const base::Clock *m_clock = nullptr;
    QList<ledger::ConflictRow> m_rows;
    quint64 m_request = 0;
    bool m_loading = false;
    bool m_again = false;
    bool m_complete = true;
    std::optional<base::Error> m_error;
};

} // namespace obstat::console
