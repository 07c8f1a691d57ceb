#include "console/client/screenlockwatcher.h"

#include <QCoreApplication>
#include <QDBusObjectPath>
#include <QDBusPendingCallWatcher>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

const QString &login1()
{
    static const QString name = u"org.freedesktop.login1"_s;
    return name;
}

QString nameOf(const ScreenLockWatcher *watcher, const QString &bus)
{
    return u"obstat-lock-%1-%2"_s.arg(quintptr(watcher), 0, 16).arg(bus);
}

} // namespace

ScreenLockWatcher::ScreenLockWatcher(const Buses &buses, QObject *parent)
    : QObject(parent)
    , m_session(QDBusConnection::SessionBus, buses.session, nameOf(this, u"session"_s))
    , m_system(QDBusConnection::SystemBus, buses.system, nameOf(this, u"system"_s))
{
    m_session.connect(this, [this](const QDBusConnection &bus) { watchSession(bus); });
    m_system.connect(this, [this](const QDBusConnection &bus) { watchSystem(bus); });
}

// No service names below: Qt would ask the bus for their owner and wait.

void ScreenLockWatcher::watchSession(QDBusConnection bus)
{
    bool any = false;
    for (const QString &interface : {u"org.freedesktop.ScreenSaver"_s, u"org.gnome.ScreenSaver"_s})
        any = bus.connect({}, {}, interface, u"ActiveChanged"_s, this, SLOT(takeActive(bool))) || any;
    if (any)
        Q_EMIT listening();
}

void ScreenLockWatcher::watchSystem(const QDBusConnection &bus)
{
    // By name where the environment says it: a program of the user's own service manager is in no session.
    const QString session = qEnvironmentVariable("XDG_SESSION_ID");
    QDBusMessage ask =
        QDBusMessage::createMethodCall(login1(), u"/org/freedesktop/login1"_s, u"org.freedesktop.login1.Manager"_s,
                                       session.isEmpty() ? u"GetSessionByPID"_s : u"GetSession"_s);
    if (session.isEmpty())
        ask << quint32(QCoreApplication::applicationPid());
    else
        ask << session;
    auto *answer = new QDBusPendingCallWatcher(bus.asyncCall(ask), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, bus, answer] {
        takeSession(bus, answer->reply());
        answer->deleteLater();
    });
}

void ScreenLockWatcher::takeSession(QDBusConnection bus, const QDBusMessage &reply)
{
    if (reply.type() != QDBusMessage::ReplyMessage || reply.arguments().isEmpty())
        return;
    const QString path = reply.arguments().first().value<QDBusObjectPath>().path();
    const bool locks = bus.connect({}, path, login1() + u".Session"_s, u"Lock"_s, this, SLOT(takeLock()));
    const bool changes = bus.connect({}, path, u"org.freedesktop.DBus.Properties"_s, u"PropertiesChanged"_s, this,
                                     SLOT(takeProperties(QString, QVariantMap, QStringList)));
    if (locks || changes)
        Q_EMIT listening();
}

void ScreenLockWatcher::takeActive(bool active)
{
    if (active)
        Q_EMIT screenLocked();
}

void ScreenLockWatcher::takeLock()
{
    Q_EMIT screenLocked();
}

/// Active = false: another session is on the screen, so another user was switched to.
void ScreenLockWatcher::takeProperties(const QString &interface, const QVariantMap &values, const QStringList &)
{
    if (interface != login1() + u".Session"_s)
        return;
    const bool away = values.contains(u"Active"_s) && !values.value(u"Active"_s).toBool();
    if (away || values.value(u"LockedHint"_s).toBool())
        Q_EMIT screenLocked();
}

} // namespace obstat::console
