// The half of AttemptLife that ends an attempt and settles its operation (contract 7.2).
#include "base/faultpoint.h"
#include "base/plantedbug.h"
#include "ledger/attemptlife.h"
#include "ledger/contraryevidence.h"

#include <algorithm>

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

namespace {

evidence::Actor actorOf(const WriterCore &core, const AttemptEnd &end)
{
    return end.reportedBy.isEmpty() ? core.flowActor() : evidence::Actor{evidence::actors::agent, end.reportedBy};
}

} // namespace

base::Result<OperationRow> AttemptLife::end(const AttemptEnd &end)
{
    auto row = m_core.operations.byId(end.operation);
    if (!row) {
        return row;
    }
    auto attempt = openAttempt(end, kCommit);
    if (!attempt) {
        return tl::unexpected(attempt.error());
    }
    if (auto recorded = recordEnd(end, *attempt, *row); !recorded) {
        return tl::unexpected(recorded.error());
    }
    if (auto settled = settle(end, *attempt, *row); !settled) {
        return tl::unexpected(settled.error());
    }
    base::faultPoint("P10");
    return row;
}

base::Result<AttemptRow> AttemptLife::openAttempt(const AttemptEnd &end, QLatin1StringView kind)
{
    auto attempt = m_core.attempts.find(end.operation, end.number);
    if (!attempt) {
        return tl::unexpected(attempt.error());
    }
    if (!*attempt || (*attempt)->kind != kind) {
        return fail(ErrorCode::NotFound,
                    u"Operation %1 has no attempt %2 of this kind."_s.arg(end.operation).arg(end.number));
    }
    if ((*attempt)->fence != end.fence && !base::plantedBug("claim_without_fence")) {
        return fail(ErrorCode::Stale,
                    u"Attempt %1 of operation %2 is another claim's."_s.arg(end.number).arg(end.operation));
    }
    if ((*attempt)->endedAt) {
        return fail(ErrorCode::Illegal,
                    u"Attempt %1 of operation %2 has ended already."_s.arg(end.number).arg(end.operation));
    }
    return std::move(**attempt);
}

base::Result<> AttemptLife::recordEnd(const AttemptEnd &end, AttemptRow &attempt, const OperationRow &row)
{
    attempt.endedAt = m_core.now();
    attempt.outcome = outcomeText(end.outcome);
    attempt.httpStatus = end.httpStatus;
    attempt.duration = end.duration;
    attempt.late = end.late;
    attempt.reference = end.reference;
    evidence::Event event = eventOf(row, evidence::kinds::attemptEnded, actorOf(m_core, end));
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
    if (row.status == Status::Unknown && base::plantedBug("late_answer_ignored")) {
        return {};
    }
    const bool running = row.status == Status::Running && row.fence == end.fence;
    if (!running && row.status != Status::Unknown) {
        return ContraryEvidence(m_core).take(end, attempt, row);
    }
    if (end.outcome == AttemptOutcome::Succeeded) {
        return finish(end, attempt, row, Status::Succeeded);
    }
    const auto attempts = m_core.attempts.of(row.id);
    if (!attempts) {
        return tl::unexpected(attempts.error());
    }
    // A refusal speaks for this request only; for an earlier one only as the owner's own replay (contract 7.2).
    const auto earlierOpen = isEffectOpen(row, *attempts, end.number);
    if (!earlierOpen) {
        return tl::unexpected(earlierOpen.error());
    }
    if (end.outcome == AttemptOutcome::NoEffect &&
        (!*earlierOpen || end.replayMarked || base::plantedBug("refusal_settles_all"))) {
        return finish(end, attempt, row, Status::Failed);
    }
    if (end.outcome == AttemptOutcome::NotSent && !*earlierOpen) {
        row.notBefore = end.retryAt.value_or(row.expiresAt);
        evidence::Event event = eventOf(row, evidence::kinds::requeued, actorOf(m_core, end));
        event.data = {{u"why"_s, u"not_sent"_s}, {u"attempt"_s, end.number}};
        return m_core.operations.move(row, Status::Approved, std::move(event));
    }
    return leaveUnknown(end, row);
}

base::Result<> AttemptLife::finish(const AttemptEnd &end, const AttemptRow &attempt, OperationRow &row, Status to)
{
    if (auto told = tellOtherReference(end, row); !told) {
        return told;
    }
    const auto result = m_core.payloads.storeSalted(end.result);
    if (!result) {
        return tl::unexpected(result.error());
    }
    const bool succeeded = to == Status::Succeeded;
    row.resultDigest = *result;
    row.reference = end.reference;
    row.finishedAt = m_core.now();
    row.contrary.reset();
    row.notBefore = succeeded ? end.confirmAt : std::nullopt;
    evidence::Event event =
        eventOf(row, succeeded ? evidence::kinds::succeeded : evidence::kinds::failed, actorOf(m_core, end));
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
    evidence::Event event = eventOf(row, evidence::kinds::unknown, actorOf(m_core, end));
    event.data = {{u"why"_s, outcomeText(end.outcome)}, {u"attempt"_s, end.number}};
    return m_core.operations.move(row, Status::Unknown, std::move(event));
}

/// An owner that names the work otherwise than before may have done it twice.
base::Result<> AttemptLife::tellOtherReference(const AttemptEnd &end, const OperationRow &row)
{
    const auto attempts = m_core.attempts.of(row.id);
    if (!attempts) {
        return tl::unexpected(attempts.error());
    }
    const bool other = std::any_of(attempts->begin(), attempts->end(), [&end](const AttemptRow &attempt) {
        return isOther(end.reference, attempt.reference);
    });
    if (other) {
        raiseAlarm(m_core, row, u"other_reference"_s, end.number);
    }
    return {};
}

bool isOther(const QString &reference, const QString &than)
{
    return !reference.isEmpty() && !than.isEmpty() && reference != than;
}

void raiseAlarm(WriterCore &core, const OperationRow &row, const QString &why, int attempt)
{
    evidence::Event alarm = eventOf(row, evidence::kinds::alarm, core.flowActor());
    alarm.data = {{u"why"_s, why}, {u"tool"_s, row.tool}, {u"attempt"_s, attempt}};
    core.events.append(std::move(alarm));
}

} // namespace obstat::ledger
