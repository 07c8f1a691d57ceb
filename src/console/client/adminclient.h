#pragma once

#include "approval/adminact.h"

#include <QFuture>

namespace obstat::console {

/// Sends administrators' signed acts to an instance, which checks and stores them.
class AdminClient
{
public:
    virtual ~AdminClient() = default;

    /// `address` is host:port of an instance row. Unavailable, Timeout, Busy: it may be sent again, its nonce makes a
    /// repeat harmless. Forbidden, Conflict, Malformed: refused, with the instance's reason.
    [[nodiscard]] virtual QFuture<base::Result<>> send(const QString &address, const approval::SignedAct &act) = 0;
};

} // namespace obstat::console
