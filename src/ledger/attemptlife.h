#pragma once

#include "ledger/eventlookup.h"
#include "ledger/writercore.h"

namespace obstat::ledger {

/// The life of one attempt (contract 7.1, 7.2): started before the first byte leaves, perhaps timed out, ended once,
/// and its operation settled by how it ended. Inside a running transaction.
class AttemptLife
{
public:
    explicit AttemptLife(WriterCore &core) : m_core(core), m_lookup(*core.connection) {}

    /// Stale unless fence and lease are current; Illegal while an earlier attempt is open. On either nothing changed.
    [[nodiscard]] base::Result<int> start(const AttemptStart &start);
    /// running → unknown; the attempt stays open. Stale.
    [[nodiscard]] base::Result<OperationRow> timedOut(qint64 operation, qint64 fence, int number);
    /// Stale (another fence), NotFound, Illegal (ended before).
    [[nodiscard]] base::Result<OperationRow> end(const AttemptEnd &end);
    /// running → approved, or unknown again where an earlier attempt is not settled. Stale, Illegal (it was started).
    [[nodiscard]] base::Result<> release(qint64 operation, qint64 fence, const QString &why,
                                         std::optional<Micros> notBefore);

    /// running → approved or unknown without an answer, because the sender gave up or died.
    [[nodiscard]] base::Result<> giveBack(OperationRow &row, bool effectOpen, const QString &why,
                                          std::optional<Micros> notBefore);

    /// True when something before the attempt `before` (0 = before all that may come) may have had an effect that
    /// nobody has settled: an attempt of this copy, or what made it unknown before it was claimed, such as another
    /// copy's.
    [[nodiscard]] base::Result<bool> isEffectOpen(const OperationRow &row, const QList<AttemptRow> &attempts,
                                                  int before = 0);

    // --- what commits and questions share ---
    /// Writes the attempt and its event; gives its number.
    [[nodiscard]] base::Result<int> begin(const OperationRow &row, const QList<AttemptRow> &before,
                                          const AttemptStart &start, const QString &kind, qint64 fence);
    /// The attempt that `end` ends. Stale (another fence), NotFound (none of this kind), Illegal (ended before).
    [[nodiscard]] base::Result<AttemptRow> openAttempt(const AttemptEnd &end, QLatin1StringView kind);
    [[nodiscard]] base::Result<> recordEnd(const AttemptEnd &end, AttemptRow &attempt, const OperationRow &row);
    /// running, unknown or failed → succeeded or failed, with the owner's result.
    [[nodiscard]] base::Result<> finish(const AttemptEnd &end, const AttemptRow &attempt, OperationRow &row, Status to);

private:
    [[nodiscard]] base::Result<> settle(const AttemptEnd &end, const AttemptRow &attempt, OperationRow &row);
    [[nodiscard]] base::Result<> leaveUnknown(const AttemptEnd &end, OperationRow &row);
    [[nodiscard]] base::Result<> tellOtherReference(const AttemptEnd &end, const OperationRow &row);

    WriterCore &m_core;
    EventLookup m_lookup;
};

/// Two names for what happened once: it may have happened twice.
[[nodiscard]] bool isOther(const QString &reference, const QString &than);
/// An alarm about what an attempt showed. `why`: other_reference, second_success.
void raiseAlarm(WriterCore &core, const OperationRow &row, const QString &why, int attempt);

} // namespace obstat::ledger
