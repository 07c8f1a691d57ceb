#include "ledger/attemptlife.h"

#include "base/faultpoint.h"

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
    const bool current = row->status == Status::Running && row->fence == start.fence &&
                         row->instance == m_core.instanceId && row->leaseUntil.value_or(0) > m_core.now();
    if (!current || row->held) {
        return stale(start.operation);
    }
    const auto attempts = m_core.attempts.of(row->id);
    if (!attempts) {
        return tl::unexpected(attempts.error());
    }
    const bool used = !attempts->isEmpty() && attempts->last().fence == start.fence;
    if (used || hasOpenAttempt(*attempts)) {
        return fail(ErrorCode::Illegal, u"Operation %1 has an attempt under this claim already."_s.arg(row->id));
    }
    const auto request = m_core.payloads.storeSalted(start.request);
    if (!request) {
        return tl::unexpected(request.error());
    }
    AttemptRow attempt;
    attempt.operation = row->id;
    attempt.number = attempts->isEmpty() ? 1 : attempts->last().number + 1;
    attempt.kind = u"commit"_s;
    attempt.fence = start.fence;
    attempt.instance = m_core.instanceId;
    attempt.startedAt = m_core.now();
    attempt.timeout = start.timeout;
    attempt.requestDigest = *request;
    if (auto inserted = m_core.attempts.insert(attempt); !inserted) {
        return tl::unexpected(inserted.error());
    }
    ++row->attempts;
    row->firstSentAt = row->firstSentAt.value_or(m_core.now());
    if (auto saved = m_core.operations.save(*row); !saved) {
        return tl::unexpected(saved.error());
    }
    evidence::Event event = eventOf(*row, evidence::kinds::attemptStarted, m_core.flowActor());
    event.digests = {{u"request"_s, *request}, {u"payload"_s, row->payloadDigest}};
    event.data = {{u"attempt"_s, attempt.number},
                  {u"kind"_s, attempt.kind},
                  {u"fence"_s, start.fence},
                  {u"timeout"_s, start.timeout}};
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

base::Result<OperationRow> AttemptLife::end(const AttemptEnd &end)
{
    auto row = m_core.operations.byId(end.operation);
    if (!row) {
        return row;
    }
    auto attempt = m_core.attempts.find(end.operation, end.number);
    if (!attempt) {
        return tl::unexpected(attempt.error());
    }
    if (!*attempt) {
        return fail(ErrorCode::NotFound, u"Operation %1 has no attempt %2."_s.arg(end.operation).arg(end.number));
    }
    if ((*attempt)->fence != end.fence) {
        return stale(end.operation);
    }
    if ((*attempt)->endedAt) {
        return fail(ErrorCode::Illegal,
                    u"Attempt %1 of operation %2 has ended already."_s.arg(end.number).arg(end.operation));
    }
    if (auto recorded = recordEnd(end, **attempt, *row); !recorded) {
        return tl::unexpected(recorded.error());
    }
    if (auto settled = settle(end, **attempt, *row); !settled) {
        return tl::unexpected(settled.error());
    }
    base::faultPoint("P10");
    return row;
}

base::Result<> AttemptLife::recordEnd(const AttemptEnd &end, AttemptRow &attempt, const OperationRow &row)
{
    attempt.endedAt = m_core.now();
    attempt.outcome = outcomeText(end.outcome);
    attempt.httpStatus = end.httpStatus;
    attempt.duration = end.duration;
    attempt.late = end.late;
    attempt.reference = end.reference;
    evidence::Event event = eventOf(row, evidence::kinds::attemptEnded, m_core.flowActor());
    event.data = {{u"attempt"_s, end.number},
                  {u"outcome"_s, attempt.outcome},
                  {u"late"_s, end.late},
                  {u"timeout"_s, attempt.timeout}};
    if (end.httpStatus) {
        event.data.insert("status"_L1, *end.httpStatus);
    }
    if (end.duration) {
        event.data.insert("duration"_L1, *end.duration);
    }
    if (!end.reference.isEmpty()) {
        event.data.insert("reference"_L1, end.reference);
    }
    if (end.replayMarked) {
        event.data.insert("replay_marked"_L1, true);
    }
    if (!end.response.isEmpty()) {
        const auto response = m_core.payloads.storeSalted(end.response);
        if (!response) {
            return tl::unexpected(response.error());
        }
        attempt.responseDigest = *response;
        event.digests = {{u"response"_s, *response}};
    }
    m_core.events.append(std::move(event));
    return m_core.attempts.end(attempt);
}

base::Result<> AttemptLife::settle(const AttemptEnd &end, const AttemptRow &attempt, OperationRow &row)
{
    const bool running = row.status == Status::Running && row.fence == end.fence;
    if (!running && row.status != Status::Unknown) {
        return contradict(end, attempt, row);
    }
    if (end.outcome == AttemptOutcome::Succeeded) {
        return finish(end, attempt, row, Status::Succeeded);
    }
    const auto attempts = m_core.attempts.of(row.id);
    if (!attempts) {
        return tl::unexpected(attempts.error());
    }
    // A refusal speaks for this request only; for an earlier one only as the owner's own replay (contract 7.2).
    const bool earlierOpen = mayHaveHadEffect(*attempts, end.number);
    if (end.outcome == AttemptOutcome::NoEffect && (!earlierOpen || end.replayMarked)) {
        return finish(end, attempt, row, Status::Failed);
    }
    if (end.outcome == AttemptOutcome::NotSent && !earlierOpen) {
        row.notBefore = end.retryAt.value_or(row.expiresAt);
        evidence::Event event = eventOf(row, evidence::kinds::requeued, m_core.flowActor());
        event.data = {{u"why"_s, u"not_sent"_s}, {u"attempt"_s, end.number}};
        return m_core.operations.move(row, Status::Approved, std::move(event));
    }
    return leaveUnknown(end, row);
}

base::Result<> AttemptLife::finish(const AttemptEnd &end, const AttemptRow &attempt, OperationRow &row, Status to)
{
    const auto result = m_core.payloads.storeSalted(end.result);
    if (!result) {
        return tl::unexpected(result.error());
    }
    const bool succeeded = to == Status::Succeeded;
    row.resultDigest = *result;
    row.reference = end.reference;
    row.finishedAt = m_core.now();
    row.notBefore.reset();
    evidence::Event event =
        eventOf(row, succeeded ? evidence::kinds::succeeded : evidence::kinds::failed, m_core.flowActor());
    event.digests = {{u"result"_s, *result}};
    if (!attempt.responseDigest.isEmpty()) {
        event.digests.insert(u"response"_s, attempt.responseDigest);
    }
    event.data = {{u"attempt"_s, end.number}, {u"outcome"_s, attempt.outcome}, {u"late"_s, end.late}};
    if (!end.reference.isEmpty()) {
        event.data.insert("reference"_L1, end.reference);
    }
    return m_core.operations.move(row, to, std::move(event));
}

base::Result<> AttemptLife::leaveUnknown(const AttemptEnd &end, OperationRow &row)
{
    row.notBefore = end.retryAt;
    if (row.status == Status::Unknown) {
        return m_core.operations.save(row);
    }
    evidence::Event event = eventOf(row, evidence::kinds::unknown, m_core.flowActor());
    event.data = {{u"why"_s, outcomeText(end.outcome)}, {u"attempt"_s, end.number}};
    return m_core.operations.move(row, Status::Unknown, std::move(event));
}

/// An answer to an operation that is settled already changes nothing; one that says otherwise is raised.
base::Result<> AttemptLife::contradict(const AttemptEnd &end, const AttemptRow &attempt, const OperationRow &row)
{
    const bool saysEffect = end.outcome == AttemptOutcome::Succeeded;
    const bool saysNone = end.outcome == AttemptOutcome::NoEffect;
    if ((!saysEffect && !saysNone) || (saysEffect && row.status == Status::Succeeded) ||
        (saysNone && row.status == Status::Failed)) {
        return {};
    }
    evidence::Event event = eventOf(row, evidence::kinds::contradicted, m_core.flowActor());
    if (!attempt.responseDigest.isEmpty()) {
        event.digests = {{u"response"_s, attempt.responseDigest}};
    }
    event.data = {{u"attempt"_s, end.number}, {u"outcome"_s, attempt.outcome}, {u"status"_s, statusText(row.status)}};
    m_core.events.append(std::move(event));
    return {};
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
    const bool effectOpen = mayHaveHadEffect(*attempts, row->attempts + 1);
    return giveBack(*row, effectOpen, why, notBefore);
}

} // namespace obstat::ledger
