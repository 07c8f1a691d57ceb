#include "console/widgets/listtable.h"

#include "console/delegates/operationdelegate.h"
#include "console/theme/theme.h"
#include "console/widgets/rowheights.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMaxCopied = 10'000;
constexpr int kHeadingPadding = 22;

} // namespace

ListTable::ListTable(QWidget *parent) : QTableView(parent), m_heights(new RowHeights(this))
{
    connect(m_heights, &RowHeights::changed, this, [this] { heightsChanged(); });
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
    verticalHeader()->setDefaultSectionSize(OperationDelegate::kRowHeight);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setMinimumSectionSize(36);
    horizontalHeader()->setResizeContentsPrecision(0); // rows on screen: others would be loaded to be measured
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, &ListTable::showColumnMenu);
}

void ListTable::setList(QAbstractItemModel *model)
{
    setModel(model);
    m_heights->watch();
}

QString ListTable::selectedText() const
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

void ListTable::copySelection()
{
    QApplication::clipboard()->setText(selectedText());
}

int ListTable::headingWidth(int column) const
{
    const QString heading = model()->headerData(column, Qt::Horizontal).toString();
    return QFontMetrics(Theme::smallFont()).horizontalAdvance(heading) + kHeadingPadding;
}

void ListTable::rowsInserted(const QModelIndex &parent, int start, int end)
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

void ListTable::showColumnMenu(const QPoint &position)
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

} // namespace obstat::console
