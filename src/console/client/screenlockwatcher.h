#pragma once

#include "console/client/ownbus.h"

#include <QDBusMessage>
#include <QObject>
#include <QVariantMap>

namespace obstat::console {

/// Says when nobody may be in front of the screen any more: it was locked (org.freedesktop.ScreenSaver on the session
/// bus, Lock of org.freedesktop.login1 on the system bus), or another user is shown now. Where a bus is absent it says
/// nothing. Connects in the background; who lies on a bus can only lock.
class ScreenLockWatcher : public QObject
{
    Q_OBJECT

public:
    /// Addresses of the buses; "" = the usual ones.
    struct Buses
    {
        QString session;
        QString system;
    };

    explicit ScreenLockWatcher(const Buses &buses = {}, QObject *parent = nullptr);

Q_SIGNALS:
    void screenLocked();
    void listening(); ///< to one more source

private:
    void watchSession(QDBusConnection bus);
    void watchSystem(const QDBusConnection &bus);
    void takeSession(QDBusConnection bus, const QDBusMessage &reply);

private Q_SLOTS:
    void takeActive(bool active);
    void takeLock();
    void takeProperties(const QString &interface, const QVariantMap &values, const QStringList &invalidated);

private:
    OwnBus m_session, m_system; // a bus that does not answer does not hold the other
};

} // namespace obstat::console
