#include "support/privatebus.h"

#include <QDBusMessage>
#include <QStandardPaths>

namespace obstat::tests {

using namespace Qt::StringLiterals;

namespace {

const QString &name()
{
    static const QString name = u"obstat-test"_s;
    return name;
}

} // namespace

PrivateBus::~PrivateBus()
{
    m_connection.reset();
    QDBusConnection::disconnectFromBus(name());
    m_daemon.terminate();
    m_daemon.waitForFinished();
}

bool PrivateBus::start()
{
    const QString program = QStandardPaths::findExecutable(u"dbus-daemon"_s);
    if (program.isEmpty())
        return false;
    m_daemon.start(program, {u"--session"_s, u"--nofork"_s, u"--print-address"_s});
    if (!m_daemon.waitForReadyRead())
        qFatal("dbus-daemon does not start: %s", m_daemon.readAllStandardError().constData());
    m_address = QString::fromUtf8(m_daemon.readLine()).trimmed();
    m_connection = std::make_unique<QDBusConnection>(QDBusConnection::connectToBus(m_address, name()));
    if (!m_connection->isConnected())
        qFatal("no connection to %s", qUtf8Printable(m_address));
    return true;
}

bool PrivateBus::signal(const QString &path, const QString &interface, const QString &name,
                        const QVariantList &arguments)
{
    QDBusMessage message = QDBusMessage::createSignal(path, interface, name);
    message.setArguments(arguments);
    return m_connection->send(message);
}

} // namespace obstat::tests
