#pragma once

#include "console/models/planreview.h"

#include <QCoreApplication>
#include <QStringList>

namespace obstat::console {

class KeySession;

/// Why a plan cannot be approved by this person at this moment; the first that applies.
enum class GateBlock {
    None,
    NoPlan,
    NotAwaiting,
    Expired,
    Decided, ///< this console sent a decision that is not answered yet
    Damaged, ///< PlanReview::obstacle
    Locked,
    NotEnrolled,
    Revoked,
    OtherTenant,
    Hidden, ///< may not see some fields, so cannot approve them (contract 6.4)
    OtherRole,
    OwnAgent,        ///< the approver sponsors the token that asked (contract 6.2)
    OwnPlan,         ///< the approver asked for it, by changing another
    OwnPrincipal,    ///< the approver decides for somebody who asked or sponsors
    ApprovedAlready, ///< a quorum counts one person and one key once
    NotNeeded,       ///< what is missing is another role
    TooEarly,        ///< has the role that the plan escalates to later
    Folded,          ///< a value is not opened
    NotAllShown,
    Arming, ///< less than 800 ms since the selection changed or the window got focus (C18)
};

/// The rule behind the buttons Approve and Reject, without any widget. Pure.
class ApprovalGate
{
    Q_DECLARE_TR_FUNCTIONS(ApprovalGate)

public:
    static constexpr base::Micros kArming = 800 * base::kMillisecond;

    struct Approver
    {
        bool unlocked = false;
        QString person;
        QStringList roles;
        QStringList tenants;
        bool revoked = false;
        QString keyId = {};
        QString onBehalfOf = {};    ///< whose roles these are, "" = the person's own
        QStringList standsFor = {}; ///< for whom they decide now: none of those may have asked

        /// Whose key it is.
        [[nodiscard]] static Approver of(const KeySession &key);
    };
    struct Screen
    {
        bool decided = false;
        bool folded = false;
        int unseen = 0;            ///< lines not shown yet
        base::Micros shownFor = 0; ///< since the selection changed or the window got focus
    };

    /// May this person see the plan's sensitive fields: enrolled, unlocked, with one of the roles that may decide now?
    [[nodiscard]] static bool maySee(const ledger::OperationRow &row, const QuorumReview &quorum,
                                     const Approver &approver, base::Micros now);
    /// Whether this person may decide on anything that was asked for so: enrolled, of the tenant, and asked by others.
    [[nodiscard]] static GateBlock personal(const ledger::OperationRow &row, const Approver &approver);
    /// Would this person's approval count, whatever is on screen?
    [[nodiscard]] static GateBlock eligibility(const PlanReview &review, const Approver &approver, base::Micros now);
    /// `review` may be nullptr.
    [[nodiscard]] static GateBlock approve(const PlanReview *review, const Approver &approver, const Screen &screen,
                                           base::Micros now);
    /// A reject needs neither the role nor that all was read: any enrolled approver of the tenant may stop a plan.
    [[nodiscard]] static GateBlock reject(const PlanReview *review, const Approver &approver, const Screen &screen,
                                          base::Micros now);
    /// As a reject, but only who may read all of a plan that can be read may write another.
    [[nodiscard]] static GateBlock change(const PlanReview *review, const Approver &approver, const Screen &screen,
                                          base::Micros now);
    /// One sentence for the approver; "" when nothing is in the way.
    [[nodiscard]] static QString text(GateBlock block, const PlanReview *review, const Screen &screen);
    [[nodiscard]] static QString text(Obstacle obstacle);
};

} // namespace obstat::console
