#pragma once

#include "ledger/votes.h"

namespace obstat::ledger {

/// Why a decision does not move its plan.
struct DecisionObjection
{
    Admission::Outcome outcome = Admission::Outcome::Refused;
    QString code;
    QString message;
};

/// Holds a decision whose signature verified against the plan as it is now (contract 4.8, 6.1, 6.2). Changes nothing.
class DecisionJudge
{
public:
    /// Nothing: the decision moves the plan.
    using Judged = base::Result<std::optional<DecisionObjection>>;

    explicit DecisionJudge(WriterCore &core);

    /// What holds for decisions of every kind: form, time, and that it is about this operation.
    [[nodiscard]] std::optional<DecisionObjection> concernOf(const approval::DecisionEnvelope &envelope,
                                                             const approval::DecisionBody &body,
                                                             const OperationRow &row) const;
    /// Approve, reject and change against the plan.
    [[nodiscard]] Judged judge(const approval::DecisionBody &body, const OperationRow &row);

private:
    [[nodiscard]] std::optional<DecisionObjection> formOf(const approval::DecisionEnvelope &envelope,
                                                          const approval::DecisionBody &body) const;
    [[nodiscard]] Judged raceOf(const approval::DecisionBody &body, const OperationRow &row);
    [[nodiscard]] Judged eligibilityOf(const approval::DecisionBody &body, const OperationRow &row);
    [[nodiscard]] base::Result<approval::PublicKey> mayReject(const approval::DecisionBody &body,
                                                              const OperationRow &row) const;
    [[nodiscard]] std::optional<DecisionObjection> bindingOf(const approval::DecisionBody &body,
                                                             const OperationRow &row) const;
    [[nodiscard]] Judged shownOf(const approval::DecisionBody &body, const OperationRow &row);

    WriterCore &m_core;
    Votes m_votes;
    Statement m_winner;
};

/// `14:02:11Z`, as answers to people name a moment of today.
[[nodiscard]] QString clockText(Micros at);
/// "approved" or "rejected".
[[nodiscard]] QString decidedWord(const QString &kind);

} // namespace obstat::ledger
