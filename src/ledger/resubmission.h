#pragma once

#include "ledger/decisionjudge.h"
#include "ledger/personplans.h"

namespace obstat::ledger {

/// A person plans work again: `change` is a reject that carries an edited payload, `reopen` takes up what failed or was
/// rejected by mistake. Each becomes a new revision of the same work, asked for by that person, so that somebody else
/// approves it; never by a rule. Inside a running transaction.
class Resubmission
{
public:
    using Prepared = PersonPlans::Prepared;
    using Answer = PersonPlans::Answer;

    explicit Resubmission(WriterCore &core);

    /// What would be planned for a `change`, or why not. Changes nothing.
    [[nodiscard]] base::Result<Answer> prepare(const approval::DecisionEnvelope &envelope,
                                               const approval::DecisionBody &body, const OperationRow &row);
    /// The same for a `reopen`: the payload as it was, in a new revision.
    [[nodiscard]] base::Result<Answer> prepareSame(const approval::DecisionBody &body, const OperationRow &row);
    /// May what ended as failed or rejected be opened again by this decision?
    [[nodiscard]] DecisionJudge::Judged judgeReopen(const approval::DecisionBody &body, const OperationRow &row);
    /// Plans it; the row before it must have ended by now.
    [[nodiscard]] base::Result<OperationRow> make(const Prepared &prepared) { return m_plans.make(prepared); }

private:
    [[nodiscard]] base::Result<Answer> prepareWith(base::CanonicalJson arguments, const approval::DecisionBody &body,
                                                   const OperationRow &row);

    WriterCore &m_core;
    PersonPlans m_plans;
    EventLookup m_lookup;
    Votes m_votes;
    Statement m_later;
};

} // namespace obstat::ledger
