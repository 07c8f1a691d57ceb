#pragma once

#include "ledger/planending.h"
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
    /// Why a decision does not move its plan.
    struct Objection
    {
        Admission::Outcome outcome = Admission::Outcome::Refused;
        QString code;
        QString message;
    };
    using Judged = base::Result<std::optional<Objection>>;

    [[nodiscard]] base::Result<> authenticate(const approval::DecisionEnvelope &envelope,
                                              const approval::DecisionBody &body) const;
    [[nodiscard]] base::Result<std::optional<Admission>> repeated(const approval::DecisionEnvelope &envelope,
                                                                  const approval::DecisionBody &body);
    [[nodiscard]] std::optional<Objection> formOf(const approval::DecisionEnvelope &envelope,
                                                  const approval::DecisionBody &body) const;
    [[nodiscard]] std::optional<Objection> bindingOf(const approval::DecisionBody &body, const OperationRow &row) const;
    [[nodiscard]] std::optional<Objection> eligibilityOf(const approval::DecisionBody &body,
                                                         const OperationRow &row) const;
    [[nodiscard]] Judged raceOf(const approval::DecisionBody &body, const OperationRow &row);
    [[nodiscard]] Judged shownOf(const approval::DecisionBody &body, const OperationRow &row);
    [[nodiscard]] Judged judge(const approval::DecisionEnvelope &envelope, const approval::DecisionBody &body,
                               OperationRow &row);
    [[nodiscard]] base::Result<Admission> settle(const approval::DecisionEnvelope &envelope,
                                                 const approval::DecisionBody &body, OperationRow &row);
    [[nodiscard]] base::Result<> record(const approval::DecisionEnvelope &envelope, const approval::DecisionBody &body,
                                        const Admission &admission, qint64 event);

    WriterCore &m_core;
    PlanEnding m_ending;
    Statement m_byNonce;
    Statement m_winner;
    Statement m_insert;
};

} // namespace obstat::ledger
