#pragma once

#include "approval/quorum.h"
#include "console/client/ledgertypes.h"

#include <QStringList>

namespace obstat::console {

/// Who has approved a plan, what is still missing and who may give it (contract 6.2), from the signed decisions of the
/// ledger. For the screen only: the claim counts again. Roles are those of the enrolments now. A pure value.
struct QuorumReview
{
    struct Vote
    {
        QString person;
        QString onBehalfOf; ///< "" = for himself
        QString keyId;
        base::Micros at = 0; ///< when the queue received it
        QStringList roles;   ///< the principal's, where somebody decides for another
        bool revoked = false;
        bool anySeat = false; ///< received after the plan escalated, by somebody with that role
    };
    enum class Standing {
        Counts,          ///< an approval of such a person would take a seat
        ApprovedAlready, ///< this person or key did, for himself or for somebody else
        OtherRole,
        TooEarly, ///< has the role that the plan escalates to, but its time has not come
        NotNeeded ///< has one of the roles, but what is missing is another
    };

    /// Only approvals of the row's version count; of a plan that left the queue those of the last version that has any.
    [[nodiscard]] static QuorumReview of(const ledger::OperationRow &row, const QList<ledger::DecisionRow> &decisions,
                                         const QList<ledger::LedgerReader::EnrolmentRow> &people);

    [[nodiscard]] QList<approval::Seats> open() const;
    [[nodiscard]] int size() const { return approval::Quorum(seats).size(); }
    /// An old plan without a role: any approver of the tenant.
    [[nodiscard]] bool isForAnyRole() const { return seats.first().role.isEmpty(); }
    [[nodiscard]] bool hasEscalated(base::Micros now) const { return escalatesAt > 0 && now >= escalatesAt; }
    /// The roles of the seats, and after its time the one that it escalates to.
    [[nodiscard]] QStringList rolesAt(base::Micros now) const;
    [[nodiscard]] Standing standingOf(const approval::Voter &voter, base::Micros now) const;

    QList<approval::Seats> seats{{1, {}}}; ///< at least one
    QList<Vote> votes;                     ///< in the order in which they came
    QString escalationRole;                ///< "" = none
    base::Micros escalatesAt = 0;          ///< 0 = never
};

} // namespace obstat::console
