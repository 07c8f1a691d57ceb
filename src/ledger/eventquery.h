#pragma once

#include "ledger/keysetquery.h"
#include "ledger/ledgerreader.h"

namespace obstat::ledger {

/// The statements that serve a filter over events, newest first; its times are left to the caller (limitTo).
[[nodiscard]] KeysetQuery eventQuery(const EventFilter &filter);

} // namespace obstat::ledger
