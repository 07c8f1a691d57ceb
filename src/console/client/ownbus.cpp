#include "console/client/ownbus.h"

namespace obstat::console {

OwnBus::OwnBus(QDBusConnection::BusType type, QString address, QString name)
    : m_type(type), m_address(std::move(address)), m_name(std::move(name))
{
    m_pool.setMaxThreadCount(1);
}

OwnBus::~OwnBus()
{
    m_pool.waitForDone();
    QDBusConnection::disconnectFromBus(m_name);
}

QDBusConnection OwnBus::reach() const
{
    return m_address.isEmpty() ? QDBusConnection::connectToBus(m_type, m_name)
                               : QDBusConnection::connectToBus(m_address, m_name);
}

} // namespace obstat::console
