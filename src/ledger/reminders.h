#pragma once

#include "ledger/writercore.h"

namespace obstat::ledger {

/// Raises plans that wait for people: an event `reminded` at half and at nine tenths of their time, `escalated` when
/// another role may decide too. Consoles and the webhook follow these events. Inside a running transaction.
class Reminders
{
public:
    explicit Reminders(WriterCore &core);

    /// Up to `limit` plans whose moment has come; one event each for the last moment that passed.
    [[nodiscard]] base::Result<QList<OperationRow>> raiseDue(int limit);

private:
    [[nodiscard]] base::Result<> raise(OperationRow &row);

    WriterCore &m_core;
    Statement m_due;
    Statement m_set;
};

/// The next moment after `now` at which the plan is raised; nullopt when none is left. `frozen`: its verdict.
[[nodiscard]] std::optional<Micros> nextReminder(const OperationRow &row, const policy::Verdict &frozen, Micros now);

} // namespace obstat::ledger
