#pragma once

#include "ledger/actadmission.h"
#include "ledger/attemptlife.h"
#include "ledger/callerreports.h"
#include "ledger/claimtransaction.h"
#include "ledger/decisionadmission.h"
#include "ledger/instancestore.h"
#include "ledger/integrity.h"
#include "ledger/ledgerreader.h"
#include "ledger/planending.h"
#include "ledger/reminders.h"
#include "ledger/sealer.h"
#include "ledger/submittransaction.h"

namespace obstat::ledger {

/// The parts of the writer, and its start.
struct LedgerWriter::Private
{
    explicit Private(std::unique_ptr<WriterCore> opened)
        : core(std::move(opened))
        , submits(*core)
        , decisions(*core)
        , acts(*core)
        , claims(*core)
        , attempts(*core)
        , leases(*core)
        , reports(*core)
        , questions(*core)
        , endings(*core)
        , reminders(*core)
        , sealer(*core)
        , instances(*core)
        , integrity(*core, sealer)
    {
    }

    /// Its errors name the ledger's file.
    [[nodiscard]] base::Result<> start();
    [[nodiscard]] base::Result<> startParts();
    [[nodiscard]] base::Result<> begin();
    void raiseClock();
    /// Starts several in one transaction; what one of them may not, only that one is told.
    template <typename T, typename Start>
    [[nodiscard]] base::Result<QList<base::Result<T>>> startEach(std::span<const AttemptStart> starts, Start start)
    {
        return core->transact([&]() -> base::Result<QList<base::Result<T>>> {
            QList<base::Result<T>> started;
            for (const AttemptStart &one : starts) {
                base::Result<T> begun = start(one);
                const bool refused = !begun && (begun.error().code == base::ErrorCode::Stale ||
                                                begun.error().code == base::ErrorCode::Illegal ||
                                                begun.error().code == base::ErrorCode::NotFound);
                if (!begun && !refused) {
                    return tl::unexpected(begun.error());
                }
                started.append(std::move(begun));
            }
            return started;
        });
    }
    [[nodiscard]] QString clockTrouble() const;

    std::unique_ptr<WriterCore> core;
    SubmitTransaction submits;
    DecisionAdmission decisions;
    ActAdmission acts;
    ClaimTransaction claims;
    AttemptLife attempts;
    CallerLeases leases;
    CallerReports reports;
    Questions questions;
    PlanEnding endings;
    Reminders reminders;
    Sealer sealer;
    InstanceStore instances;
    Integrity integrity;
    std::unique_ptr<LedgerReader> reader;
    bool clockRaised = false;
};

} // namespace obstat::ledger
