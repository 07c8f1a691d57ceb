#pragma once

#include "ledger/votes.h"

namespace obstat::ledger {

/// What the checks of contract 6.3 found about one plan.
struct PlanFinding
{
    enum class Kind {
        Good,
        Withdraw, ///< denied by rule now, or its tool may not write any more
        Return,   ///< needs another decision: stricter verdict, another registry entry, an approver no longer allowed
        Hold,     ///< forged or damaged: never executed, raised
    } kind = Kind::Good;
    QString why;             ///< reason code
    policy::ToolEntry entry; ///< the active one, where there is one
    base::CanonicalJson arguments;
    policy::Verdict verdict; ///< by the rules in force; for a plan that returns, what it is frozen with anew
};

/// The checks of contract 6.3 over one approved or unknown row. The row is trusted in nothing: its MAC, its stored
/// bytes, the log, the signature and the rules in force must all say the same. Changes nothing.
class PlanCheck
{
public:
    explicit PlanCheck(WriterCore &core);

    [[nodiscard]] base::Result<PlanFinding> check(const OperationRow &row);

private:
    using Judged = base::Result<std::optional<PlanFinding>>;

    [[nodiscard]] Judged approvalOf(const OperationRow &row, const policy::Verdict &frozen);
    [[nodiscard]] Judged quorumOver(const OperationRow &row, const policy::Verdict &frozen,
                                    const evidence::Event &approved);
    [[nodiscard]] Judged voteOf(const Vote &vote, const OperationRow &row, const evidence::Event &approved);
    [[nodiscard]] bool binds(const approval::DecisionBody &body, const OperationRow &row,
                             const evidence::Event &approved) const;
    [[nodiscard]] PlanFinding rulesOver(const OperationRow &row, const policy::Verdict &frozen,
                                        const std::optional<PlanFinding> &approval, base::CanonicalJson arguments,
                                        const QJsonObject &facts) const;

    WriterCore &m_core;
    EventLookup m_lookup;
    Votes m_votes;
};

} // namespace obstat::ledger
