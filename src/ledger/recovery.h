#pragma once

#include "ledger/attemptlife.h"
#include "ledger/eventlookup.h"

namespace obstat::ledger {

/// What a dead process left (contract 7.1): the writer's lock proves that it is dead, so every open attempt ends as
/// `crashed` at once. Inside a running transaction.
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
    EventLookup m_lookup;
};

} // namespace obstat::ledger
