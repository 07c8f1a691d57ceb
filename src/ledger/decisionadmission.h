#pragma once

#include "ledger/conflictdecisions.h"
#include "ledger/decisionjudge.h"
#include "ledger/outcomedecisions.h"
#include "ledger/planending.h"
#include "ledger/resubmission.h"
#include "ledger/writercore.h"

namespace obstat::ledger {

/// Admits signed decisions (contract 4.8, 6.1, 6.2): stores, verifies, moves the plan or says why not. Inside a running
/// transaction. What is admitted here is verified again at the claim.
class DecisionAdmission
{
public:
    explicit DecisionAdmission(WriterCore &core);

    /// Malformed, Unauthorized (no enrolled person's signature), NotFound (no such operation), Conflict (a nonce that
    /// was used for something else): nothing is stored then.
    [[nodiscard]] base::Result<Admission> admit(const approval::DecisionEnvelope &envelope);

private:
    [[nodiscard]] base::Result<> authenticate(const approval::DecisionEnvelope &envelope,
                                              const approval::DecisionBody &body) const;
    [[nodiscard]] base::Result<std::optional<Admission>> repeated(const approval::DecisionEnvelope &envelope,
                                                                  const approval::DecisionBody &body);
    [[nodiscard]] base::Result<Admission> object(const approval::DecisionEnvelope &envelope,
                                                 const approval::DecisionBody &body, OperationRow &row,
                                                 const DecisionObjection &objection);
    [[nodiscard]] base::Result<Admission> settle(const approval::DecisionEnvelope &envelope,
                                                 const approval::DecisionBody &body, OperationRow &row);
    [[nodiscard]] base::Result<Admission> settleApprove(const approval::DecisionEnvelope &envelope,
                                                        const approval::DecisionBody &body, OperationRow &row);
    [[nodiscard]] DecisionJudge::Judged judge(const approval::DecisionBody &body, const OperationRow &row);
    [[nodiscard]] DecisionJudge::Judged recordOf(const OperationRow &row);
    [[nodiscard]] base::Result<Admission> settleConflict(const approval::DecisionEnvelope &envelope,
                                                         const approval::DecisionBody &body, OperationRow &row);
    [[nodiscard]] base::Result<Admission> settleReopen(const approval::DecisionEnvelope &envelope,
                                                       const approval::DecisionBody &body, OperationRow &row);
    [[nodiscard]] base::Result<Admission> settleOutcome(const approval::DecisionEnvelope &envelope,
                                                        const approval::DecisionBody &body, OperationRow &row);
    [[nodiscard]] base::Result<Admission> settleChange(const approval::DecisionEnvelope &envelope,
                                                       const approval::DecisionBody &body, OperationRow &row);
    [[nodiscard]] base::Result<Admission> count(const approval::DecisionEnvelope &envelope,
                                                const approval::DecisionBody &body, OperationRow &row,
                                                const approval::Quorum &quorum, const QList<approval::Voter> &voters);
    [[nodiscard]] base::Result<Admission> move(const approval::DecisionEnvelope &envelope,
                                               const approval::DecisionBody &body, OperationRow &row,
                                               const QStringList &votes);
    [[nodiscard]] base::Result<> record(const approval::DecisionEnvelope &envelope, const approval::DecisionBody &body,
                                        const Admission &admission, qint64 event);

    WriterCore &m_core;
    DecisionJudge m_judge;
    PlanEnding m_ending;
    Votes m_votes;
    Resubmission m_resubmission;
    OutcomeDecisions m_outcomes;
    ConflictDecisions m_conflicts;
    EventLookup m_lookup;
    Statement m_byNonce;
    Statement m_insert;
};

} // namespace obstat::ledger
