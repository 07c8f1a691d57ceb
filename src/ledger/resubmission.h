#pragma once

#include "ledger/decisionjudge.h"
#include "ledger/planmaker.h"

namespace obstat::ledger {

/// The decision `change`: a reject that carries an edited payload. It becomes a new revision of the same work, asked
/// for by that person, so that somebody else approves it; never by a rule. Inside a running transaction.
class Resubmission
{
public:
    struct Prepared
    {
        Submission submission;
        Intake intake;
        policy::Identity identity;
        policy::Subject subject;
        QByteArray facts;
        policy::Verdict verdict;
    };

    explicit Resubmission(WriterCore &core);

    /// What would be planned, or why not. Changes nothing.
    [[nodiscard]] base::Result<tl::expected<Prepared, DecisionObjection>>
    prepare(const approval::DecisionEnvelope &envelope, const approval::DecisionBody &body, const OperationRow &row);
    /// Plans it; the row before it must have ended by now.
    [[nodiscard]] base::Result<OperationRow> make(const Prepared &prepared, const OperationRow &rejected);

private:
    [[nodiscard]] tl::expected<policy::Identity, Refusal> identityFor(const Prepared &prepared,
                                                                      const OperationRow &row) const;

    WriterCore &m_core;
    PlanMaker m_maker;
};

} // namespace obstat::ledger
