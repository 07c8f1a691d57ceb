#include "ledger/recovery.h"

#include "base/plantedbug.h"
#include "ledger/claimtransaction.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

Recovery::Recovery(WriterCore &core) : m_core(core), m_attempts(core), m_leases(core), m_lookup(*core.connection) {}

base::Result<> Recovery::run()
{
    if (auto ended = endOpenAttempts(); !ended) {
        return ended;
    }
    const auto running = m_core.operations.withStatus(Status::Running);
    if (!running) {
        return tl::unexpected(running.error());
    }
    for (const qint64 id : *running) {
        auto row = m_core.operations.byId(id);
        if (!row) {
            return tl::unexpected(row.error());
        }
        if (auto left = leaveRunning(*row); !left) {
            return left;
        }
    }
    return {};
}

base::Result<> Recovery::endOpenAttempts()
{
    auto open = m_core.attempts.open();
    if (!open) {
        return tl::unexpected(open.error());
    }
    for (AttemptRow &attempt : *open) {
        auto row = m_core.operations.byId(attempt.operation);
        if (!row) {
            return tl::unexpected(row.error());
        }
        const auto held =
            attempt.kind == kCommit ? m_leases.byFence(row->id, attempt.fence) : CallerLeases::Found(std::nullopt);
        if (!held) {
            return tl::unexpected(held.error());
        }
        if (*held) {
            auto left = (*held)->until > m_core.now() ? base::Result<>() : m_leases.end(*row, attempt);
            if (!left) {
                return left;
            }
            continue;
        }
        attempt.endedAt = m_core.now();
        attempt.outcome = outcomeText(AttemptOutcome::Crashed);
        if (auto ended = m_core.attempts.end(attempt); !ended) {
            return ended;
        }
        evidence::Event event = eventOf(*row, evidence::kinds::attemptEnded, m_core.flowActor());
        event.data = {{u"attempt"_s, attempt.number},
                      {u"outcome"_s, attempt.outcome},
                      {u"late"_s, false},
                      {u"timeout"_s, attempt.timeout}};
        m_core.events.append(std::move(event));
        if (row->status == Status::Unknown) { // it was still listening; the claim judges whether it may be sent again
            row->notBefore = m_core.now();
            if (auto saved = m_core.operations.save(*row); !saved) {
                return saved;
            }
        }
    }
    return {};
}

base::Result<> Recovery::leaveRunning(OperationRow &row)
{
    const auto witnessed = m_lookup.witnesses(row.id, row.status);
    if (!witnessed) {
        return tl::unexpected(witnessed.error());
    }
    if (!*witnessed) {
        return row.held ? base::Result<>() : hold(m_core, row, u"status"_s);
    }
    const auto attempts = m_core.attempts.of(row.id);
    if (!attempts) {
        return tl::unexpected(attempts.error());
    }
    if (hasOpenAttempt(*attempts)) {
        return {}; // a caller's, whose lease still runs
    }
    const auto effectOpen = m_attempts.isEffectOpen(row, *attempts);
    return effectOpen ? m_attempts.giveBack(row, *effectOpen && !base::plantedBug("crash_is_not_sent"), u"crashed"_s,
                                            m_core.now())
                      : tl::unexpected(effectOpen.error());
}

} // namespace obstat::ledger
