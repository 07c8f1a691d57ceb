#pragma once

#include "console/client/notificationsender.h"
#include "console/client/ownbus.h"

#include <memory>
#include <optional>

class QDBusPendingCallWatcher;

namespace obstat::console {

/// Notifications by org.freedesktop.Notifications, the count by com.canonical.Unity.LauncherEntry (from Qt 6.5 on by
/// QGuiApplication). Where nobody listens it says nothing, and it never waits: the bus is connected in the background.
/// The body is escaped, because servers may render markup in it.
class DesktopNotifier final : public NotificationSender
{
    Q_OBJECT

public:
    /// `bus` is an address; "" = the session bus.
    explicit DesktopNotifier(const QString &bus = {}, QObject *parent = nullptr);

    void show(const Notification &notification) override;
    void withdraw() override;
    void setBadge(qint64 count) override;

private:
    void take(const QDBusConnection &bus);
    void send();
    void sendBadge();
    void takeId(QDBusPendingCallWatcher &answer);

private Q_SLOTS:
    void takeAction(uint id, const QString &action);
    void takeClosed(uint id, uint reason);

private:
    OwnBus m_own;
    std::unique_ptr<QDBusConnection> m_bus; ///< once it is reached
    std::optional<Notification> m_next;     ///< to be sent
    bool m_sending = false;
    bool m_withdrawn = false; ///< while it was being sent
    uint m_id = 0;            ///< of the one that is there, 0 = none
    qint64 m_badge = 0;
};

} // namespace obstat::console
