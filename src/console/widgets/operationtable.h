#pragma once

#include "console/postedcall.h"
#include "console/widgets/listtable.h"

#include <optional>

namespace obstat::console {

class WindowedOperationModel;

/// The table of a windowed list. Columns remember themselves, and the scroll position stays with its rows also when
/// others go above.
class OperationTable : public ListTable
{
    Q_OBJECT

public:
    explicit OperationTable(QWidget *parent = nullptr);

    /// Also reads the remembered columns under this name; `hidden` are not shown at first.
    void setOperations(WindowedOperationModel *model, const QString &settingsName, const QList<int> &hidden);
    /// Widths at first, in columns' order. A column is as wide as what it shows on screen asks for, so that no amount
    /// and no tool is broken; only `elastic` grows no further than there is room, and what it says goes on in more
    /// lines. Those of `dispensable`, the most important first, share what the others leave and are not shown where too
    /// little is left to be read.
    void setFirstWidths(const QList<int> &widths, int elastic, const QList<int> &dispensable);

    [[nodiscard]] std::optional<qint64> currentId() const;
    void selectId(qint64 id);
    void moveCurrent(int rows);

Q_SIGNALS:
    void currentIdChanged(); ///< another one, or none; not when the same row only changed
    /// The current row left the list by itself; the table has no current row now.
    void currentLeft(qint64 id);
    void opened(qint64 id);
    void spacePressed(); ///< the page scrolls what it shows beside the list

protected:
    void rememberColumns() override;
    void heightsChanged() override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void rowsAboutToBeRemoved(const QModelIndex &parent, int start, int end) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    void tellVisible();
    void tellCurrent();
    void afterRemoval();
    [[nodiscard]] QString columnsKey() const;
    void restoreColumns(const QList<int> &hidden);
    void spreadLater();
    void postSpread();
    void spreadColumns();
    [[nodiscard]] int askedWidth(int column) const;
    [[nodiscard]] int neededWidth(int column);
    [[nodiscard]] bool isFixed(int column) const;
    [[nodiscard]] int takeBack(int missing, int widest);

    WindowedOperationModel *m_operations = nullptr;
    QString m_settingsName;
    QList<int> m_widths; ///< empty: the person arranged the columns
    int m_elastic = -1;
    QList<int> m_dispensable;
    QList<int> m_hidden; ///< not shown unless the person asks for them
    bool m_spreading = false;
    PostedCall m_spread{this, [this] { spreadColumns(); }};
    int m_settling = 0;              ///< spreads that only follow what the one before did to the heights
    int m_removedRow = -1;           ///< where the current row was that left by itself
    std::optional<qint64> m_leaving; ///< its operation, while it is being removed
    int m_removedAbove = 0;
    std::optional<qint64> m_told; ///< as the current one
};

} // namespace obstat::console
