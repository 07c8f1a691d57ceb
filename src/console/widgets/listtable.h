#pragma once

#include <QTableView>

namespace obstat::console {

class RowHeights;

/// What all tables of the console share: whole rows are chosen, rows are as high as what they say (approval-integrity
/// C5), columns are moved and hidden by their heading's menu, selected rows are copied as text, and the scroll position
/// stays with its rows when others come above. Cells are painted by OperationDelegate, so models use the roles of
/// WindowedOperationModel.
class ListTable : public QTableView
{
    Q_OBJECT

public:
    explicit ListTable(QWidget *parent = nullptr);

    /// Selected rows as text, tab between columns, one a line, with a heading.
    [[nodiscard]] QString selectedText() const;

public Q_SLOTS:
    void copySelection();

protected:
    /// setModel() and what follows the model's rows.
    void setList(QAbstractItemModel *model);
    /// Of a column: what its heading needs in this language, in pixels.
    [[nodiscard]] int headingWidth(int column) const;
    /// A person changed the columns.
    virtual void rememberColumns() = 0;
    /// Rows became higher or lower, so others may be on screen.
    virtual void heightsChanged() {}
    void rowsInserted(const QModelIndex &parent, int start, int end) override;

private:
    void showColumnMenu(const QPoint &position);

    RowHeights *m_heights;
};

} // namespace obstat::console
