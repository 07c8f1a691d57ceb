#pragma once

#include "ledger/callerleases.h"
#include "ledger/eventlookup.h"

namespace obstat::ledger {

/// What a dead process left (contract 7.1): the writer's lock proves that it is dead, so every open attempt of its own
/// ends as `crashed` at once. Those of callers are not its own: they go on until their lease is over. Inside a running
/// transaction.
class Recovery
{
public:
    explicit Recovery(WriterCore &core);

    [[nodiscard]] base::Result<> run();

private:
    [[nodiscard]] base::Result<> endOpenAttempts();
    [[nodiscard]] base::Result<> leaveRunning(OperationRow &row);

    WriterCore &m_core;
    AttemptLife m_attempts;
    CallerLeases m_leases;
    EventLookup m_lookup;
};

} // namespace obstat::ledger
