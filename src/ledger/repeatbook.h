#pragma once

#include "ledger/writercore.h"

#include <QHash>

namespace obstat::ledger {

/// Counts the repeats of one batch: a burst on the same operation is one `replayed` event with a count (contract 4.2).
class RepeatBook
{
public:
    explicit RepeatBook(WriterCore &core) : m_core(core) {}

    /// Counts one; gives the hits of the operation with it.
    qint64 count(const OperationRow &operation, const QString &actor, const QString &run);
    /// Writes counts and events in the order of the first repeats, and starts anew.
    [[nodiscard]] base::Result<> write();
    void clear();

private:
    struct Burst
    {
        qint64 operation = 0;
        QString tenant, tool, actor, run;
        qint64 count = 0;
        Micros first = 0, last = 0;
    };
    WriterCore &m_core;
    QList<Burst> m_bursts;
    QHash<qint64, qsizetype> m_at; // operation -> place in m_bursts
};

} // namespace obstat::ledger
