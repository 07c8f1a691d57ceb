#include "ledger/attemptlife.h"

#include "base/plantedbug.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

namespace {

tl::unexpected<base::Error> stale(qint64 operation)
{
    return fail(ErrorCode::Stale, u"The claim of operation %1 is not current any more."_s.arg(operation));
}

} // namespace

base::Result<int> AttemptLife::start(const AttemptStart &start)
{
    auto row = m_core.operations.byId(start.operation);
    if (!row) {
        return tl::unexpected(row.error());
    }
    const bool fenced = row->fence == start.fence || base::plantedBug("claim_without_fence");
    const bool leased = row->leaseUntil.value_or(0) > m_core.now() || base::plantedBug("lease_ignored");
    const bool current = row->status == Status::Running && fenced && row->instance == m_core.instanceId && leased;
    if (!current || row->held) {
        return stale(start.operation);
    }
    const auto attempts = m_core.attempts.of(row->id);
    if (!attempts) {
        return tl::unexpected(attempts.error());
    }
    const bool used = !attempts->isEmpty() && attempts->last().fence == start.fence;
    if ((used || hasOpenAttempt(*attempts)) && !base::plantedBug("two_open_attempts")) {
        return fail(ErrorCode::Illegal, u"Operation %1 has an attempt under this claim already."_s.arg(row->id));
    }
    const auto number = begin(*row, *attempts, start, QString(kCommit), start.fence);
    if (!number) {
        return number;
    }
    ++row->attempts;
    row->firstSentAt = row->firstSentAt.value_or(m_core.now());
    if (auto saved = m_core.operations.save(*row); !saved) {
        return tl::unexpected(saved.error());
    }
    return number;
}

base::Result<int> AttemptLife::begin(const OperationRow &row, const QList<AttemptRow> &before,
                                     const AttemptStart &start, const QString &kind, qint64 fence)
{
    const auto request = m_core.payloads.storeSalted(start.request);
    if (!request) {
        return tl::unexpected(request.error());
    }
    AttemptRow attempt;
    attempt.operation = row.id;
    attempt.number = before.isEmpty() ? 1 : before.last().number + 1;
    attempt.kind = kind;
    attempt.fence = fence;
    attempt.instance = m_core.instanceId;
    attempt.startedAt = m_core.now();
    attempt.timeout = start.timeout;
    attempt.requestDigest = *request;
    if (auto inserted = m_core.attempts.insert(attempt); !inserted) {
        return tl::unexpected(inserted.error());
    }
    evidence::Event event = eventOf(row, evidence::kinds::attemptStarted, m_core.flowActor());
    event.digests = {{u"request"_s, *request}, {u"payload"_s, row.payloadDigest}};
    event.data = {
        {u"attempt"_s, attempt.number}, {u"kind"_s, kind}, {u"fence"_s, fence}, {u"timeout"_s, start.timeout}};
    m_core.events.append(std::move(event));
    return attempt.number;
}

base::Result<OperationRow> AttemptLife::timedOut(qint64 operation, qint64 fence, int number)
{
    auto row = m_core.operations.byId(operation);
    if (!row) {
        return row;
    }
    const auto attempt = m_core.attempts.find(operation, number);
    if (!attempt) {
        return tl::unexpected(attempt.error());
    }
    if (row->status != Status::Running || row->fence != fence || !*attempt || (*attempt)->fence != fence ||
        (*attempt)->endedAt) {
        return stale(operation);
    }
    evidence::Event event = eventOf(*row, evidence::kinds::unknown, m_core.flowActor());
    event.data = {{u"why"_s, u"timeout"_s}, {u"attempt"_s, number}};
    row->notBefore.reset();
    if (auto moved = m_core.operations.move(*row, Status::Unknown, std::move(event)); !moved) {
        return tl::unexpected(moved.error());
    }
    return row;
}

base::Result<bool> AttemptLife::isEffectOpen(const OperationRow &row, const QList<AttemptRow> &attempts, int before)
{
    if (mayHaveHadEffect(attempts, before)) {
        return true;
    }
    const auto claimed = m_lookup.lastTransition(
        row.id, [](const evidence::Event &event) { return event.to == statusText(Status::Running); });
    if (!claimed) {
        return tl::unexpected(claimed.error());
    }
    return *claimed && (*claimed)->from == statusText(Status::Unknown);
}

base::Result<> AttemptLife::giveBack(OperationRow &row, bool effectOpen, const QString &why,
                                     std::optional<Micros> notBefore)
{
    row.notBefore = effectOpen ? notBefore : notBefore.value_or(m_core.now());
    evidence::Event event =
        eventOf(row, effectOpen ? evidence::kinds::unknown : evidence::kinds::requeued, m_core.flowActor());
    event.data = {{u"why"_s, why}};
    return m_core.operations.move(row, effectOpen ? Status::Unknown : Status::Approved, std::move(event));
}

base::Result<> AttemptLife::release(qint64 operation, qint64 fence, const QString &why, std::optional<Micros> notBefore)
{
    auto row = m_core.operations.byId(operation);
    if (!row) {
        return tl::unexpected(row.error());
    }
    if (row->status != Status::Running || row->fence != fence) {
        return stale(operation);
    }
    const auto attempts = m_core.attempts.of(operation);
    if (!attempts) {
        return tl::unexpected(attempts.error());
    }
    if (!attempts->isEmpty() && attempts->last().fence == fence) {
        return fail(ErrorCode::Illegal,
                    u"Operation %1 was sent under this claim and cannot be given back."_s.arg(operation));
    }
    const auto effectOpen = isEffectOpen(*row, *attempts);
    return effectOpen ? giveBack(*row, *effectOpen, why, notBefore) : tl::unexpected(effectOpen.error());
}

} // namespace obstat::ledger
