#pragma once

#include "ledger/decisionjudge.h"
#include "ledger/planmaker.h"

namespace obstat::ledger {

/// A person plans work again: `change` is a reject that carries an edited payload, `reopen` takes up what failed or was
/// rejected by mistake. Each becomes a new revision of the same work, asked for by that person, so that somebody else
/// approves it; never by a rule. Inside a running transaction.
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
        int generation = 1;
    };
    using Answer = tl::expected<Prepared, DecisionObjection>;

    explicit Resubmission(WriterCore &core);

    /// What would be planned for a `change`, or why not. Changes nothing.
    [[nodiscard]] base::Result<Answer> prepare(const approval::DecisionEnvelope &envelope,
                                               const approval::DecisionBody &body, const OperationRow &row);
    /// The same for a `reopen`: the payload as it was, in a new revision.
    [[nodiscard]] base::Result<Answer> prepareSame(const approval::DecisionBody &body, const OperationRow &row);
    /// May what ended as failed or rejected be opened again by this decision?
    [[nodiscard]] DecisionJudge::Judged judgeReopen(const approval::DecisionBody &body, const OperationRow &row);
    /// Plans it; the row before it must have ended by now.
    [[nodiscard]] base::Result<OperationRow> make(const Prepared &prepared, const OperationRow &rejected);

private:
    [[nodiscard]] base::Result<Answer> prepareWith(base::CanonicalJson arguments, const approval::DecisionBody &body,
                                                   const OperationRow &row);
    [[nodiscard]] tl::expected<policy::Identity, Refusal> identityFor(const Prepared &prepared,
                                                                      const OperationRow &row) const;

    WriterCore &m_core;
    PlanMaker m_maker;
    EventLookup m_lookup;
    Votes m_votes;
    Statement m_later;
};

} // namespace obstat::ledger
