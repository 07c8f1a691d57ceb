#pragma once

#include "console/client/columnguard.h"
#include "console/client/ledgerclient.h"

#include <QAbstractTableModel>
#include <QPointer>

namespace obstat::console {

/// Operations of a range that lack the same thing, newest first; more are read as the view scrolls.
class GapsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Operation, Time, Tool, Record, Status, Run, ColumnCount };
    static constexpr int kPageSize = 100;

    using QAbstractTableModel::QAbstractTableModel;

    /// Both must outlive their use.
    void start(LedgerClient *client, const base::Clock *clock, const ledger::MetricsRange &range, const QString &gap);
    void clear();
    /// What of the rows may be shown; nullptr: all. It must outlive its use.
    void setGuard(const ColumnGuard *guard) { m_guard = guard; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;

    [[nodiscard]] qint64 operationAt(int row) const { return m_rows.at(row).id; }
    [[nodiscard]] bool isSettled() const { return !m_loading; }

Q_SIGNALS:
    void settled();
    void failed(const base::Error &error);

private:
    void ask();

    QPointer<LedgerClient> m_client;
    QPointer<const ColumnGuard> m_guard;
    const base::Clock *m_clock = nullptr;
    ledger::MetricsRange m_range;
    QString m_gap;
    QList<ledger::OperationRow> m_rows;
    quint64 m_request = 0;
    bool m_loading = false;
    bool m_complete = true;
};

} // namespace obstat::console
