#include "ledger/callerreports.h"

#include "ledger/contraryevidence.h"

#include <algorithm>

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::fail;

namespace {

constexpr int kMostLate = 16; // reports kept of one claim beside the first, but for a success that settles

CallerReportAnswer refused(const OperationRow &row, const QString &code, const QString &message)
{
    CallerReportAnswer answer;
    answer.code = code;
    answer.message = message;
    answer.operation = row;
    return answer;
}

CallerReportAnswer accepted(const OperationRow &row, const QString &code, const QString &message, bool late)
{
    CallerReportAnswer answer = refused(row, code, message);
    answer.accepted = true;
    answer.late = late;
    return answer;
}

AttemptEnd endOf(const CallerReport &report, const AttemptRow &attempt, Micros now, bool late)
{
    AttemptEnd end;
    end.operation = report.operation;
    end.fence = report.fence;
    end.number = attempt.number;
    end.outcome = report.outcome;
    end.httpStatus = report.httpStatus;
    end.duration = std::max<Micros>(now - attempt.startedAt, 0);
    end.late = late;
    end.response = report.said;
    end.result = report.result;
    end.reference = report.reference;
    end.reportedBy = report.actor;
    return end;
}

} // namespace

CallerReports::CallerReports(WriterCore &core)
    : m_core(core)
    , m_attempts(core)
    , m_leases(core)
    , m_reported(*core.connection, u"SELECT leaf FROM event WHERE operation=? AND kind='reported' ORDER BY seq"_s)
{
}

base::Result<CallerReportAnswer> CallerReports::take(const CallerReport &report)
{
    auto row = m_core.operations.byId(report.operation);
    if (!row || row->tenant != report.tenant) {
        return row ? fail(base::ErrorCode::NotFound, u"There is no operation %1."_s.arg(report.operation))
                   : tl::unexpected(row.error());
    }
    const auto held = m_leases.byFence(row->id, report.fence);
    const auto attempts = m_core.attempts.of(row->id);
    if (!held || !attempts) {
        return tl::unexpected(held ? attempts.error() : held.error());
    }
    const auto attempt = std::find_if(attempts->begin(), attempts->end(), [&report](const AttemptRow &one) {
        return one.kind == kCommit && one.fence == report.fence;
    });
    if (!*held || attempt == attempts->end()) {
        return refused(*row, u"wrong_fence"_s,
                       u"Operation %1 was never claimed by a caller with fence %2."_s.arg(row->id).arg(report.fence));
    }
    if ((*held)->tokenId != report.tokenId) {
        return refused(*row, u"wrong_token"_s, u"Another token holds or held this claim; only that one reports."_s);
    }
    const auto before = saidBefore(report, *attempt);
    if (!before) {
        return tl::unexpected(before.error());
    }
    const bool over = (*held)->until <= m_core.now();
    if (before->same) {
        return accepted(*row, u"repeated"_s, u"Reported before; nothing changed by saying it again."_s, over);
    }
    if (!attempt->endedAt && !over && row->status == Status::Running && row->fence == report.fence) {
        return settle(report, *attempt);
    }
    const bool settles = report.outcome == AttemptOutcome::Succeeded && row->status != Status::Succeeded;
    if (before->count >= kMostLate && !settles) {
        return refused(*row, u"reports_used"_s,
                       u"%1 late reports of this claim are kept; no more are."_s.arg(before->count));
    }
    return takeLate(report, *attempt, std::move(*row), over);
}

base::Result<CallerReports::Before> CallerReports::saidBefore(const CallerReport &report, const AttemptRow &attempt)
{
    QStringList digests;
    if (!attempt.responseDigest.isEmpty()) {
        digests.append(attempt.responseDigest);
    }
    if (auto ran = m_reported.run({report.operation}); !ran) {
        return tl::unexpected(ran.error());
    }
    Before before;
    while (true) {
        const auto more = m_reported.next();
        if (!more) {
            return tl::unexpected(more.error());
        }
        if (!*more) {
            break;
        }
        const auto event = evidence::parseLeaf(m_reported.value(0).toByteArray());
        if (event && event->data.value("fence"_L1).toInteger() == report.fence) {
            ++before.count;
            digests.append(event->digests.value(u"response"_s));
        }
    }
    for (const QString &digest : std::as_const(digests)) {
        const auto same = isSame(digest, report.said);
        if (!same) {
            return tl::unexpected(same.error());
        }
        before.same = before.same || *same;
    }
    return before;
}

base::Result<bool> CallerReports::isSame(const QString &digest, const QByteArray &said)
{
    const auto stored = m_core.payloads.load(digest);
    if (stored) {
        return *stored == said;
    }
    const bool gone =
        stored.error().code == base::ErrorCode::NotFound || stored.error().code == base::ErrorCode::Corrupt;
    return gone ? base::Result<bool>(false) : tl::unexpected(stored.error());
}

base::Result<CallerReportAnswer> CallerReports::settle(const CallerReport &report, const AttemptRow &attempt)
{
    const auto row = m_attempts.end(endOf(report, attempt, m_core.now(), false));
    if (!row) {
        return tl::unexpected(row.error());
    }
    const bool over = !isOpen(row->status);
    return accepted(*row, over ? u"settled"_s : u"recorded"_s,
                    over ? u"Settled as %1."_s.arg(statusText(row->status))
                         : u"Recorded; the operation is %1."_s.arg(statusText(row->status)),
                    false);
}

/// After its attempt has ended a caller can only add to what is known (contract 7.3).
base::Result<CallerReportAnswer> CallerReports::takeLate(const CallerReport &report, AttemptRow attempt,
                                                         OperationRow row, bool over)
{
    if (!attempt.endedAt) {
        if (auto ended = m_leases.end(row, attempt); !ended) {
            return tl::unexpected(ended.error());
        }
    }
    const auto response = m_core.payloads.storeSalted(report.said);
    if (!response) {
        return tl::unexpected(response.error());
    }
    attempt.responseDigest = *response;
    attempt.outcome = outcomeText(report.outcome);
    evidence::Event event = eventOf(row, evidence::kinds::reported, {evidence::actors::agent, report.actor});
    event.digests = {{u"response"_s, *response}};
    event.data = {
        {u"attempt"_s, attempt.number}, {u"fence"_s, report.fence}, {u"outcome"_s, attempt.outcome}, {u"late"_s, over}};
    if (report.httpStatus) {
        event.data.insert("status"_L1, *report.httpStatus);
    }
    if (!report.reference.isEmpty()) {
        event.data.insert("reference"_L1, report.reference);
    }
    m_core.events.append(std::move(event));
    const Status before = row.status;
    if (auto believed = believe(report, attempt, row, over); !believed) {
        return tl::unexpected(believed.error());
    }
    const bool settled = row.status == Status::Succeeded && before != Status::Succeeded;
    return accepted(
        row, settled ? u"settled"_s : u"recorded"_s,
        settled
            ? u"It settles the operation as succeeded."_s
            : u"Kept as evidence; of a claim that is over only a success settles anything. The operation is %1."_s.arg(
                  statusText(row.status)),
        over);
}

base::Result<> CallerReports::believe(const CallerReport &report, const AttemptRow &attempt, OperationRow &row,
                                      bool over)
{
    const AttemptEnd end = endOf(report, attempt, m_core.now(), over);
    if (!isOpen(row.status)) {
        return ContraryEvidence(m_core).take(end, attempt, row);
    }
    if (report.outcome != AttemptOutcome::Succeeded) {
        return {};
    }
    if (row.status == Status::AwaitingApproval || row.status == Status::Approved) {
        // It said before that nothing had left. What may have happened is never given out again.
        evidence::Event event = eventOf(row, evidence::kinds::unknown, m_core.flowActor());
        event.data = {{u"why"_s, u"reported"_s}, {u"attempt"_s, attempt.number}};
        if (auto moved = m_core.operations.move(row, Status::Unknown, std::move(event)); !moved) {
            return moved;
        }
    }
    return m_attempts.finish(end, attempt, row, Status::Succeeded);
}

} // namespace obstat::ledger
