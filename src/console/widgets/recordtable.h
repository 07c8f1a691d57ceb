#pragma once

#include "console/widgets/listtable.h"

namespace obstat::console {

/// The table of any list that is no window over operations. Columns remember themselves.
class RecordTable : public ListTable
{
    Q_OBJECT

public:
    explicit RecordTable(QWidget *parent = nullptr);

    /// Also reads the remembered columns under this name; `hidden` are not shown at first. Widths at first, in
    /// columns' order; 0 takes what is left.
    void setRecords(QAbstractItemModel *model, const QString &settingsName, const QList<int> &widths,
                    const QList<int> &hidden = {});
    [[nodiscard]] int currentRow() const { return currentIndex().isValid() ? currentIndex().row() : -1; }
    void selectRow(int row);
    void moveCurrent(int rows);

Q_SIGNALS:
    void currentRowChanged(int row); ///< -1: none
    void opened(int row);

protected:
    void rememberColumns() override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    void restoreColumns(const QList<int> &hidden);
    void spreadColumns();
    void shareRest(int flexible, int rest);
    [[nodiscard]] int neededWidth(int column);

    QString m_settingsName;
    QList<int> m_widths;
    bool m_spreading = false;
};

} // namespace obstat::console
