#pragma once

#include "ledger/ledgerverifier.h"
#include "ledger/sealer.h"

namespace obstat::ledger {

/// What follows from a verification of the whole ledger (approval-integrity C17).
class Integrity
{
public:
    Integrity(WriterCore &core, Sealer &sealer);

    /// See LedgerWriter::verified().
    [[nodiscard]] base::Result<> take(qint64 number, const VerifyReport &report);

private:
    [[nodiscard]] base::Result<> holdDiffering(const VerifyReport &report);

    WriterCore &m_core;
    Sealer &m_sealer;
};

} // namespace obstat::ledger
