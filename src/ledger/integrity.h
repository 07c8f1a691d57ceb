#pragma once

#include "ledger/eventlookup.h"
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
    [[nodiscard]] base::Result<bool> wasAccepted(const QString &findings);

    WriterCore &m_core;
    Sealer &m_sealer;
    EventLookup m_lookup;
};

} // namespace obstat::ledger
