#pragma once

#include "console/client/ledgertypes.h"

namespace obstat::console {

/// Reads an operation and all that is shown about it. NotFound; damaged values are kept as errors in their place.
[[nodiscard]] base::Result<OperationDetail> readDetail(ledger::LedgerReader &reader, qint64 id);

/// Reads what the frame shows.
[[nodiscard]] base::Result<Overview> readOverview(ledger::LedgerReader &reader, Micros now);

/// The pages of a whole list without any filter are computed from the head row, because ids are dense (contract 4.4).
[[nodiscard]] base::Result<RowIndex> readOperationIndex(ledger::LedgerReader &reader,
                                                        const ledger::OperationFilter &filter, int pageSize);
[[nodiscard]] base::Result<RowIndex> readEventIndex(ledger::LedgerReader &reader, const ledger::EventFilter &filter,
                                                    int pageSize);

} // namespace obstat::console
