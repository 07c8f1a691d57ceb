#pragma once

#include "approval/quorum.h"
#include "ledger/eventlookup.h"
#include "ledger/writercore.h"

namespace obstat::ledger {

/// One signed approval that was admitted for a plan.
struct Vote
{
    approval::DecisionEnvelope envelope;
    approval::DecisionBody body;
    QString digest; ///< of the body, as the log names it
    qint64 event = 0;
    Micros receivedAt = 0;
};

/// The approvals of a plan and what they come to (contract 6.2). Reads only; inside a running transaction.
class Votes
{
public:
    explicit Votes(WriterCore &core);

    /// Admitted approvals of this plan at this version, oldest first. Bodies that cannot be read are left out.
    [[nodiscard]] base::Result<QList<Vote>> of(qint64 operation, qint64 version);
    /// Those of `votes` whose voters may decide by the acts in force, in the form that a quorum counts.
    [[nodiscard]] QList<approval::Voter> counting(const QList<Vote> &votes, const OperationRow &row,
                                                  const policy::Verdict &frozen) const;
    /// May this vote's person decide on the plan, at the moment it was received? The key, or Forbidden, BadSignature.
    [[nodiscard]] base::Result<approval::PublicKey> mayVote(const Vote &vote, const OperationRow &row,
                                                            const policy::Verdict &frozen) const;
    /// May this decision's person settle an outcome or a conflict? As who may approve: by a role of the plan, and where
    /// a rule approved it, by the policy's default role.
    [[nodiscard]] base::Result<approval::PublicKey> maySettle(const approval::DecisionBody &body,
                                                              const OperationRow &row, Micros at) const;
    [[nodiscard]] approval::Voter voterOf(const Vote &vote, const OperationRow &row,
                                          const policy::Verdict &frozen) const;

private:
    WriterCore &m_core;
    Statement m_approvals;
};

[[nodiscard]] approval::Quorum quorumOf(const policy::Verdict &frozen);
/// The roles that may approve at this moment: those of the seats, and after its time the one that it escalates to.
[[nodiscard]] QStringList rolesAt(const OperationRow &row, const policy::Verdict &frozen, Micros at);

} // namespace obstat::ledger
