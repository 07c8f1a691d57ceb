#pragma once

#include "ledger/eventlookup.h"
#include "ledger/intake.h"
#include "ledger/pinstore.h"
#include "ledger/planmaker.h"
#include "ledger/repeatbook.h"
#include "ledger/runcounter.h"
#include "ledger/standing.h"
#include "ledger/writercore.h"

namespace obstat::ledger {

/// Answers a batch of submits inside one running transaction (contract 4.2), in order, each seeing the ones before.
class SubmitTransaction
{
public:
    explicit SubmitTransaction(WriterCore &core);

    [[nodiscard]] base::Result<QList<SubmitAnswer>> run(std::span<const Submission> batch);

private:
    using Answer = base::Result<SubmitAnswer>;
    /// The identity, or the refusal as a value.
    using IdentityOrRefusal = base::Result<tl::expected<policy::Identity, Refusal>>;

    [[nodiscard]] Answer answer(const Submission &submission);
    [[nodiscard]] IdentityOrRefusal findIdentity(const Submission &submission, const Intake &intake);
    [[nodiscard]] Answer refuse(const Submission &submission, const Refusal &refusal, const QString &payloadDigest);
    [[nodiscard]] Answer overStanding(const Submission &submission, const Intake &intake,
                                      const policy::Identity &identity, QList<OperationRow> &expired);
    /// Why the key is not free although its rows say so.
    [[nodiscard]] base::Result<std::optional<Refusal>> unwitnessedEnd(const Standing &standing);
    [[nodiscard]] Answer repeat(const Submission &submission, OperationRow row);
    [[nodiscard]] Answer repeatRejection(const Submission &submission, const Standing &standing);
    [[nodiscard]] Answer conflict(const Submission &submission, const Intake &intake, qint64 operation);
    [[nodiscard]] Answer create(const Submission &submission, const Intake &intake, const policy::Identity &identity,
                                const Standing &standing);
    [[nodiscard]] base::Result<QByteArray> factsDocument(const Submission &submission, QJsonObject &facts);
    struct Lineage
    {
        int revision = 1;
        int generation = 1;
        bool byPeople = false; ///< no rule approves it
    };
    [[nodiscard]] base::Result<Lineage> lineageOf(const Standing &standing, const Intake &intake);
    [[nodiscard]] base::Result<std::optional<OperationRow>> acceptedAsOther(qint64 first, const Submission &submission,
                                                                            const QString &payloadDigest);
    [[nodiscard]] Answer repeatRejectionOf(const Submission &submission, OperationRow row, std::optional<qint64> live);
    [[nodiscard]] base::Result<bool> carriesOther(const Revision &revision, const Intake &intake);
    [[nodiscard]] bool enoughApprovers(const OperationRow &row) const;
    [[nodiscard]] base::Result<QStringList> warnings(const OperationRow &row);
    [[nodiscard]] base::Result<std::optional<QByteArray>> storedResult(const OperationRow &row, SubmitAnswer &answer);

    WriterCore &m_core;
    PinStore m_pins;
    StandingLookup m_standing;
    EventLookup m_lookup;
    QSet<qint64> m_endedNow; ///< whose last event this transaction has not written yet
    RepeatBook m_repeats;
    RunCounter m_runs;
    PlanMaker m_maker;
    Statement m_insertConflict;
    Statement m_accepted;
    Statement m_declined;
    Statement m_rejection;
    Statement m_flows;
    std::optional<bool> m_flowRuns; // asked once a batch
};

} // namespace obstat::ledger
