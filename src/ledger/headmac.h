#pragma once

#include "ledger/types.h"

namespace obstat::ledger {

/// HMAC-SHA256 hex with the instances' key over `obstat/head/v1\n`‖canonical head row: size and compact range stand for
/// every event, sealed or not, so a log that no instance wrote has no head (approval-integrity C17).
[[nodiscard]] QString headMac(const HeadRow &head, const QString &copy, const QByteArray &instanceKey);

} // namespace obstat::ledger
