#include "console/widgets/recordtable.h"

#include "console/delegates/operationdelegate.h"
#include "console/models/windowedoperationmodel.h"
#include "console/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMaxCopied = 10'000;
constexpr int kLeastFlexible = 120;
constexpr int kHeadingPadding = 22;
constexpr int kWidestPill = 184;

} // namespace

RecordTable::RecordTable(QWidget *parent) : QTableView(parent)
{
    setItemDelegate(new OperationDelegate(this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setMouseTracking(true);
    setVerticalScrollMode(ScrollPerItem);
    setHorizontalScrollMode(ScrollPerPixel);
    setCornerButtonEnabled(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(kRowHeight);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setMinimumSectionSize(36);
    horizontalHeader()->setResizeContentsPrecision(0); // rows on screen only
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, &RecordTable::showColumnMenu);
    connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex &index) { Q_EMIT opened(index.row()); });
}

void RecordTable::setRecords(QAbstractItemModel *model, const QString &settingsName, const QList<int> &widths,
                             const QList<int> &hidden)
{
    m_settingsName = settingsName;
    m_widths = widths;
    setModel(model);
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

QString RecordTable::selectedText() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const auto &a, const auto &b) { return a.row() < b.row(); });
    const auto line = [this](const auto &textOf) {
        QStringList cells;
        for (int visual = 0; visual < model()->columnCount(); ++visual) {
            const int column = horizontalHeader()->logicalIndex(visual);
            if (!isColumnHidden(column))
                cells.append(textOf(column));
        }
        return cells.join(u'\t');
    };
    QStringList lines{line([this](int column) { return model()->headerData(column, Qt::Horizontal).toString(); })};
    for (const QModelIndex &index : rows.mid(0, kMaxCopied))
        lines.append(line([&index](int column) { return index.siblingAtColumn(column).data().toString(); }));
    return lines.join(u'\n') + u'\n';
}

void RecordTable::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setText(selectedText());
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && !event->isAutoRepeat()) {
        if (currentRow() >= 0)
            Q_EMIT opened(currentRow());
    } else {
        QTableView::keyPressEvent(event);
    }
}

void RecordTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    spreadColumns();
}

void RecordTable::rowsInserted(const QModelIndex &parent, int start, int end)
{
    // At the very top new rows come into view; anywhere else what is being read stays where it is.
    const int first = rowAt(0);
    const bool above = start < first || (start == first && first > 0);
    QTableView::rowsInserted(parent, start, end);
    if (above) {
        updateGeometries();
        verticalScrollBar()->setValue(verticalScrollBar()->value() + end - start + 1);
    }
}

void RecordTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    viewport()->update(); // the bar before the current row is painted in another cell
    if (current.row() != previous.row() || current.isValid() != previous.isValid())
        Q_EMIT currentRowChanged(current.isValid() ? current.row() : -1);
}

void RecordTable::rememberColumns() const
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

void RecordTable::showColumnMenu(const QPoint &position)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = 0; column < model()->columnCount(); ++column) {
        QAction *action = menu->addAction(model()->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        action->setEnabled(column != 0);
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            setColumnHidden(column, !shown);
            rememberColumns();
        });
    }
    menu->popup(horizontalHeader()->viewport()->mapToGlobal(position));
}

/// At least the first width, and what the heading and the pills on screen ask for in this language.
int RecordTable::neededWidth(int column)
{
    const QString heading = model()->headerData(column, Qt::Horizontal).toString();
    const int words = QFontMetrics(Theme::smallFont()).horizontalAdvance(heading) + kHeadingPadding;
    const bool pills =
        model()->rowCount() > 0 && model()->index(0, column).data(WindowedOperationModel::PillRole).isValid();
    const int asked = std::max(words, pills ? std::min(sizeHintForColumn(column), kWidestPill) : 0);
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
