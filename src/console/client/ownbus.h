#pragma once

#include "console/client/background.h"
#include "console/client/whenready.h"

#include <QDBusConnection>
#include <QThreadPool>

namespace obstat::console {

/// A connection of one's own to a bus, made in another thread, because a bus may not answer; closed with the object.
class OwnBus
{
public:
    /// To `address`, or to the usual bus of this type where it is empty. `name` is unique in this process.
    OwnBus(QDBusConnection::BusType type, QString address, QString name);
    ~OwnBus();
    OwnBus(const OwnBus &) = delete;
    OwnBus &operator=(const OwnBus &) = delete;

    /// Calls `take(const QDBusConnection &)` in the thread of `context` when the bus has answered, and never when it
    /// cannot be reached. Once.
    template <typename Take>
    void connect(QObject *context, Take take)
    {
        whenReady(inBackground(m_pool, [this] { return reach(); }), context,
                  [take = std::move(take)](const QDBusConnection &bus) mutable {
                      if (bus.isConnected())
                          take(bus);
                  });
    }

private:
    [[nodiscard]] QDBusConnection reach() const;

    QDBusConnection::BusType m_type;
    QString m_address, m_name;
    QThreadPool m_pool; // last: waits for its thread before the rest goes
};

} // namespace obstat::console
