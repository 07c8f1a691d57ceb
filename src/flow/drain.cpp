#include "flow/drain.h"

#include "base/faultpoint.h"
#include "flow/answerjudge.h"
#include "flow/ownerrequest.h"
#include "flow/retrypolicy.h"
#include "ledger/ledgerreader.h"

#include <chrono>

using namespace Qt::StringLiterals;

namespace obstat::flow {

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
    if (m_stopping)
        return;
    const int free = kAttempts - open();
    if (free <= 0 || writer.verificationDue()) // what another program may have written is never executed
        return;
    auto report = writer.claim(free, kLease);
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
    if (!report->claims.isEmpty())
        startClaims(writer, std::move(report->claims));
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

void Drain::send(const ledger::Claim &claim, int number, wire::Exchange exchange)
{
    {
        const std::lock_guard lock(m_mutex);
        ++m_open;
    }
    auto attempt = std::make_shared<Attempt>();
    attempt->operation = claim.operation;
    attempt->operation.attempts = number;
    if (!attempt->operation.firstSentAt)
        attempt->operation.firstSentAt = m_clock.now();
    attempt->entry = claim.entry;
    attempt->fence = claim.fence;
    attempt->number = number;
    attempt->earlierOpen = claim.resend;
    logTransition(u"attempt_started"_s, claim.operation, {{u"attempt"_s, number}});
    m_client.exchange(std::move(exchange), [this, attempt](const wire::Outcome &outcome) { heard(attempt, outcome); });
    base::faultPoint("P7");
}

void Drain::heard(const std::shared_ptr<Attempt> &attempt, const wire::Outcome &outcome)
{
    if (outcome.kind == wire::Outcome::Kind::Answered)
        base::faultPoint("P8");
    const bool posted = m_ledger.post([this, attempt, outcome](LedgerWriter &writer) {
        settle(writer, *attempt, outcome);
        if (outcome.final()) {
            ended();
            pump(writer);
        }
    });
    if (!posted && outcome.final())
        ended(); // the ledger is closed: the next start finds the open attempt and calls it crashed
}

void Drain::settle(LedgerWriter &writer, const Attempt &attempt, const wire::Outcome &outcome)
{
    base::Result<OperationRow> settled;
    std::optional<base::Micros> retry;
    QString what = wire::kindText(outcome.kind);
    QString remark;
    if (!outcome.final()) {
        settled = writer.attemptTimedOut(attempt.operation.id, attempt.fence, attempt.number);
    } else {
        auto [end, said] = judgeAnswer(attempt.entry, attempt.earlierOpen, outcome);
        remark = said;
        end.operation = attempt.operation.id;
        end.fence = attempt.fence;
        end.number = attempt.number;
        retry = end.retryAt = retryAt(attempt.entry, attempt.operation, end.outcome, m_clock.now(), m_random);
        what = ledger::outcomeText(end.outcome);
        settled = writer.endAttempt(end);
    }
    if (!settled) {
        m_log.error(u"outcome_not_recorded"_s, {{u"operation"_s, attempt.operation.id},
                                                {u"attempt"_s, attempt.number},
                                                {u"outcome"_s, what},
                                                {u"why"_s, settled.error().message}});
        return;
    }
    m_ledger.announce(*settled);
    QJsonObject more{{u"attempt"_s, attempt.number},
                     {u"outcome"_s, what},
                     {u"detail"_s, outcome.detail},
                     {u"duration_us"_s, outcome.duration}};
    if (!remark.isEmpty())
        more.insert(u"remark"_s, remark);
    if (outcome.final() && (settled->status == Status::Unknown || settled->status == Status::Approved))
        more.insert(u"retry"_s, retry ? base::isoText(*retry) : u"a person"_s);
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
