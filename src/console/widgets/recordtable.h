#pragma once

#include <QTableView>

namespace obstat::console {

/// The table of any list that is no window over operations: fixed rows, columns that remember themselves, copy of
/// selected rows, and a scroll position that stays with its rows when others come above. Cells are painted by
/// OperationDelegate, so models use the roles of WindowedOperationModel.
class RecordTable : public QTableView
{
    Q_OBJECT

public:
    static constexpr int kRowHeight = 29;

    explicit RecordTable(QWidget *parent = nullptr);

    /// Also reads the remembered columns under this name; `hidden` are not shown at first. Widths at first, in
    /// columns' order; 0 takes what is left.
    void setRecords(QAbstractItemModel *model, const QString &settingsName, const QList<int> &widths,
                    const QList<int> &hidden = {});
    [[nodiscard]] int currentRow() const { return currentIndex().isValid() ? currentIndex().row() : -1; }
    void selectRow(int row);
    void moveCurrent(int rows);
    /// Selected rows as text, tab between columns, one a line, with a heading.
    [[nodiscard]] QString selectedText() const;

Q_SIGNALS:
    void currentRowChanged(int row); ///< -1: none
    void opened(int row);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void rowsInserted(const QModelIndex &parent, int start, int end) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    void rememberColumns() const;
    void restoreColumns(const QList<int> &hidden);
    void showColumnMenu(const QPoint &position);
    void spreadColumns();
    void shareRest(int flexible, int rest);
    [[nodiscard]] int neededWidth(int column);

    QString m_settingsName;
    QList<int> m_widths;
    bool m_spreading = false;
};

} // namespace obstat::console
