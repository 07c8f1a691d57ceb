#pragma once

#include "ledger/writercore.h"

namespace obstat::ledger {

/// This process's row in `instance`, by which consoles find the queue. Inside a running transaction.
class InstanceStore
{
public:
    explicit InstanceStore(WriterCore &core);

    /// Writes the row; whoever is there without having stopped is dead, because the writer's lock is ours.
    [[nodiscard]] base::Result<> start();
    [[nodiscard]] base::Result<> heartbeat(const QString &state);
    [[nodiscard]] base::Result<> setAddress(const QString &address);
    [[nodiscard]] base::Result<> stop();

private:
    WriterCore &m_core;
    Statement m_bury;
    Statement m_insert;
    Statement m_beat;
    Statement m_address;
    Statement m_stop;
};

} // namespace obstat::ledger
