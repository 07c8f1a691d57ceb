#include "console/models/timelinemodel.h"

#include "console/models/wording.h"

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

bool sameLine(const TimelineItem &a, const TimelineItem &b)
{
    return a.kind == b.kind && a.firstSeq == b.firstSeq && a.at == b.at;
}

} // namespace

TimelineModel::TimelineModel(QObject *parent) : QAbstractListModel(parent) {}

void TimelineModel::setItems(qint64 operation, const QList<TimelineItem> &items)
{
    // Events are only appended, so the lines of before are the first lines of now.
    int same = 0;
    if (operation == m_operation) {
        while (same < m_items.size() && same < items.size() && sameLine(m_items.at(same), items.at(same)))
            ++same;
    }
    if (operation != m_operation || same < m_items.size()) {
        beginResetModel();
        if (operation != m_operation)
            m_open.clear();
        m_operation = operation;
        m_items = items;
        endResetModel();
        return;
    }
    for (int i = 0; i < same; ++i) {
        if (m_items.at(i).lastSeq == items.at(i).lastSeq && m_items.at(i).text == items.at(i).text)
            continue;
        m_items[i] = items.at(i);
        Q_EMIT dataChanged(index(i), index(i));
    }
    if (same < items.size()) {
        beginInsertRows({}, same, static_cast<int>(items.size()) - 1);
        m_items += items.mid(same);
        endInsertRows();
    }
}

void TimelineModel::clear()
{
    setItems(0, {});
}

void TimelineModel::toggle(int row)
{
    const TimelineItem &item = m_items.at(row);
    if (item.kind == TimelineItem::Kind::Wait)
        return;
    if (!m_open.remove(item.firstSeq))
        m_open.insert(item.firstSeq);
    Q_EMIT dataChanged(index(row), index(row));
}

int TimelineModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_items.size());
}

QVariant TimelineModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const TimelineItem &item = m_items.at(index.row());
    switch (role) {
    case ItemRole:
        return QVariant::fromValue(item);
    case OpenRole:
        return m_open.contains(item.firstSeq) && item.kind == TimelineItem::Kind::Event;
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        if (item.kind == TimelineItem::Kind::Wait)
            return tr("%1 later").arg(item.text);
        return QString(Wording::clockTime(item.at) + u' ' + item.title + u' ' + item.text +
                       (item.pill.isEmpty() ? QString() : QString(u", "_s + item.pill)));
    default:
        return {};
    }
}

} // namespace obstat::console
