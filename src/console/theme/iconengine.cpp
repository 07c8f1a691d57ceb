#include "console/theme/iconengine.h"

#include "console/theme/theme.h"

#include <QFile>
#include <QHash>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

QByteArray drawing(const QString &name)
{
    static QHash<QString, QByteArray> read;
    const auto known = read.constFind(name);
    if (known != read.cend())
        return *known;
    QFile file(u":/obstat/icons/"_s + name + u".svg"_s);
    const bool opened = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(opened, "IconEngine", qPrintable(file.fileName()));
    return *read.insert(name, opened ? file.readAll() : QByteArray());
}

} // namespace

IconEngine::IconEngine(QString name, const QColor &color) : m_name(std::move(name)), m_color(color) {}

void IconEngine::paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State)
{
    const QColor color = mode == QIcon::Disabled ? Theme::colors().dim : m_color;
    QByteArray text = drawing(m_name);
    text.replace("currentColor", color.name().toLatin1());
    QSvgRenderer renderer(text);
    renderer.render(painter, rect);
}

QPixmap IconEngine::pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state)
{
    return scaledPixmap(size, mode, state, 1.0);
}

QPixmap IconEngine::scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state, qreal scale)
{
    const QString key = u"obstat/%1/%2/%3/%4/%5/%6"_s.arg(m_name, m_color.name(), Theme::colors().dim.name())
                            .arg(size.width())
                            .arg(scale)
                            .arg(mode);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    pixmap = QPixmap((QSizeF(size) * scale).toSize());
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(), size), mode, state);
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

QIconEngine *IconEngine::clone() const
{
    return new IconEngine(*this);
}

} // namespace obstat::console
