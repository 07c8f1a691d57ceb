#pragma once

#include "console/postedcall.h"

#include <QObject>

class QTableView;

namespace obstat::console {

/// Keeps the rows of a table that are on screen as high as what their cells say needs, in the widths that the columns
/// have now; other rows are looked at when they come into view, so a list of millions costs no more than a screen. The
/// current row stays on screen when rows above it grow. Cells must be painted by OperationDelegate.
class RowHeights : public QObject
{
    Q_OBJECT

public:
    /// Of this table, which owns it.
    explicit RowHeights(QTableView *table);

    /// Follows the table's model; call after setModel().
    void watch();
    /// Soon, once, however often it is asked for.
    void fitLater() { m_fit.post(); }

Q_SIGNALS:
    void changed(); ///< other rows may be on screen now

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fit();
    [[nodiscard]] bool setHeights(int first);
    [[nodiscard]] int heightOf(int row) const;
    [[nodiscard]] bool isCurrentInView() const;

    QTableView *m_table;
    PostedCall m_fit{this, [this] { fit(); }};
};

} // namespace obstat::console
