#pragma once

#include <QAbstractTableModel>
#include <QStringList>

namespace obstat::console {

/// A short list that is read as a whole: headings, and rows of texts that are escaped already. Rows out of force are
/// dim.
class TextRowsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    struct Row
    {
        QStringList cells;
        bool inForce = true;
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// `mono`: columns of keys and digests.
    void setHeadings(const QStringList &headings, const QList<int> &mono = {});
    void setRows(const QList<Row> &rows);
    [[nodiscard]] const QList<Row> &rows() const { return m_rows; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    QStringList m_headings;
    QList<int> m_mono;
    QList<Row> m_rows;
};

} // namespace obstat::console
