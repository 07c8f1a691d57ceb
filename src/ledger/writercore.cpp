#include "ledger/writercore.h"

#include "base/plantedbug.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

namespace {

constexpr int kLogPagesBeforeCheckpoint = 4000;

} // namespace

WriterCore::WriterCore(WriterOptions given, LedgerFiles beside, std::unique_ptr<WriterLock> held,
                       std::unique_ptr<SqliteConnection> opened)
    : options(std::move(given))
    , files(std::move(beside))
    , instanceId(base::randomUuid(*options.random))
    , lock(std::move(held))
    , connection(std::move(opened))
    , events(*connection, options.instanceKey)
    , payloads(*connection, *options.random)
    , documents(*connection)
    , operations(*connection, events)
    , attempts(*connection)
    , outside(*connection)
    , m_begin(*connection, u"BEGIN IMMEDIATE"_s)
    , m_commit(*connection, u"COMMIT"_s)
{
}

base::Result<> WriterCore::requireUsable() const
{
    if (connection->syncFailed()) {
        return fail(ErrorCode::Io,
                    u"The disk failed to make the ledger durable; this process must not write any more."_s);
    }
    return {};
}

base::Result<> WriterCore::begin()
{
    if (auto usable = requireUsable(); !usable) {
        return usable;
    }
    if (auto begun = m_begin.run({}); !begun) {
        return begun;
    }
    events.begin(clock ? clock->read(events.head().at) : options.clock->now());
    const auto written = outside.look();
    if (!written) {
        rollBack();
        return tl::unexpected(written.error());
    }
    if (*written) {
        if (auto free = requireFreeEnd(); !free) {
            rollBack();
            return free;
        }
        evidence::Event alarm;
        alarm.kind = evidence::kinds::alarm;
        alarm.actor = flowActor();
        alarm.data = {{u"why"_s, u"outside_write"_s}};
        events.append(std::move(alarm));
    }
    return {};
}

/// Somebody wrote events behind ours: nothing can be recorded any more, so nothing is done (contract 4.7).
base::Result<> WriterCore::requireFreeEnd()
{
    const auto taken = connection->number(u"SELECT count(*) FROM event WHERE seq>=%1"_s.arg(events.head().size));
    if (!taken) {
        return tl::unexpected(taken.error());
    }
    if (*taken == 0) {
        return {};
    }
    doubt = u"Another program wrote %1 events into the log. Stop this instance and find out who did "
            "(docs/operating.md, When somebody else wrote into the ledger)."_s.arg(*taken);
    resumable = false;
    return fail(ErrorCode::Doubt, doubt);
}

base::Result<> WriterCore::commit()
{
    auto done = events.flush();
    if (done) {
        done = m_commit.run({});
    }
    if (!done && base::plantedBug("failed_commit_answered")) {
        done = connection->execute(u"ROLLBACK"_s);
    }
    if (!done) {
        rollBack();
        return done;
    }
    events.committed();
    outside.told();
    checkpointLog();
    return {};
}

void WriterCore::rollBack()
{
    if (connection->inTransaction()) {
        static_cast<void>(connection->execute(u"ROLLBACK"_s)); // the first error is the one to tell
    }
    events.rolledBack();
    documents.rolledBack();
    for (const auto &forget : m_forget) {
        forget();
    }
}

/// The commit is durable whatever happens here; a failed sync is noted by the connection and stops the next one.
void WriterCore::checkpointLog()
{
    if (connection->logPages() >= kLogPagesBeforeCheckpoint) {
        static_cast<void>(connection->number(u"PRAGMA wal_checkpoint(PASSIVE)"_s));
    }
}

} // namespace obstat::ledger
