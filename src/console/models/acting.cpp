#include "console/models/acting.h"

#include <algorithm>

namespace obstat::console {

using Delegations = QList<ledger::LedgerReader::DelegationRow>;
using Enrolments = QList<ledger::LedgerReader::EnrolmentRow>;

namespace {

/// For whom this person decides at that moment.
QStringList principalsOf(const QString &person, const Delegations &delegations, base::Micros now)
{
    QStringList names;
    for (const auto &one : delegations) {
        if (one.delegate == person && one.revoked < 0 && one.from <= now && now < one.until)
            names.append(one.principal);
    }
    names.removeDuplicates();
    names.sort();
    return names;
}

} // namespace

QList<Acting::Approver> Acting::all(const Approver &own, const Enrolments &people, const Delegations &delegations,
                                    base::Micros now)
{
    Approver self = own;
    const QStringList principals = own.person.isEmpty() ? QStringList() : principalsOf(own.person, delegations, now);
    self.standsFor = principals;
    QList<Approver> all{self};
    if (!own.unlocked || own.revoked)
        return all;
    for (const QString &principal : principals) {
        const auto row = std::find_if(people.begin(), people.end(), [&principal](const auto &one) {
            return one.person == principal && !one.revoked;
        });
        if (row == people.end())
            continue;
        Approver acting = self;
        acting.onBehalfOf = principal;
        acting.roles = row->roles;
        acting.tenants = row->tenants;
        acting.standsFor += principalsOf(principal, delegations, now); // he may not decide for those who asked either
        acting.standsFor.removeDuplicates();
        all.append(acting);
    }
    return all;
}

Acting::Acting(const PlanReview &review, const Approver &own, base::Micros now)
{
    const QList<Approver> all = Acting::all(own, review.people, review.delegations, now);
    m_own = all.first();
    m_ownBlock = ApprovalGate::eligibility(review, m_own, now);
    for (const Approver &one : all) {
        m_maySee = m_maySee || ApprovalGate::maySee(review.row, review.quorum, one, now);
        if (!one.onBehalfOf.isEmpty() && ApprovalGate::eligibility(review, one, now) == GateBlock::None)
            m_principals.append(one);
    }
}

const Acting::Approver *Acting::find(const QString &principal) const
{
    const auto found = std::find_if(m_principals.begin(), m_principals.end(),
                                    [&principal](const Approver &one) { return one.onBehalfOf == principal; });
    return found == m_principals.end() ? nullptr : &*found;
}

const Acting::Approver &Acting::toApprove(const QString &chosen) const
{
    if (const Approver *one = chosen.isEmpty() ? nullptr : find(chosen))
        return *one;
    return !ownSuffices() && m_principals.size() == 1 ? m_principals.first() : m_own;
}

const Acting::Approver &Acting::toReject(const QString &chosen) const
{
    const Approver *one = chosen.isEmpty() ? nullptr : find(chosen);
    return one ? *one : m_own;
}

} // namespace obstat::console
