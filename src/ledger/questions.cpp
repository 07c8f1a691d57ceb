#include "ledger/questions.h"

#include "base/plantedbug.h"
#include "ledger/contraryevidence.h"

#include <algorithm>

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

namespace {

bool mayBeAsked(const OperationRow &row)
{
    return (row.status == Status::Unknown || row.status == Status::Succeeded || row.status == Status::Failed) &&
           !row.held;
}

QString knownReference(const QList<AttemptRow> &attempts)
{
    const auto named = std::find_if(attempts.begin(), attempts.end(),
                                    [](const AttemptRow &attempt) { return !attempt.reference.isEmpty(); });
    return named == attempts.end() ? QString() : named->reference;
}

} // namespace

Questions::Questions(WriterCore &core)
    : m_core(core)
    , m_attempts(core)
    , m_lookup(*core.connection)
    , m_askedFor(*core.connection, u"SELECT max(received_at) FROM decision WHERE operation=? AND kind='ask_again' AND "
                                   "state='admitted'"_s)
{
}

base::Result<Question> Questions::prepare(const OperationRow &row, const QList<AttemptRow> &attempts)
{
    const auto canonical = m_core.documents.load(row.registryDigest);
    const auto payload = m_core.payloads.load(row.payloadDigest);
    if (!canonical || !payload) {
        return tl::unexpected(canonical ? payload.error() : canonical.error());
    }
    auto approved = policy::entryFromCanonical(*canonical);
    auto arguments = base::parseStoredCanonical(*payload);
    if (!approved || !arguments) {
        return tl::unexpected(approved ? arguments.error() : approved.error());
    }
    const policy::ToolEntry *now = m_core.rules.registry.find(row.tool);
    const bool sameOwner = now != nullptr && now->owner.name == approved->owner.name &&
                           now->owner.url == approved->owner.url && now->canBeAsked();
    return Question{row, sameOwner ? *now : std::move(*approved), std::move(*arguments), knownReference(attempts), {}};
}

base::Result<Micros> Questions::unknownSince(qint64 operation)
{
    const auto moved = m_lookup.lastTransition(
        operation, [](const evidence::Event &event) { return event.to == statusText(Status::Unknown); });
    if (!moved) {
        return tl::unexpected(moved.error());
    }
    return *moved ? (*moved)->at : m_core.now();
}

base::Result<std::optional<Micros>> Questions::settledAt(const OperationRow &row, const QList<AttemptRow> &attempts,
                                                         const policy::OwnerEntry &owner)
{
    if (owner.settleAfter <= 0) {
        return std::optional<Micros>();
    }
    std::optional<Micros> last;
    for (const AttemptRow &attempt : attempts) {
        if (attempt.kind == kCommit && !attempt.endedAt) {
            return std::optional<Micros>();
        }
        if (attempt.kind == kCommit) {
            last = std::max(last.value_or(0), *attempt.endedAt);
        }
    }
    if (!last) { // doubted by a resume: the other copy's sends are not known
        const auto since = unknownSince(row.id);
        if (!since) {
            return tl::unexpected(since.error());
        }
        last = *since;
    }
    return std::optional(*last + owner.settleAfter);
}

base::Result<bool> Questions::isAskedFor(qint64 operation, const QList<AttemptRow> &attempts)
{
    const auto found = m_askedFor.first({operation});
    if (!found) {
        return tl::unexpected(found.error());
    }
    const Micros asked = *found ? m_askedFor.value(0).toLongLong() : 0;
    m_askedFor.done();
    return std::none_of(
               attempts.begin(), attempts.end(),
               [asked](const AttemptRow &attempt) { return attempt.kind == kQuery && attempt.startedAt >= asked; }) &&
           asked > 0;
}

base::Result<QuestionStarted> Questions::start(const AttemptStart &start)
{
    auto row = m_core.operations.byId(start.operation);
    if (!row) {
        return tl::unexpected(row.error());
    }
    if (!mayBeAsked(*row)) {
        return fail(ErrorCode::Stale,
                    u"Operation %1 is %2 and not asked about."_s.arg(row->id).arg(statusText(row->status)));
    }
    const auto attempts = m_core.attempts.of(row->id);
    if (!attempts) {
        return tl::unexpected(attempts.error());
    }
    if (hasOpenAttempt(*attempts)) {
        return fail(ErrorCode::Illegal, u"Operation %1 has an attempt that has not ended."_s.arg(row->id));
    }
    const qint64 fence = m_core.events.nextFence();
    const auto number = m_attempts.begin(*row, *attempts, start, QString(kQuery), fence);
    if (!number) {
        return tl::unexpected(number.error());
    }
    return QuestionStarted{*number, fence};
}

base::Result<OperationRow> Questions::end(AttemptEnd end, const policy::ToolEntry &entry)
{
    auto row = m_core.operations.byId(end.operation);
    if (!row) {
        return row;
    }
    auto open = m_attempts.openAttempt(end, kQuery);
    if (!open) {
        return tl::unexpected(open.error());
    }
    const auto before = m_core.attempts.of(row->id);
    if (!before) {
        return tl::unexpected(before.error());
    }
    const auto settled = settledAt(*row, *before, entry.owner);
    if (!settled) {
        return tl::unexpected(settled.error());
    }
    const bool counts = *settled && open->startedAt >= **settled;
    if (end.outcome == AttemptOutcome::Absent && (counts || base::plantedBug("absence_before_settle"))) {
        end.outcome = AttemptOutcome::ProvedAbsent;
    }
    if (auto recorded = m_attempts.recordEnd(end, *open, *row); !recorded) {
        return tl::unexpected(recorded.error());
    }
    if (auto done = settle(end, *open, *row, entry, *before); !done) {
        return tl::unexpected(done.error());
    }
    return row;
}

base::Result<> Questions::settle(const AttemptEnd &end, const AttemptRow &attempt, OperationRow &row,
                                 const policy::ToolEntry &entry, const QList<AttemptRow> &attempts)
{
    evidence::Event event = eventOf(row, evidence::kinds::queried, m_core.flowActor());
    event.data = {{u"attempt"_s, end.number}, {u"answer"_s, attempt.outcome}};
    m_core.events.append(std::move(event));
    if (row.status != Status::Unknown) {
        row.notBefore.reset();
        auto saved = m_core.operations.save(row);
        return saved ? ContraryEvidence(m_core).take(end, attempt, row) : saved;
    }
    switch (end.outcome) {
    case AttemptOutcome::Found:
        return m_attempts.finish(end, attempt, row, Status::Succeeded);
    case AttemptOutcome::ProvedAbsent:
        return leaveAbsent(end, row, entry, attempts);
    default:
        return askAgain(end, row, entry, attempts);
    }
}

/// Approved again while the plan is in time and sends are left, else failed: proved to have had no effect.
base::Result<> Questions::leaveAbsent(const AttemptEnd &end, OperationRow &row, const policy::ToolEntry &entry,
                                      const QList<AttemptRow> &attempts)
{
    const bool again = entry.againWhenAbsent && row.expiresAt > m_core.now() &&
                       situationOf(row, attempts, m_core.now()).sends < entry.maxAttempts;
    evidence::Event event =
        eventOf(row, again ? evidence::kinds::requeued : evidence::kinds::failed, m_core.flowActor());
    event.data = {{u"why"_s, u"proved_absent"_s}, {u"attempt"_s, end.number}};
    row.notBefore = again ? std::optional(m_core.now()) : std::nullopt;
    if (!again) {
        row.finishedAt = m_core.now();
    }
    return m_core.operations.move(row, again ? Status::Approved : Status::Failed, std::move(event));
}

base::Result<> Questions::askAgain(const AttemptEnd &end, OperationRow &row, const policy::ToolEntry &entry,
                                   const QList<AttemptRow> &attempts)
{
    Situation situation = situationOf(row, attempts, m_core.now());
    const NextStep next = nextStep(entry, situation);
    row.notBefore.reset();
    // Several matches are no matter of waiting.
    if (next.step != Step::Person && end.outcome != AttemptOutcome::Several) {
        const Micros soon =
            m_core.now() + backoff(situation.questions, *m_core.options.random, kLongestBetweenQuestions);
        const auto settled = settledAt(row, attempts, entry.owner);
        if (!settled) {
            return tl::unexpected(settled.error());
        }
        // A "no" before the owner has settled is asked again when it counts.
        row.notBefore = end.outcome == AttemptOutcome::Absent && *settled ? std::max(soon, **settled)
                        : end.outcome == AttemptOutcome::Absent           ? std::optional<Micros>()
                                                                          : std::optional(soon);
    }
    return m_core.operations.save(row);
}

} // namespace obstat::ledger
