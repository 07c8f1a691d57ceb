#pragma once

#include "ledger/writercore.h"

namespace obstat::ledger {

/// LedgerWriter::create().
[[nodiscard]] base::Result<> createLedger(const WriterOptions &options, const QString &origin, bool simulated);

/// The first half of LedgerWriter::open(): file looked at, lock taken, connection opened, schema brought up to date,
/// head row read.
[[nodiscard]] base::Result<std::unique_ptr<WriterCore>> openCore(const WriterOptions &options,
                                                                 const FileSystemProbe &probe = statfsMagic);

} // namespace obstat::ledger
