#pragma once

#include "ledger/keyholder.h"
#include "ledger/writercore.h"

namespace obstat::ledger {

/// Why a later plan is held while a person looks at the evidence.
inline constexpr QLatin1StringView kHeldForEvidence{"contrary"};

/// Evidence against an end that was settled before (contract 7.5): recorded, raised, and believed where that can double
/// nothing. Inside a running transaction.
class ContraryEvidence
{
public:
    explicit ContraryEvidence(WriterCore &core);

    /// An answer about an operation that is settled already. Nothing happens where it says the same as the row.
    [[nodiscard]] base::Result<> take(const AttemptEnd &end, const AttemptRow &attempt, OperationRow &row);

private:
    [[nodiscard]] base::Result<> tellSecondSuccess(const AttemptRow &attempt, const OperationRow &row);
    [[nodiscard]] base::Result<> haveSucceeded(const AttemptEnd &end, const AttemptRow &attempt, OperationRow &row);

    WriterCore &m_core;
    KeyHolder m_holder;
};

} // namespace obstat::ledger
