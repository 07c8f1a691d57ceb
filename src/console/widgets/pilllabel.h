#pragma once

#include "console/delegates/pill.h"

#include <QWidget>

namespace obstat::console {

/// A status pill as a widget.
class PillLabel : public QWidget
{
    Q_OBJECT

public:
    explicit PillLabel(QWidget *parent = nullptr);

    void setPill(const Pill &pill);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Pill m_pill;
};

} // namespace obstat::console
