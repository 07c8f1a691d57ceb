#pragma once

#include <QLayout>
#include <QList>

namespace obstat::console {

/// Puts its items side by side and goes on in the next row when there is no more room. An item with the property
/// `stayRight` goes to the right end of the last row.
class FlowLayout : public QLayout
{
    Q_OBJECT

public:
    FlowLayout(int margin, int verticalMargin, int spacing);
    ~FlowLayout() override;

    void addItem(QLayoutItem *item) override;
    [[nodiscard]] int count() const override;
    [[nodiscard]] QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;

private:
    int arrange(const QRect &rect, bool apply) const;

    QList<QLayoutItem *> m_items;
};

} // namespace obstat::console
