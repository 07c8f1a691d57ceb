#include "console/client/desktopnotifier.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QGuiApplication>
#include <QVariantMap>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

const QString &desktopEntry()
{
    static const QString name = u"org.obstat.Obstat"_s;
    return name;
}

const QString &service()
{
    static const QString name = u"org.freedesktop.Notifications"_s;
    return name;
}

const QString &path()
{
    static const QString name = u"/org/freedesktop/Notifications"_s;
    return name;
}

QDBusMessage call(const QString &method)
{
    return QDBusMessage::createMethodCall(service(), path(), service(), method);
}

} // namespace

DesktopNotifier::DesktopNotifier(const QString &bus, QObject *parent)
    : NotificationSender(parent)
    , m_own(QDBusConnection::SessionBus, bus, u"obstat-notify-%1"_s.arg(quintptr(this), 0, 16))
{
    m_own.connect(this, [this](const QDBusConnection &reached) { take(reached); });
}

void DesktopNotifier::take(const QDBusConnection &bus)
{
    m_bus = std::make_unique<QDBusConnection>(bus);
    // No service name: Qt would ask the bus for its owner and wait. Who forges these can only raise the window.
    m_bus->connect({}, path(), service(), u"ActionInvoked"_s, this, SLOT(takeAction(uint, QString)));
    m_bus->connect({}, path(), service(), u"NotificationClosed"_s, this, SLOT(takeClosed(uint, uint)));
    send();
    if (m_badge > 0)
        sendBadge();
}

void DesktopNotifier::show(const Notification &notification)
{
    m_next = notification;
    m_withdrawn = false;
    send();
}

void DesktopNotifier::send()
{
    if (!m_bus || m_sending || !m_next)
        return;
    const Notification notification = *std::exchange(m_next, std::nullopt);
    const QVariantMap hints{{u"desktop-entry"_s, desktopEntry()}, {u"urgency"_s, QVariant::fromValue<uchar>(1)}};
    QDBusMessage message = call(u"Notify"_s);
    message << u"Obstat"_s << m_id << desktopEntry() << notification.summary << notification.body.toHtmlEscaped()
            << QStringList{u"default"_s, tr("Show the queue")} << hints << -1;
    m_sending = true;
    auto *answer = new QDBusPendingCallWatcher(m_bus->asyncCall(message), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        takeId(*answer);
        answer->deleteLater();
    });
}

void DesktopNotifier::takeId(QDBusPendingCallWatcher &answer)
{
    m_sending = false;
    const QDBusMessage reply = answer.reply();
    const bool shown = reply.type() == QDBusMessage::ReplyMessage && !reply.arguments().isEmpty();
    m_id = shown ? reply.arguments().first().toUInt() : 0;
    if (std::exchange(m_withdrawn, false))
        withdraw();
    send();
}

void DesktopNotifier::withdraw()
{
    m_next.reset();
    m_withdrawn = m_sending;
    if (!m_bus || m_sending || m_id == 0)
        return;
    m_bus->asyncCall(call(u"CloseNotification"_s) << std::exchange(m_id, 0U));
}

void DesktopNotifier::setBadge(qint64 count)
{
    if (m_badge == count)
        return;
    m_badge = count;
    sendBadge();
}

void DesktopNotifier::sendBadge()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    if (auto *application = qobject_cast<QGuiApplication *>(QCoreApplication::instance()))
        application->setBadgeNumber(m_badge);
#else
    if (!m_bus)
        return;
    QDBusMessage update = QDBusMessage::createSignal(u"/com/canonical/unity/launcherentry/1"_s,
                                                     u"com.canonical.Unity.LauncherEntry"_s, u"Update"_s);
    update << u"application://%1.desktop"_s.arg(desktopEntry())
           << QVariantMap{{u"count"_s, m_badge}, {u"count-visible"_s, m_badge > 0}};
    m_bus->send(update);
#endif
}

void DesktopNotifier::takeAction(uint id, const QString &action)
{
    if (id == m_id && id != 0 && action == u"default")
        Q_EMIT activated();
}

void DesktopNotifier::takeClosed(uint id, uint)
{
    if (id == m_id)
        m_id = 0;
}

} // namespace obstat::console
