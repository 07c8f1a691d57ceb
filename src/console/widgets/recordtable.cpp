#include "console/widgets/recordtable.h"

#include "console/models/windowedoperationmodel.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QSettings>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLeastFlexible = 120;
constexpr int kWidestPill = 184;

} // namespace

RecordTable::RecordTable(QWidget *parent) : ListTable(parent)
{
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex &index) { Q_EMIT opened(index.row()); });
}

void RecordTable::setRecords(QAbstractItemModel *model, const QString &settingsName, const QList<int> &widths,
                             const QList<int> &hidden)
{
    m_settingsName = settingsName;
    m_widths = widths;
    setList(model);
    restoreColumns(hidden);
    spreadColumns();
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        spreadColumns();
        Q_EMIT currentRowChanged(-1);
    });
    connect(model, &QAbstractItemModel::rowsInserted, this, &RecordTable::spreadColumns);
    // A row that is current already may only now be loaded.
    connect(model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex &from, const QModelIndex &to) {
        if (currentRow() >= from.row() && currentRow() <= to.row())
            Q_EMIT currentRowChanged(currentRow());
    });
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, &RecordTable::rememberColumns);
    connect(horizontalHeader(), &QHeaderView::sectionMoved, this, &RecordTable::rememberColumns);
}

void RecordTable::selectRow(int row)
{
    if (!model() || row < 0 || row >= model()->rowCount())
        return;
    setCurrentIndex(model()->index(row, 0));
    scrollTo(currentIndex());
}

void RecordTable::moveCurrent(int rows)
{
    const int count = model() ? model()->rowCount() : 0;
    if (count > 0)
        selectRow(currentRow() < 0 ? 0 : std::clamp(currentRow() + rows, 0, count - 1));
}

void RecordTable::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && !event->isAutoRepeat()) {
        if (currentRow() >= 0)
            Q_EMIT opened(currentRow());
    } else {
        ListTable::keyPressEvent(event);
    }
}

void RecordTable::resizeEvent(QResizeEvent *event)
{
    ListTable::resizeEvent(event);
    spreadColumns();
}

void RecordTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    ListTable::currentChanged(current, previous);
    viewport()->update(); // the bar before the current row is painted in another cell
    if (current.row() != previous.row() || current.isValid() != previous.isValid())
        Q_EMIT currentRowChanged(current.isValid() ? current.row() : -1);
}

void RecordTable::rememberColumns()
{
    if (isVisible() && !m_spreading) // only what a person chose
        QSettings().setValue(u"columns/"_s + m_settingsName, horizontalHeader()->saveState());
}

void RecordTable::restoreColumns(const QList<int> &hidden)
{
    if (horizontalHeader()->restoreState(QSettings().value(u"columns/"_s + m_settingsName).toByteArray())) {
        m_widths.clear(); // they were chosen by hand
        return;
    }
    for (const int column : hidden)
        setColumnHidden(column, true);
}

/// At least the first width, and what the heading and the pills on screen ask for in this language.
int RecordTable::neededWidth(int column)
{
    const bool pills =
        model()->rowCount() > 0 && model()->index(0, column).data(WindowedOperationModel::PillRole).isValid();
    const int asked = std::max(headingWidth(column), pills ? std::min(sizeHintForColumn(column), kWidestPill) : 0);
    m_widths[column] = std::max(m_widths.at(column), asked);
    return m_widths.at(column);
}

/// The flexible column takes what is left, but what it does not ask for goes to columns whose cells are cut.
void RecordTable::shareRest(int flexible, int rest)
{
    int spare = rest - std::max(kLeastFlexible, sizeHintForColumn(flexible));
    for (int column = 0; column < m_widths.size() && spare > 0; ++column) {
        if (column == flexible || isColumnHidden(column))
            continue;
        const int more = std::min(spare, sizeHintForColumn(column) - columnWidth(column));
        if (more > 0) {
            setColumnWidth(column, columnWidth(column) + more);
            spare -= more;
            rest -= more;
        }
    }
    setColumnWidth(flexible, rest);
}

void RecordTable::spreadColumns()
{
    if (m_widths.isEmpty() || !model())
        return;
    m_spreading = true;
    int used = 0;
    int flexible = -1;
    for (int column = 0; column < m_widths.size(); ++column) {
        if (isColumnHidden(column))
            continue;
        if (m_widths.at(column) == 0)
            flexible = column;
        else
            used += neededWidth(column);
    }
    for (int column = 0; column < m_widths.size(); ++column) {
        if (column != flexible)
            setColumnWidth(column, m_widths.at(column));
    }
    if (flexible >= 0)
        shareRest(flexible, std::max(kLeastFlexible, viewport()->width() - used));
    m_spreading = false;
}

} // namespace obstat::console
