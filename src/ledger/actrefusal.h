#pragma once

#include "approval/directory.h"

namespace obstat::ledger {

/// Why a signed act that the log holds does not count, for people: which act it is, who signed it, and what to restore
/// where its signer is not among `administrators` (obstatd.toml) any more.
[[nodiscard]] QString actRefusal(qint64 event, const approval::SignedAct &act, const base::Error &error,
                                 const QList<approval::Administrator> &administrators);

} // namespace obstat::ledger
