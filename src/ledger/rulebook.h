#pragma once

#include "approval/directory.h"
#include "ledger/types.h"
#include "policy/policy.h"
#include "policy/registry.h"

namespace obstat::ledger {

/// The rules in force: registry, policy, who may do what, and whether automatic verdicts count. A pure value.
struct Rulebook
{
    policy::Registry registry;
    bool registrySigned = false; ///< an administrator signed it: no file replaces it
    policy::Policy policy;
    bool hasPolicy = false; ///< without one everything waits for a person
    approval::Directory directory;

    /// The active policy over one plan; `currency` is that of its amount (policy::subjectOf), `facts` is the whole
    /// stored facts document. Never automatic while automatic approval is off, and a human verdict always names a role.
    [[nodiscard]] policy::Verdict judge(const policy::ToolEntry &entry, const QJsonObject &arguments,
                                        const QString &currency, const QJsonObject &facts, bool automaticOn) const;

    /// Who answers for the token, by the administrators' signed acts: the row's column is not under its MAC (C11, C17).
    /// `recorded` where no act names the token.
    [[nodiscard]] QString sponsorOf(const QString &tokenId, const QString &recorded) const;
};

/// Writes verdict, entry and expiry into the row's frozen columns, and the MAC over them (contract 6.3).
void freeze(OperationRow &row, const policy::Verdict &verdict, const policy::ToolEntry &entry,
            const QString &policyDigest, Micros now, const QByteArray &instanceKey);

/// True when the row carries the MAC over its frozen columns as they are.
[[nodiscard]] bool macHolds(const OperationRow &row, const QByteArray &instanceKey);

/// What the row was frozen with. The caller has checked its MAC or acts on it only where a claim checks again.
[[nodiscard]] base::Result<policy::Verdict> frozenVerdict(const OperationRow &row);

/// The role of a human verdict; "approver" when it names none.
[[nodiscard]] QString roleOf(const policy::Verdict &verdict);

} // namespace obstat::ledger
