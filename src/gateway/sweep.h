#pragma once

#include "base/jsonlog.h"
#include "flow/ledgerthread.h"

namespace obstat::gateway {

/// Ends up to `limit` plans and callers' claims whose time is over, tells whoever waits for them, and logs each. On the
/// ledger thread. The errors of LedgerWriter::expireDue().
base::Result<> endOverdue(ledger::LedgerWriter &writer, flow::LedgerThread &ledger, base::JsonLog &log, int limit);

} // namespace obstat::gateway
