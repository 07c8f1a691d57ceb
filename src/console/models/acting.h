#pragma once

#include "console/models/approvalgate.h"

namespace obstat::console {

/// In whose name somebody may decide on one plan (contract 6.2): the own one, and those of the people whose
/// delegations to him are in force. For the screen only; the admission and the claim look again. A pure value.
class Acting
{
public:
    using Approver = ApprovalGate::Approver;

    Acting() = default;
    /// `own` is the person at the console.
    Acting(const PlanReview &review, const Approver &own, base::Micros now);
    /// Everybody whose name he may use now, the own first; with the plans that each may not decide.
    [[nodiscard]] static QList<Approver> all(const Approver &own,
                                             const QList<ledger::LedgerReader::EnrolmentRow> &people,
                                             const QList<ledger::LedgerReader::DelegationRow> &delegations,
                                             base::Micros now);

    [[nodiscard]] const Approver &own() const { return m_own; }
    /// Those whose name would make an approval of this plan count.
    [[nodiscard]] const QList<Approver> &principals() const { return m_principals; }
    /// Who decides, with `chosen` as the person's own choice of a principal ("" = none was made). Without a choice it
    /// is the own name where that suffices, else the only principal whose name does.
    [[nodiscard]] const Approver &toApprove(const QString &chosen) const;
    /// Without a choice the own name.
    [[nodiscard]] const Approver &toReject(const QString &chosen) const;
    /// The own name does not suffice, and several others would.
    [[nodiscard]] bool mustChoose() const { return !ownSuffices() && m_principals.size() > 1; }
    [[nodiscard]] bool ownSuffices() const { return m_ownBlock == GateBlock::None; }
    /// Why the own name does not suffice.
    [[nodiscard]] GateBlock ownBlock() const { return m_ownBlock; }
    /// May whoever sits there see sensitive fields, in whatever name?
    [[nodiscard]] bool maySee() const { return m_maySee; }

private:
    [[nodiscard]] const Approver *find(const QString &principal) const;

    Approver m_own;
    QList<Approver> m_principals;
    GateBlock m_ownBlock = GateBlock::NoPlan;
    bool m_maySee = false;
};

} // namespace obstat::console
