#include "ledger/callerleases.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

std::optional<CallerLeases::Held> heldBy(const std::optional<evidence::Event> &claimed)
{
    if (!claimed || !claimed->data.contains("token"_L1)) {
        return {}; // the flow's own
    }
    CallerLeases::Held held;
    held.fence = claimed->data.value("fence"_L1).toInteger();
    held.tokenId = claimed->data.value("token"_L1).toString();
    held.actor = claimed->actor.id;
    held.nonce = claimed->data.value("nonce"_L1).toString();
    held.until = claimed->at + claimed->data.value("lease"_L1).toInteger();
    held.resend = claimed->data.value("resend"_L1).toBool();
    return held;
}

} // namespace

CallerLeases::CallerLeases(WriterCore &core)
    : m_core(core)
    , m_lookup(*core.connection)
    , m_runOut(*core.connection,
               u"SELECT operation, number FROM attempt INDEXED BY attempt_open WHERE ended_at IS NULL "
               "AND kind='commit' AND started_at+timeout<=? ORDER BY operation LIMIT ?"_s)
{
}

CallerLeases::Found CallerLeases::byFence(qint64 operation, qint64 fence)
{
    const auto claimed = m_lookup.lastTransition(operation, [fence](const evidence::Event &event) {
        return event.kind == evidence::kinds::claimed && event.data.value("fence"_L1).toInteger() == fence;
    });
    return claimed ? Found(heldBy(*claimed)) : tl::unexpected(claimed.error());
}

CallerLeases::Found CallerLeases::byNonce(qint64 operation, const QString &tokenId, const QString &nonceDigest)
{
    const auto claimed = m_lookup.lastTransition(operation, [&](const evidence::Event &event) {
        return event.kind == evidence::kinds::claimed && event.data.value("token"_L1) == tokenId &&
               event.data.value("nonce"_L1) == nonceDigest;
    });
    return claimed ? Found(heldBy(*claimed)) : tl::unexpected(claimed.error());
}

base::Result<> CallerLeases::end(OperationRow &row, AttemptRow &attempt)
{
    attempt.endedAt = m_core.now();
    attempt.outcome = outcomeText(AttemptOutcome::TimedOut);
    if (auto ended = m_core.attempts.end(attempt); !ended) {
        return ended;
    }
    evidence::Event event = eventOf(row, evidence::kinds::attemptEnded, m_core.flowActor());
    event.data = {{u"attempt"_s, attempt.number},
                  {u"outcome"_s, attempt.outcome},
                  {u"late"_s, false},
                  {u"timeout"_s, attempt.timeout}};
    m_core.events.append(std::move(event));
    if (row.status != Status::Running || row.fence != attempt.fence) {
        return {}; // settled by a later claim, or doubted meanwhile
    }
    evidence::Event unknown = eventOf(row, evidence::kinds::unknown, m_core.flowActor());
    unknown.data = {{u"why"_s, u"lease_over"_s}, {u"attempt"_s, attempt.number}};
    row.notBefore.reset();
    return m_core.operations.move(row, Status::Unknown, std::move(unknown));
}

base::Result<> CallerLeases::endRunOutOf(qint64 operation)
{
    auto row = m_core.operations.find(operation);
    const auto attempts = m_core.attempts.of(operation);
    if (!row || !attempts) {
        return tl::unexpected(row ? attempts.error() : row.error());
    }
    if (!*row || attempts->isEmpty() || attempts->last().endedAt || attempts->last().kind != kCommit) {
        return {};
    }
    AttemptRow attempt = attempts->last();
    const auto held = byFence(operation, attempt.fence);
    if (!held) {
        return tl::unexpected(held.error());
    }
    return *held && (*held)->until <= m_core.now() ? end(**row, attempt) : base::Result<>();
}

base::Result<QList<OperationRow>> CallerLeases::endRunOut(int limit)
{
    if (auto ran = m_runOut.run({m_core.now(), limit}); !ran) {
        return tl::unexpected(ran.error());
    }
    QList<std::pair<qint64, int>> due;
    while (true) {
        const auto more = m_runOut.next();
        if (!more) {
            return tl::unexpected(more.error());
        }
        if (!*more) {
            break;
        }
        due.append({m_runOut.value(0).toLongLong(), m_runOut.value(1).toInt()});
    }
    QList<OperationRow> ended;
    for (const auto &[operation, number] : std::as_const(due)) {
        auto attempt = m_core.attempts.find(operation, number);
        auto row = m_core.operations.byId(operation);
        if (!attempt || !row) {
            return tl::unexpected(attempt ? row.error() : attempt.error());
        }
        const auto held = *attempt ? byFence(operation, (*attempt)->fence) : Found(std::nullopt);
        if (!held) {
            return tl::unexpected(held.error());
        }
        if (!*held) {
            continue; // the flow's: it still listens
        }
        if (auto done = end(*row, **attempt); !done) {
            return tl::unexpected(done.error());
        }
        ended.append(std::move(*row));
    }
    return ended;
}

} // namespace obstat::ledger
