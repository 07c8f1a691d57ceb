#pragma once

#include "ledger/ledgerreader.h"

namespace obstat::console {

/// True when no part of the filter is set: then ids are dense and positions are arithmetic (contract 4.4).
[[nodiscard]] bool isUnfiltered(const ledger::OperationFilter &filter);

} // namespace obstat::console
