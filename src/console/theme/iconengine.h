#pragma once

#include <QColor>
#include <QIconEngine>
#include <QString>

namespace obstat::console {

/// Paints one drawing of resources/icons in one colour, sharp at every size and scale. The files draw with
/// `currentColor`, as for the web.
class IconEngine final : public QIconEngine
{
public:
    IconEngine(QString name, const QColor &color);

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override;
    [[nodiscard]] QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override;
    [[nodiscard]] QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state, qreal scale) override;
    [[nodiscard]] QIconEngine *clone() const override;

private:
    QString m_name;
    QColor m_color;
};

} // namespace obstat::console
