#pragma once

#include "ledger/attemptstore.h"
#include "ledger/documentstore.h"
#include "ledger/eventlog.h"
#include "ledger/ledgerclock.h"
#include "ledger/ledgerwriter.h"
#include "ledger/operationstore.h"
#include "ledger/outsidewrites.h"
#include "ledger/payloadstore.h"
#include "ledger/rulebook.h"
#include "ledger/sqliteconnection.h"
#include "ledger/writerlock.h"

#include <functional>

namespace obstat::ledger {

/// What the parts of the writer share: the connection with its stores, the rules in force, and the one transaction
/// that all of them write in. Everything that a failed transaction changed in memory is put back.
class WriterCore
{
public:
    WriterCore(WriterOptions given, LedgerFiles beside, std::unique_ptr<WriterLock> held,
               std::unique_ptr<SqliteConnection> opened);

    /// Runs `work` (giving a Result) between BEGIN IMMEDIATE and COMMIT, with ledger time and the head row set. An
    /// error of work, of writing the events or of the commit rolls everything back. Io for ever after a failed sync.
    template <typename Work>
    [[nodiscard]] std::invoke_result_t<Work> transact(Work &&work)
    {
        if (auto begun = begin(); !begun) {
            return tl::unexpected(begun.error());
        }
        auto answer = work();
        if (!answer) {
            rollBack();
            diskFull = answer.error().code == base::ErrorCode::DiskFull;
            return answer;
        }
        if (auto committed = commit(); !committed) {
            diskFull = committed.error().code == base::ErrorCode::DiskFull;
            return tl::unexpected(committed.error());
        }
        diskFull = false;
        return answer;
    }

    [[nodiscard]] Micros now() const { return events.now(); }
    [[nodiscard]] evidence::Actor flowActor() const { return {evidence::actors::flow, instanceId}; }
    /// Called when a transaction was rolled back: caches that followed it must go.
    void onRollBack(std::function<void()> forget) { m_forget.push_back(std::move(forget)); }

    const WriterOptions options;
    const LedgerFiles files;
    const QString instanceId;
    std::unique_ptr<WriterLock> lock; // outlives the connection
    std::unique_ptr<SqliteConnection> connection;
    EventLog events;
    PayloadStore payloads;
    DocumentStore documents;
    OperationStore operations;
    AttemptStore attempts;
    std::optional<LedgerClock> clock; ///< set once the head row was read
    OutsideWrites outside;
    bool headWasUnsigned = false; ///< the schema had no MAC over the head row until this start
    Rulebook rules;
    QString doubt;         ///< why nothing is claimed or signed; "" = serving
    bool resumable = true; ///< false: a signature does not end the doubt
    bool diskFull = false; ///< the last transaction found no room

private:
    [[nodiscard]] base::Result<> begin();
    [[nodiscard]] base::Result<> requireFreeEnd();
    [[nodiscard]] base::Result<> commit();
    void rollBack();
    void checkpointLog();
    [[nodiscard]] base::Result<> requireUsable() const;

    Statement m_begin;
    Statement m_commit;
    std::vector<std::function<void()>> m_forget;
};

} // namespace obstat::ledger
