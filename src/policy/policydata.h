#pragma once

#include "base/decimal.h"
#include "policy/policy.h"
#include "policy/predicate.h"

namespace obstat::policy {

/// One entry of `approvals`: so many people with this role, where all predicates hold.
struct Threshold
{
    Approval approval;
    QList<Predicate> when; ///< empty: always
};

/// One `[[deny]]` or `[[rule]]`.
struct Rule
{
    QString name;
    QString tool; ///< glob
    QList<Predicate> when;
    VerdictKind then = VerdictKind::Human;
    QString reason;              ///< of a deny, for the agent
    QList<Threshold> thresholds; ///< of a human rule
    base::Micros expiresAfter = 0;
    Escalation escalate;
};

/// Currency -> amount.
using Limits = QMap<QString, base::Decimal>;

/// One `[[test]]`: a plan and what must become of it.
struct PolicyTest
{
    QString name;
    PlanView plan;
    VerdictKind expect = VerdictKind::Human;
    std::optional<QString> rule; ///< none: any
    std::optional<QString> role;
};

struct Policy::Data
{
    QByteArray text;
    QString digest;
    QString defaultRole;
    QList<Rule> denies;
    QList<Rule> rules;
    QList<PolicyTest> tests;
    Predicate::Lists lists;
    Limits secondPersonAbove;
};

/// `automatic`, `human` or `deny`.
[[nodiscard]] QString verdictText(VerdictKind kind);
[[nodiscard]] std::optional<VerdictKind> verdictKindOf(QStringView text);

/// True when the whole name matches a glob of `*` (any characters) and `?` (one).
[[nodiscard]] bool globMatches(QStringView glob, QStringView name);

} // namespace obstat::policy
