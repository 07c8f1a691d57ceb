#include "console/widgets/operationtable.h"

#include "console/delegates/operationdelegate.h"
#include "console/models/windowedoperationmodel.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <QSettings>

#include <algorithm>
#include <utility>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLeastWidth = 56; // of a dispensable column
constexpr int kLeastRead = 110; // of one that asks for more: narrower, it would only make its rows high
constexpr int kLeastElastic = 84;
constexpr int kNarrowest = 60; // rather than to scroll sideways
constexpr int kWidest = 300;   // of one that grows with what it shows: 18 digits, eight decimals, a currency
constexpr int kWidestBroken = 190;
constexpr int kMostSettling = 3; // two sets of rows could ask for each other for ever

} // namespace

OperationTable::OperationTable(QWidget *parent) : ListTable(parent)
{
    connect(this, &QTableView::doubleClicked, this, [this] {
        if (const auto id = currentId())
            Q_EMIT opened(*id);
    });
}

void OperationTable::setOperations(WindowedOperationModel *model, const QString &settingsName, const QList<int> &hidden)
{
    m_operations = model;
    m_settingsName = settingsName;
    m_hidden = hidden;
    setList(model);
    setCurrentIndex({});
    restoreColumns(hidden);
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        setCurrentIndex({}); // otherwise the focus alone would choose the first row, which nobody asked for
        tellCurrent();
    });
    connect(model, &QAbstractItemModel::rowsRemoved, this, &OperationTable::afterRemoval);
    connect(model, &QAbstractItemModel::rowsInserted, this, &OperationTable::spreadLater);
    connect(model, &QAbstractItemModel::dataChanged, this, &OperationTable::spreadLater);
    // Loading a row that is current already makes it known.
    connect(model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex &from, const QModelIndex &to) {
        if (!m_leaving && currentIndex().row() >= from.row() && currentIndex().row() <= to.row())
            tellCurrent();
    });
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, &OperationTable::rememberColumns);
    connect(horizontalHeader(), &QHeaderView::sectionMoved, this, &OperationTable::rememberColumns);
}

void OperationTable::setFirstWidths(const QList<int> &widths, int elastic, const QList<int> &dispensable)
{
    if (QSettings().contains(columnsKey()))
        return;
    m_widths = widths;
    m_elastic = elastic;
    m_dispensable = dispensable;
    spreadColumns();
}

std::optional<qint64> OperationTable::currentId() const
{
    const QVariant id = currentIndex().data(WindowedOperationModel::IdRole);
    return id.isValid() ? std::optional(id.toLongLong()) : std::nullopt;
}

void OperationTable::selectId(qint64 id)
{
    const int row = m_operations ? m_operations->rowOf(id) : -1;
    if (row < 0)
        return;
    m_removedRow = -1;
    setCurrentIndex(m_operations->index(row, 0));
    scrollTo(currentIndex());
}

void OperationTable::moveCurrent(int rows)
{
    const int count = m_operations->rowCount();
    if (count == 0)
        return;
    int row = currentIndex().isValid() ? currentIndex().row() + rows : 0;
    if (!currentIndex().isValid() && m_removedRow >= 0) // go on from where the decided plan was
        row = rows > 0 ? m_removedRow : m_removedRow - 1;
    m_removedRow = -1;
    setCurrentIndex(m_operations->index(std::clamp(row, 0, count - 1), 0));
    scrollTo(currentIndex());
}

void OperationTable::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
    } else if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier) {
        Q_EMIT spacePressed();
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && !event->isAutoRepeat()) {
        if (const auto id = currentId())
            Q_EMIT opened(*id);
    } else {
        ListTable::keyPressEvent(event);
    }
}

void OperationTable::resizeEvent(QResizeEvent *event)
{
    ListTable::resizeEvent(event);
    m_settling = 0;
    spreadColumns();
    tellVisible();
}

void OperationTable::scrollContentsBy(int dx, int dy)
{
    ListTable::scrollContentsBy(dx, dy);
    if (dy != 0) {
        tellVisible();
        spreadLater();
    }
}

void OperationTable::tellVisible()
{
    if (!m_operations)
        return;
    const int first = std::max(0, rowAt(0));
    m_operations->setVisibleRows(first, first + viewport()->height() / OperationDelegate::kRowHeight + 2);
}

void OperationTable::rowsAboutToBeRemoved(const QModelIndex &parent, int start, int end)
{
    const int current = currentIndex().row();
    if (current >= start && current <= end) {
        m_leaving = currentId().value_or(0); // 0: not loaded yet
        m_removedRow = start;
    } else if (m_removedRow > end) {
        m_removedRow -= end - start + 1;
    }
    m_removedAbove = std::max(0, std::min(end + 1, rowAt(0)) - start);
    ListTable::rowsAboutToBeRemoved(parent, start, end);
}

/// The selection chooses a neighbour of a current row that is removed, and a key meant for the old row would hit it:
/// after a removal there is no current row. What is being read stays where it is.
void OperationTable::afterRemoval()
{
    if (const int above = std::exchange(m_removedAbove, 0); above > 0) {
        updateGeometries();
        verticalScrollBar()->setValue(verticalScrollBar()->value() - above);
    }
    if (!m_leaving)
        return;
    selectionModel()->clear();
    const qint64 id = *std::exchange(m_leaving, std::nullopt);
    tellCurrent();
    if (id != 0)
        Q_EMIT currentLeft(id);
}

void OperationTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    ListTable::currentChanged(current, previous);
    if (!m_leaving)
        tellCurrent();
}

/// Once for each that becomes the current one: a row that only changed is nobody's choice of it.
void OperationTable::tellCurrent()
{
    if (const auto id = currentId(); m_told != id) {
        m_told = id;
        Q_EMIT currentIdChanged();
    }
}

void OperationTable::rememberColumns()
{
    if (m_spreading || m_settingsName.isEmpty() || !isVisible())
        return;
    m_widths.clear(); // from now on they are the person's
    QSettings().setValue(columnsKey(), horizontalHeader()->saveState());
}

/// What was remembered for another number of columns is of another version.
QString OperationTable::columnsKey() const
{
    return u"columns/%1-%2"_s.arg(m_settingsName).arg(model()->columnCount());
}

void OperationTable::restoreColumns(const QList<int> &hidden)
{
    const QByteArray state = QSettings().value(columnsKey()).toByteArray();
    if (state.isEmpty() || !horizontalHeader()->restoreState(state)) {
        for (const int column : hidden)
            setColumnHidden(column, true);
    }
}

void OperationTable::heightsChanged()
{
    if (m_settling < kMostSettling) {
        ++m_settling;
        postSpread();
    }
}

void OperationTable::spreadLater()
{
    m_settling = 0;
    postSpread();
}

void OperationTable::postSpread()
{
    if (!m_widths.isEmpty())
        m_spread.post();
}

/// What the heading and the cells on screen ask for.
int OperationTable::askedWidth(int column) const
{
    return std::min(std::max(sizeHintForColumn(column), headingWidth(column)), kWidest);
}

/// At least the first width; more where what is on screen asks for it, and never less again: columns do not dance.
int OperationTable::neededWidth(int column)
{
    m_widths[column] = std::max(m_widths.at(column), askedWidth(column));
    return m_widths.at(column);
}

bool OperationTable::isFixed(int column) const
{
    return column != m_elastic && !m_dispensable.contains(column) && !m_hidden.contains(column);
}

/// Where the window is too narrow, columns that are wider than what they show, and than `widest`, give that back.
/// Returns how much.
int OperationTable::takeBack(int missing, int widest)
{
    int taken = 0;
    for (int column = 0; column < m_widths.size() && taken < missing; ++column) {
        if (!isFixed(column))
            continue;
        const int spare = std::min(missing - taken, columnWidth(column) - std::min(askedWidth(column), widest));
        if (spare > 0) {
            setColumnWidth(column, columnWidth(column) - spare);
            taken += spare;
        }
    }
    return taken;
}

void OperationTable::spreadColumns()
{
    if (m_widths.isEmpty() || !m_operations || m_spreading)
        return;
    m_spreading = true;
    int left = viewport()->width();
    for (int column = 0; column < m_widths.size(); ++column) {
        if (!isFixed(column))
            continue;
        setColumnWidth(column, neededWidth(column));
        left -= columnWidth(column);
    }
    if (m_elastic >= 0) {
        const int least = std::max(kLeastElastic, std::min(askedWidth(m_elastic), m_widths.at(m_elastic)));
        if (left < least)
            left += takeBack(least - left, kWidest);
        if (left < kNarrowest)
            left += takeBack(kNarrowest - left, kWidestBroken);
        const int wanted = std::min({std::max(sizeHintForColumn(m_elastic), m_widths.at(m_elastic)), kWidest});
        setColumnWidth(m_elastic, std::max(kNarrowest, std::min(wanted, left)));
        left -= columnWidth(m_elastic);
    }
    int last = -1;
    for (const int column : std::as_const(m_dispensable)) {
        if (m_hidden.contains(column))
            continue;
        const int width = std::min(m_widths.at(column), left);
        const int least = std::clamp(askedWidth(column), kLeastWidth, kLeastRead);
        setColumnHidden(column, width < least);
        if (width < least)
            continue;
        setColumnWidth(column, width);
        left -= width;
        last = column;
    }
    if (last >= 0 && left > 0)
        setColumnWidth(last, columnWidth(last) + left);
    m_spreading = false;
}

} // namespace obstat::console
