#include "ledger/submittransaction.h"

#include "base/plantedbug.h"
#include "ledger/claimtransaction.h"
#include "ledger/planending.h"

#include <algorithm>

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kMaxToolText = 128;

evidence::Actor agentOf(const Submission &submission)
{
    return {evidence::actors::agent, submission.actor};
}

} // namespace

SubmitTransaction::SubmitTransaction(WriterCore &core)
    : m_core(core)
    , m_pins(*core.connection, core.options.instanceKey)
    , m_standing(*core.connection)
    , m_lookup(*core.connection)
    , m_repeats(core)
    , m_runs(*core.connection)
    , m_maker(core)
    , m_insertConflict(*core.connection, u"INSERT INTO conflict(event, operation, payload_digest, paths, actor, run, "
                                         "at) VALUES(?,?,?,?,?,?,?)"_s)
    , m_accepted(*core.connection, u"SELECT planned FROM conflict INDEXED BY conflict_operation WHERE operation=? AND "
                                   "payload_digest=? AND state='new' AND planned IS NOT NULL ORDER BY event DESC "
                                   "LIMIT 1"_s)
    , m_declined(*core.connection, u"SELECT 1 FROM conflict INDEXED BY conflict_operation WHERE operation=? AND "
                                   "payload_digest=? AND state<>'open' LIMIT 1"_s)
    , m_rejection(*core.connection, u"SELECT body FROM decision WHERE operation=? AND kind IN ('reject','change') "
                                    "AND state='admitted' ORDER BY id DESC LIMIT 1"_s)
    , m_flows(*core.connection,
              u"SELECT 1 FROM instance WHERE flow=1 AND stopped_at IS NULL AND heartbeat>=? AND id<>? LIMIT 1"_s)
{
    core.onRollBack([this] {
        m_runs.clear();
        m_repeats.clear();
    });
}

base::Result<QList<SubmitAnswer>> SubmitTransaction::run(std::span<const Submission> batch)
{
    m_flowRuns.reset();
    m_endedNow.clear();
    QList<SubmitAnswer> answers;
    answers.reserve(static_cast<qsizetype>(batch.size()));
    for (const Submission &submission : batch) {
        auto one = answer(submission);
        if (!one) {
            return tl::unexpected(one.error());
        }
        answers.append(std::move(*one));
    }
    if (auto written = m_repeats.write(); !written) {
        return tl::unexpected(written.error());
    }
    return answers;
}

SubmitTransaction::Answer SubmitTransaction::answer(const Submission &submission)
{
    const auto intake = takeIn(submission, m_core.rules.registry);
    if (!intake) {
        return refuse(submission, intake.error(), {});
    }
    const auto identity = findIdentity(submission, *intake);
    if (!identity) {
        return tl::unexpected(identity.error());
    }
    if (!*identity) {
        return refuse(submission, identity->error(), intake->payloadDigest);
    }
    QList<OperationRow> expired;
    auto given = overStanding(submission, *intake, **identity, expired);
    if (given) {
        given->expired = std::move(expired);
    }
    return given;
}

SubmitTransaction::Answer SubmitTransaction::overStanding(const Submission &submission, const Intake &intake,
                                                          const policy::Identity &identity,
                                                          QList<OperationRow> &expired)
{
    const auto standing = m_standing.find(submission.tenant, identity, intake.payloadDigest);
    if (!standing) {
        return tl::unexpected(standing.error());
    }
    if (standing->rejected) {
        return repeatRejection(submission, *standing);
    }
    const auto disputed = std::find_if(standing->ended.begin(), standing->ended.end(),
                                       [](const Revision &revision) { return revision.contrary; });
    if (disputed != standing->ended.end()) {
        return conflict(submission, intake, disputed->id); // it may have happened after all (contract 7.5)
    }
    for (const Revision &revision : standing->ended) {
        auto other = acceptedAsOther(revision.id, submission, intake.payloadDigest);
        if (!other) {
            return tl::unexpected(other.error());
        }
        if (*other && !endedWithoutEffect((*other)->status)) {
            return repeat(submission, std::move(**other));
        }
        if (*other && (*other)->status == Status::Rejected) {
            return repeatRejectionOf(submission, std::move(**other), {});
        }
    }
    if (!standing->live) {
        const auto doubtful = unwitnessedEnd(*standing);
        if (!doubtful) {
            return tl::unexpected(doubtful.error());
        }
        return *doubtful ? refuse(submission, **doubtful, intake.payloadDigest)
                         : create(submission, intake, identity, *standing);
    }
    auto live = m_core.operations.byId(standing->live->id);
    if (!live) {
        return tl::unexpected(live.error());
    }
    // An overdue plan can be neither approved nor claimed any more (C14): nobody is told to wait for it.
    const bool waits = live->status == Status::AwaitingApproval || live->status == Status::Approved;
    if (waits && live->expiresAt <= m_core.now()) {
        if (auto ended = PlanEnding(m_core).expire(*live); !ended) {
            return tl::unexpected(ended.error());
        }
        m_endedNow.insert(live->id);
        expired.append(std::move(*live));
        return overStanding(submission, intake, identity, expired);
    }
    if (live->payloadDigest == intake.payloadDigest || base::plantedBug("conflict_as_repeat")) {
        return repeat(submission, std::move(*live));
    }
    auto accepted = acceptedAsOther(live->id, submission, intake.payloadDigest);
    if (!accepted) {
        return tl::unexpected(accepted.error());
    }
    if (*accepted && (*accepted)->status == Status::Rejected) {
        return repeatRejectionOf(submission, std::move(**accepted), live->id);
    }
    return *accepted && !endedWithoutEffect((*accepted)->status) ? repeat(submission, std::move(**accepted))
                                                                 : conflict(submission, intake, live->id);
}

/// The work that a person made of this second payload.
base::Result<std::optional<OperationRow>> SubmitTransaction::acceptedAsOther(qint64 first, const Submission &submission,
                                                                             const QString &payloadDigest)
{
    const auto found = m_accepted.first({first, payloadDigest});
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (!*found) {
        return std::optional<OperationRow>();
    }
    const qint64 id = m_accepted.value(0).toLongLong();
    m_accepted.done();
    auto other = m_core.operations.find(id);
    if (!other) {
        return other;
    }
    const bool same = *other && (*other)->tenant == submission.tenant && (*other)->tool == submission.tool &&
                      (*other)->payloadDigest == payloadDigest;
    return same ? std::move(*other) : std::optional<OperationRow>();
}

/// A key is free only when the log says so too: a row may have been edited (C17).
base::Result<std::optional<Refusal>> SubmitTransaction::unwitnessedEnd(const Standing &standing)
{
    for (const Revision &revision : standing.ended) {
        if (m_endedNow.contains(revision.id)) {
            continue;
        }
        const auto lawful = m_lookup.ledTo(revision.id, revision.status);
        if (!lawful) {
            return tl::unexpected(lawful.error());
        }
        if (*lawful) {
            continue;
        }
        auto row = m_core.operations.byId(revision.id);
        if (!row) {
            return tl::unexpected(row.error());
        }
        if (!row->held) {
            if (auto held = hold(m_core, *row, u"status"_s); !held) {
                return tl::unexpected(held.error());
            }
        }
        return std::optional(Refusal{u"doubt"_s,
                                     u"keep-key"_s,
                                     u"The record of operation %1 does not say what the log says; nothing new is "
                                     "started under its key until an operator has looked."_s.arg(revision.id),
                                     {}});
    }
    return std::optional<Refusal>();
}

/// The window comes from the request, else from the run's pin, else from the clock (contract 3.2).
SubmitTransaction::IdentityOrRefusal SubmitTransaction::findIdentity(const Submission &submission, const Intake &intake)
{
    const base::WindowRule &rule = intake.entry->window;
    const bool asked = !submission.window.isEmpty();
    if (asked) {
        if (const auto window = base::checkWindow(rule, submission.window, m_core.now()); !window) {
            return tl::expected<policy::Identity, Refusal>(
                tl::unexpected<Refusal>(Refusal{u"bad_window"_s, u"new-intent"_s, window.error().message, {}}));
        }
    }
    auto identity = identityOf(submission, intake, asked ? submission.window : QString());
    if (!identity || rule.kind == base::WindowKind::None || intake.entry->naturalKey.isEmpty()) {
        return identity;
    }
    const QString base = identity->withoutWindow;
    if (!asked) {
        QString window;
        if (!submission.run.isEmpty()) {
            const auto pinned = m_pins.find(submission.tenant, submission.run, base);
            if (!pinned) {
                return tl::unexpected(pinned.error());
            }
            window = *pinned;
        }
        identity = identityOf(submission, intake, window.isEmpty() ? base::windowAt(rule, m_core.now()) : window);
        if (!identity) {
            return identity;
        }
    }
    if (!submission.run.isEmpty()) {
        if (auto pinned = m_pins.pin(submission.tenant, submission.run, base, identity->window); !pinned) {
            return tl::unexpected(pinned.error());
        }
    }
    return identity;
}

SubmitTransaction::Answer SubmitTransaction::refuse(const Submission &submission, const Refusal &refusal,
                                                    const QString &payloadDigest)
{
    SubmitAnswer answer;
    answer.kind = AnswerKind::Refused;
    answer.code = refusal.code;
    answer.advice = refusal.advice;
    answer.message = refusal.message;
    answer.missing = refusal.missing;

    evidence::Event event;
    event.kind = evidence::kinds::refused;
    event.tenant = submission.tenant;
    event.actor = agentOf(submission);
    event.run = submission.run;
    event.data = {{u"tool"_s, submission.tool.left(kMaxToolText)}, {u"code"_s, refusal.code}};
    if (!refusal.missing.isEmpty()) {
        event.data.insert("missing"_L1, QJsonArray::fromStringList(refusal.missing));
    }
    if (!payloadDigest.isEmpty()) {
        event.digests.insert(u"payload"_s, payloadDigest);
    }
    m_core.events.append(std::move(event));
    return answer;
}

SubmitTransaction::Answer SubmitTransaction::repeat(const Submission &submission, OperationRow row)
{
    row.hits = m_repeats.count(row, submission.actor, submission.run);
    SubmitAnswer answer;
    answer.kind = AnswerKind::Repeated;
    answer.code = u"repeated"_s;
    answer.advice = u"keep-key"_s;
    answer.message = row.status == Status::Succeeded
                         ? u"This was done already; here is the first result."_s
                         : u"This is already with us and is %1; nothing new was started."_s.arg(statusText(row.status));
    if (row.status == Status::Succeeded) {
        auto result = storedResult(row, answer);
        if (!result) {
            return tl::unexpected(result.error());
        }
        answer.result = std::move(*result);
    }
    answer.operation = std::move(row);
    return answer;
}

/// The owner's bytes, held against the leaf of the settlement and not only against the row (contract 4.5).
base::Result<std::optional<QByteArray>> SubmitTransaction::storedResult(const OperationRow &row, SubmitAnswer &answer)
{
    const auto settled = m_lookup.succeeded(row.id);
    if (!settled) {
        return tl::unexpected(settled.error());
    }
    const QString leaf = *settled ? (*settled)->digests.value(u"result"_s) : QString();
    const QString witnessed = base::plantedBug("result_not_compared") ? row.resultDigest : leaf;
    bool damaged = witnessed != row.resultDigest;
    if (!damaged && witnessed.isEmpty()) {
        return std::optional<QByteArray>();
    }
    if (!damaged) {
        auto bytes = m_core.payloads.load(witnessed);
        if (bytes) {
            return std::optional<QByteArray>(std::move(*bytes));
        }
        if (bytes.error().code == base::ErrorCode::NotFound) {
            return std::optional<QByteArray>(); // purged
        }
        if (bytes.error().code != base::ErrorCode::Corrupt) {
            return tl::unexpected(bytes.error());
        }
        damaged = true;
    }
    answer.code = u"result_damaged"_s;
    answer.advice = u"stop"_s;
    answer.message = u"This was done already, but its stored result was changed and is not given out."_s;
    evidence::Event alarm = eventOf(row, evidence::kinds::alarm, m_core.flowActor());
    alarm.data = {{u"why"_s, u"result"_s}, {u"tool"_s, row.tool}};
    m_core.events.append(std::move(alarm));
    return std::optional<QByteArray>();
}

SubmitTransaction::Answer SubmitTransaction::repeatRejection(const Submission &submission, const Standing &standing)
{
    auto row = m_core.operations.byId(standing.rejected->id);
    if (!row) {
        return tl::unexpected(row.error());
    }
    return repeatRejectionOf(submission, std::move(*row),
                             standing.live ? std::optional(standing.live->id) : std::nullopt);
}

SubmitTransaction::Answer SubmitTransaction::repeatRejectionOf(const Submission &submission, OperationRow row,
                                                               std::optional<qint64> live)
{
    row.hits = m_repeats.count(row, submission.actor, submission.run);
    SubmitAnswer answer;
    answer.kind = AnswerKind::Repeated;
    answer.code = u"repeated_rejection"_s;
    answer.advice = u"stop"_s;
    answer.message = u"A person rejected exactly this; asking again does not change it."_s;
    const auto found = m_rejection.first({row.id});
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (*found) {
        if (const auto body = approval::DecisionBody::parse(m_rejection.value(0).toByteArray())) {
            answer.rejectReason = body->reason;
        }
        m_rejection.done();
    }
    answer.liveOperation = live;
    answer.operation = std::move(row);
    return answer;
}

} // namespace obstat::ledger
