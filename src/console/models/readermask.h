#pragma once

#include "console/client/ledgertypes.h"
#include "console/models/sensitivemask.h"

namespace obstat::console {

class Session;

/// What the person whose key is unlocked in the session (nullptr: nobody) may not see of an operation's arguments;
/// nothing for whoever may decide on it, in the own name or for another. `further` are arguments in which the same
/// fields are as sensitive: those of a second request. Unreadable bytes hide nothing, because nothing of them is shown.
[[nodiscard]] SensitiveMask readerMask(const OperationDetail &detail, const QList<QByteArray> &further,
                                       Session *session);

} // namespace obstat::console
