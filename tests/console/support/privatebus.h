#pragma once

#include <QDBusConnection>
#include <QProcess>

#include <memory>

namespace obstat::tests {

/// A message bus of the test's own, so that no desktop is disturbed. Its program is that of the package dbus-daemon.
class PrivateBus
{
public:
    ~PrivateBus();

    /// False where there is no dbus-daemon: the test says that it tested nothing.
    [[nodiscard]] bool start();
    [[nodiscard]] QString address() const { return m_address; }
    /// The test's own connection, once it was started.
    [[nodiscard]] QDBusConnection &connection() { return *m_connection; }
    [[nodiscard]] bool signal(const QString &path, const QString &interface, const QString &name,
                              const QVariantList &arguments);

private:
    QProcess m_daemon;
    QString m_address;
    std::unique_ptr<QDBusConnection> m_connection;
};

} // namespace obstat::tests
