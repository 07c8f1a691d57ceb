#include "flow/drain.h"

#include "base/faultpoint.h"
#include "base/plantedbug.h"
#include "flow/answerjudge.h"
#include "flow/ownerrequest.h"
#include "ledger/ledgerreader.h"
#include "ledger/nextstep.h"

#include <chrono>

using namespace Qt::StringLiterals;

namespace obstat::flow {

using ledger::backoff;
using ledger::LedgerWriter;
using ledger::OperationRow;
using ledger::Status;

Drain::Drain(LedgerThread &ledger, const base::Clock &clock, base::Random &random, base::JsonLog &log)
    : m_ledger(ledger), m_clock(clock), m_random(random), m_log(log)
{
}

Drain::~Drain()
{
    stop(0);
    // No job of ours may be running while we go: pass through the ledger thread once, then let the rest find us dead.
    (void)m_ledger.call<bool>([alive = std::move(m_alive)](LedgerWriter &) mutable -> base::Result<bool> {
        alive.reset();
        return true;
    });
}

void Drain::start()
{
    m_ledger.addListener([this, alive = std::weak_ptr(m_alive)](const OperationRow &operation) {
        if (alive.expired() || operation.status != Status::Approved || m_stopping || m_pumpPosted.exchange(true))
            return;
        if (!m_ledger.post([this, alive](LedgerWriter &writer) {
                if (alive.expired())
                    return;
                m_pumpPosted = false;
                pump(writer);
            }))
            m_pumpPosted = false;
    });
    // The listener is the quick way; this one finds what became due by time and what other ways approved.
    m_ledger.every(100 * base::kMillisecond, [this, alive = std::weak_ptr(m_alive)](LedgerWriter &writer) {
        if (!alive.expired())
            pump(writer);
    });
}

void Drain::pump(LedgerWriter &writer)
{
    recordWaiting(writer);
    if (m_stopping || !m_waiting.empty())
        return;
    const int free = kAttempts - open();
    if (free <= 0 || writer.verificationDue()) // what another program may have written is never executed
        return;
    auto report = writer.claim(free, ledger::kLease);
    if (!report) {
        if (report.error().message != m_lastComplaint)
            m_log.error(u"claim_stopped"_s,
                        {{u"code"_s, base::codeText(report.error().code)}, {u"why"_s, report.error().message}});
        m_lastComplaint = report.error().message;
        return;
    }
    m_lastComplaint.clear();
    if (report->expired + report->withdrawn + report->returned + report->held > 0)
        m_log.warning(u"claim_refused_plans"_s, {{u"expired"_s, report->expired},
                                                 {u"withdrawn"_s, report->withdrawn},
                                                 {u"returned"_s, report->returned},
                                                 {u"held"_s, report->held}});
    for (const OperationRow &operation : std::as_const(report->changed))
        m_ledger.announce(operation);
    for (const ledger::Claim &claim : std::as_const(report->claims))
        m_ledger.announce(claim.operation);
    for (const ledger::ForPerson &left : std::as_const(report->forPeople))
        logTransition(u"needs_person"_s, left.operation, {{u"retry"_s, u"a person"_s}, {u"why"_s, left.why}});
    if (!report->claims.isEmpty())
        startClaims(writer, std::move(report->claims));
    if (!report->questions.isEmpty())
        startQuestions(writer, std::move(report->questions));
}

void Drain::startClaims(LedgerWriter &writer, QList<ledger::Claim> claims)
{
    std::vector<ledger::AttemptStart> starts;
    std::vector<std::pair<ledger::Claim, OwnerRequest>> ready;
    for (ledger::Claim &claim : claims) {
        auto request = renderCommit(claim);
        if (!request) {
            giveBack(writer, claim, request.error());
            continue;
        }
        starts.push_back({claim.operation.id, claim.fence, request->recorded, claim.entry.timeout});
        ready.emplace_back(std::move(claim), std::move(*request));
    }
    if (starts.empty())
        return;
    auto numbers = writer.startAttempts(starts);
    if (!numbers) {
        // Nothing was recorded, so nothing is sent; the claims run out with their lease or at the next start.
        m_log.error(u"attempts_not_recorded"_s, {{u"why"_s, numbers.error().message}});
        for (const auto &[claim, request] : ready)
            giveBack(writer, claim, numbers.error());
        return;
    }
    base::faultPoint("P6");
    for (std::size_t i = 0; i < ready.size(); ++i) {
        const auto &number = numbers->at(static_cast<qsizetype>(i));
        if (number)
            send(ready[i].first, *number, std::move(ready[i].second.exchange));
        else
            m_log.warning(u"attempt_refused"_s,
                          {{u"operation"_s, ready[i].first.operation.id}, {u"why"_s, number.error().message}});
    }
}

void Drain::startQuestions(LedgerWriter &writer, QList<ledger::Question> questions)
{
    std::vector<ledger::AttemptStart> starts;
    std::vector<std::pair<std::shared_ptr<Attempt>, wire::Exchange>> ready;
    for (ledger::Question &question : questions) {
        auto request = renderQuery(question);
        if (!request) { // due again after the lease; an operator may have mended it by then
            m_log.warning(u"question_not_rendered"_s,
                          {{u"operation"_s, question.operation.id}, {u"why"_s, request.error().message}});
            continue;
        }
        starts.push_back({question.operation.id, 0, request->recorded, question.entry.timeout});
        auto attempt = std::make_shared<Attempt>();
        attempt->operation = std::move(question.operation);
        attempt->entry = std::move(question.entry);
        attempt->question = true;
        attempt->why = question.why;
        ready.emplace_back(std::move(attempt), std::move(request->exchange));
    }
    if (starts.empty())
        return;
    auto started = writer.startQuestions(starts);
    if (!started) {
        m_log.error(u"questions_not_recorded"_s, {{u"why"_s, started.error().message}});
        return;
    }
    for (std::size_t i = 0; i < ready.size(); ++i) {
        const auto &begun = started->at(static_cast<qsizetype>(i));
        if (!begun) {
            m_log.warning(u"question_refused"_s,
                          {{u"operation"_s, ready[i].first->operation.id}, {u"why"_s, begun.error().message}});
            continue;
        }
        ready[i].first->number = begun->number;
        ready[i].first->fence = begun->fence;
        logTransition(u"question_started"_s, ready[i].first->operation,
                      {{u"attempt"_s, begun->number}, {u"retry"_s, u"ask"_s}, {u"why"_s, ready[i].first->why}});
        exchange(std::move(ready[i].first), std::move(ready[i].second));
    }
}

void Drain::giveBack(LedgerWriter &writer, const ledger::Claim &claim, const base::Error &why)
{
    // What cannot be rendered today cannot be rendered in a second either: it stands as overdue and ends by its expiry.
    const bool forGood = why.code == base::ErrorCode::Malformed;
    const auto due =
        forGood ? claim.operation.expiresAt : m_clock.now() + backoff(claim.operation.attempts + 3, m_random);
    auto released =
        writer.release(claim.operation.id, claim.fence, why.message, claim.resend ? std::nullopt : std::optional(due));
    if (const auto row = writer.reader().operation(claim.operation.id); released && row && *row)
        m_ledger.announce(**row);
    m_log.warning(
        u"claim_given_back"_s,
        {{u"operation"_s, claim.operation.id}, {u"why"_s, why.message}, {u"released"_s, released.has_value()}});
}

void Drain::send(const ledger::Claim &claim, int number, wire::Exchange request)
{
    auto attempt = std::make_shared<Attempt>();
    attempt->operation = claim.operation;
    ++attempt->operation.attempts;
    if (!attempt->operation.firstSentAt)
        attempt->operation.firstSentAt = m_clock.now();
    attempt->entry = claim.entry;
    attempt->fence = claim.fence;
    attempt->number = number;
    attempt->earlierOpen = claim.resend;
    logTransition(u"attempt_started"_s, claim.operation,
                  {{u"attempt"_s, number}, {u"retry"_s, number > 1 ? u"send"_s : u"none"_s}, {u"why"_s, claim.why}});
    exchange(std::move(attempt), std::move(request));
    base::faultPoint("P7");
}

void Drain::exchange(std::shared_ptr<Attempt> attempt, wire::Exchange request)
{
    {
        const std::lock_guard lock(m_mutex);
        ++m_open;
    }
    m_client.exchange(std::move(request), [this, attempt](const wire::Outcome &outcome) { heard(attempt, outcome); });
}

void Drain::heard(const std::shared_ptr<Attempt> &attempt, const wire::Outcome &outcome)
{
    if (outcome.kind == wire::Outcome::Kind::Answered)
        base::faultPoint("P8");
    const bool posted = m_ledger.post([this, attempt, outcome](LedgerWriter &writer) {
        if (!m_waiting.empty() || !record(writer, *attempt, outcome)) {
            m_waiting.emplace_back(attempt, outcome); // in its order
        } else if (outcome.final()) {
            ended();
            pump(writer);
        }
    });
    if (!posted && outcome.final())
        ended(); // the ledger is closed: the next start finds the open attempt and calls it crashed
}

bool Drain::record(LedgerWriter &writer, const Attempt &attempt, const wire::Outcome &outcome)
{
    const auto settled = attempt.question ? settleQuestion(writer, attempt, outcome) : settle(writer, attempt, outcome);
    if (settled || base::plantedBug("lost_outcome_forgotten"))
        return true;
    using base::ErrorCode;
    const ErrorCode code = settled.error().code;
    return code == ErrorCode::Stale || code == ErrorCode::Illegal || code == ErrorCode::NotFound; // never
}

void Drain::recordWaiting(LedgerWriter &writer)
{
    while (!m_waiting.empty()) {
        const auto [attempt, outcome] = m_waiting.front();
        if (!record(writer, *attempt, outcome))
            return;
        m_waiting.pop_front();
        if (outcome.final())
            ended();
    }
}

namespace {

/// What comes next after this outcome, and when it is due.
struct Due
{
    ledger::NextStep next;
    base::Micros at = 0;

    [[nodiscard]] std::optional<base::Micros> byItself() const
    {
        return next.step == ledger::Step::Person ? std::nullopt : std::optional(at);
    }
};

Due nextDue(const policy::ToolEntry &entry, const OperationRow &operation, bool earlierOpen,
            ledger::AttemptOutcome outcome, base::Micros now, base::Random &random)
{
    using ledger::AttemptOutcome;
    if (outcome == AttemptOutcome::Succeeded || outcome == AttemptOutcome::NoEffect)
        return {};
    ledger::Situation situation;
    situation.effectOpen = earlierOpen || outcome != AttemptOutcome::NotSent;
    situation.referenceKnown = true; // the ledger looks again when it is due
    situation.firstSentAt = operation.firstSentAt;
    situation.at = now + (entry.effect == policy::Effect::Read ? 0 : backoff(operation.attempts, random));
    return {ledger::nextStep(entry, situation), situation.at};
}

} // namespace

base::Result<OperationRow> Drain::settle(LedgerWriter &writer, const Attempt &attempt, const wire::Outcome &outcome)
{
    if (!outcome.final()) {
        auto timedOut = writer.attemptTimedOut(attempt.operation.id, attempt.fence, attempt.number);
        tellSettled(attempt, timedOut, outcome, ledger::outcomeText(ledger::AttemptOutcome::TimedOut), {}, {});
        return timedOut;
    }
    auto [end, remark] = judgeAnswer(attempt.entry, attempt.earlierOpen, outcome);
    end.operation = attempt.operation.id;
    end.fence = attempt.fence;
    end.number = attempt.number;
    const Due due =
        nextDue(attempt.entry, attempt.operation, attempt.earlierOpen, end.outcome, m_clock.now(), m_random);
    end.retryAt = due.byItself();
    if (end.outcome == ledger::AttemptOutcome::Succeeded && attempt.entry.confirmAfter > 0)
        end.confirmAt = m_clock.now() + attempt.entry.confirmAfter;
    auto settled = writer.endAttempt(end);
    tellSettled(attempt, settled, outcome, ledger::outcomeText(end.outcome), remark, {end.retryAt, due.next.why});
    return settled;
}

base::Result<OperationRow> Drain::settleQuestion(LedgerWriter &writer, const Attempt &attempt,
                                                 const wire::Outcome &outcome)
{
    if (!outcome.final()) // it listens on; only the final outcome says something
        return attempt.operation;
    auto [end, remark] = judgeQuery(attempt.entry, outcome);
    end.operation = attempt.operation.id;
    end.fence = attempt.fence;
    end.number = attempt.number;
    auto settled = writer.endQuestion(end, attempt.entry);
    tellSettled(attempt, settled, outcome, ledger::outcomeText(end.outcome), remark,
                {settled ? settled->notBefore : std::nullopt, {}});
    return settled;
}

void Drain::tellSettled(const Attempt &attempt, const base::Result<OperationRow> &settled, const wire::Outcome &outcome,
                        const QString &what, const QString &remark, const Retry &retry)
{
    if (!settled) {
        if (settled.error().message == m_lastComplaint)
            return; // it is tried again and again
        m_lastComplaint = settled.error().message;
        m_log.error(u"outcome_not_recorded"_s, {{u"operation"_s, attempt.operation.id},
                                                {u"attempt"_s, attempt.number},
                                                {u"outcome"_s, what},
                                                {u"why"_s, settled.error().message}});
        return;
    }
    m_ledger.announce(*settled);
    QJsonObject more{{u"attempt"_s, attempt.number},
                     {u"kind"_s, attempt.question ? u"query"_s : u"commit"_s},
                     {u"outcome"_s, what},
                     {u"detail"_s, outcome.detail},
                     {u"duration_us"_s, outcome.duration}};
    if (!remark.isEmpty())
        more.insert(u"remark"_s, remark);
    if (outcome.final() && (settled->status == Status::Unknown || settled->status == Status::Approved))
        more.insert(u"retry"_s, retry.due ? base::isoText(*retry.due) : u"a person"_s);
    if (more.contains("retry"_L1) && !retry.why.isEmpty())
        more.insert(u"why"_s, QString(retry.why));
    logTransition(statusText(settled->status), *settled, more);
}

void Drain::logTransition(const QString &event, const OperationRow &operation, const QJsonObject &more) const
{
    QJsonObject fields{{u"operation"_s, operation.id},
                       {u"key"_s, operation.intentKey},
                       {u"natural"_s, operation.natural},
                       {u"status"_s, statusText(operation.status)}};
    if (!operation.reference.isEmpty())
        fields.insert(u"reference"_s, operation.reference);
    for (auto it = more.begin(); it != more.end(); ++it)
        fields.insert(it.key(), it.value());
    m_log.info(event, fields);
}

void Drain::ended()
{
    const std::lock_guard lock(m_mutex);
    --m_open;
    m_idle.notify_all();
}

int Drain::open() const
{
    const std::lock_guard lock(m_mutex);
    return m_open;
}

void Drain::stop(base::Micros grace)
{
    m_stopping = true;
    {
        std::unique_lock lock(m_mutex);
        m_idle.wait_for(lock, std::chrono::microseconds(grace), [this] { return m_open == 0; });
    }
    m_client.stop(); // what is still open is told Stopped, which ends the attempt as unknown
    std::unique_lock lock(m_mutex);
    m_idle.wait_for(lock, std::chrono::seconds(10), [this] { return m_open == 0; });
}

} // namespace obstat::flow
