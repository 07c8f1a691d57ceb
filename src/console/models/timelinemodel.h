#pragma once

#include "console/models/timelineitem.h"

#include <QAbstractListModel>
#include <QList>
#include <QSet>

namespace obstat::console {

/// The timeline of one operation for a list view. A refresh of the same operation inserts and changes rows, so that
/// what is opened and selected stays.
class TimelineModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { ItemRole = Qt::UserRole + 1, OpenRole };

    explicit TimelineModel(QObject *parent = nullptr);

    /// Another operation: starts anew. The same: in place.
    void setItems(qint64 operation, const QList<TimelineItem> &items);
    void clear();
    /// Shows or hides the evidence of a row.
    void toggle(int row);

    [[nodiscard]] const TimelineItem &item(int row) const { return m_items.at(row); }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    qint64 m_operation = 0;
    QList<TimelineItem> m_items;
    QSet<qint64> m_open; // first event numbers
};

} // namespace obstat::console

Q_DECLARE_METATYPE(obstat::console::TimelineItem)
