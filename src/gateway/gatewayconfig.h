#pragma once

#include "base/clock.h"

#include <QString>

namespace obstat::gateway {

struct GatewayConfig
{
    QString listen = QStringLiteral("127.0.0.1");
    quint16 port = 0;
    int maxConnections = 512;
    int submitsPerSecond = 0;    ///< new work per token, 0 = no limit; a repeat is never charged
    int decisionsPerSecond = 50; ///< per person that a body names
    int longestWaitSeconds = 60; ///< what `Prefer: wait=N` is cut to
};

} // namespace obstat::gateway
