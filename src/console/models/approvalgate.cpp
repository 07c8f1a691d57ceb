#include "console/models/approvalgate.h"

#include "base/visibletext.h"
#include "console/client/keysession.h"
#include "console/models/quorumwording.h"
#include "console/models/wording.h"

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

/// What stands in the way of any decision of this person on this plan.
GateBlock common(const PlanReview *review, const ApprovalGate::Approver &approver, const ApprovalGate::Screen &screen,
                 base::Micros now)
{
    if (!review)
        return GateBlock::NoPlan;
    if (review->row.status != ledger::Status::AwaitingApproval)
        return GateBlock::NotAwaiting;
    if (review->row.expiresAt > 0 && now >= review->row.expiresAt)
        return GateBlock::Expired;
    if (screen.decided)
        return GateBlock::Decided;
    return approver.unlocked ? GateBlock::None : GateBlock::Locked;
}

/// Would this person's approval count beside those that are there?
GateBlock seat(const PlanReview &review, const ApprovalGate::Approver &approver, base::Micros now)
{
    switch (review.quorum.standingOf({approver.person, approver.onBehalfOf, approver.keyId, approver.roles}, now)) {
    case QuorumReview::Standing::Counts:
        return GateBlock::None;
    case QuorumReview::Standing::ApprovedAlready:
        return GateBlock::ApprovedAlready;
    case QuorumReview::Standing::OtherRole:
        return GateBlock::OtherRole;
    case QuorumReview::Standing::TooEarly:
        return GateBlock::TooEarly;
    case QuorumReview::Standing::NotNeeded:
        return GateBlock::NotNeeded;
    }
    return GateBlock::OtherRole;
}

} // namespace

ApprovalGate::Approver ApprovalGate::Approver::of(const KeySession &key)
{
    return {key.isUnlocked(), key.person(), key.roles(), key.tenants(), key.isRevoked(), key.keyId()};
}

GateBlock ApprovalGate::personal(const ledger::OperationRow &row, const Approver &approver)
{
    if (approver.person.isEmpty())
        return GateBlock::NotEnrolled;
    if (approver.revoked)
        return GateBlock::Revoked;
    if (!approver.tenants.contains(u"*"_s) && !approver.tenants.contains(row.tenant))
        return GateBlock::OtherTenant;
    const auto asked = [&row](const QString &name) {
        return !name.isEmpty() && (row.sponsor == name || row.actor == name);
    };
    if (asked(approver.person))
        return row.actor == approver.person ? GateBlock::OwnPlan : GateBlock::OwnAgent;
    const bool standsIn =
        asked(approver.onBehalfOf) || std::any_of(approver.standsFor.begin(), approver.standsFor.end(), asked);
    return standsIn ? GateBlock::OwnPrincipal : GateBlock::None;
}

bool ApprovalGate::maySee(const ledger::OperationRow &row, const QuorumReview &quorum, const Approver &approver,
                          base::Micros now)
{
    if (!approver.unlocked || approver.person.isEmpty() || approver.revoked)
        return false;
    if (!approver.tenants.contains(u"*"_s) && !approver.tenants.contains(row.tenant))
        return false;
    const QStringList roles = quorum.rolesAt(now);
    return quorum.isForAnyRole() || std::any_of(roles.begin(), roles.end(), [&approver](const QString &role) {
               return approver.roles.contains(role);
           });
}

GateBlock ApprovalGate::eligibility(const PlanReview &review, const Approver &approver, base::Micros now)
{
    if (!approver.unlocked)
        return GateBlock::Locked;
    if (const GateBlock block = personal(review.row, approver); block != GateBlock::None)
        return block;
    if (!review.mask.isEmpty() && !maySee(review.row, review.quorum, approver, now))
        return GateBlock::Hidden;
    return seat(review, approver, now);
}

GateBlock ApprovalGate::approve(const PlanReview *review, const Approver &approver, const Screen &screen,
                                base::Micros now)
{
    const GateBlock first = common(review, approver, screen, now);
    if (first != GateBlock::None && first != GateBlock::Locked)
        return first;
    if (review->obstacle != Obstacle::None)
        return GateBlock::Damaged;
    if (first == GateBlock::Locked)
        return first;
    if (const GateBlock block = eligibility(*review, approver, now); block != GateBlock::None)
        return block;
    if (screen.folded)
        return GateBlock::Folded;
    if (screen.unseen > 0)
        return GateBlock::NotAllShown;
    return screen.shownFor < kArming ? GateBlock::Arming : GateBlock::None;
}

GateBlock ApprovalGate::reject(const PlanReview *review, const Approver &approver, const Screen &screen,
                               base::Micros now)
{
    const GateBlock block = common(review, approver, screen, now);
    return block == GateBlock::None ? personal(review->row, approver) : block;
}

GateBlock ApprovalGate::change(const PlanReview *review, const Approver &approver, const Screen &screen,
                               base::Micros now)
{
    const GateBlock block = reject(review, approver, screen, now);
    if (block != GateBlock::None)
        return block;
    if (review->obstacle != Obstacle::None)
        return GateBlock::Damaged;
    return review->mask.isEmpty() || maySee(review->row, review->quorum, approver, now) ? GateBlock::None
                                                                                        : GateBlock::Hidden;
}

QString ApprovalGate::text(GateBlock block, const PlanReview *review, const Screen &screen)
{
    switch (block) {
    case GateBlock::None:
    case GateBlock::NoPlan:
    case GateBlock::NotAwaiting:
        return {};
    case GateBlock::Expired:
        return tr("This plan has expired. Nothing was done.");
    case GateBlock::Decided:
        return tr("Your decision is on its way.");
    case GateBlock::Damaged:
        return text(review->obstacle);
    case GateBlock::Locked:
        return tr("Your key is locked.");
    case GateBlock::NotEnrolled:
        return tr("Nobody with your key is enrolled in this ledger.");
    case GateBlock::Revoked:
        return tr("Your enrolment was revoked.");
    case GateBlock::OtherTenant:
        return tr("You do not decide for %1.").arg(base::visibleText(review->row.tenant));
    case GateBlock::Hidden:
        return tr("Some fields are hidden from you: only %1 may see them, and only who sees all may approve.")
            .arg(QuorumWording::roles(review->quorum));
    case GateBlock::OtherRole:
        return tr("This needs somebody with the role %1.").arg(QuorumWording::roles(review->quorum));
    case GateBlock::OwnAgent:
        return tr("You answer for this agent, so somebody else has to decide.");
    case GateBlock::OwnPlan:
        return tr("You changed this plan, so somebody else has to decide.");
    case GateBlock::OwnPrincipal:
        return tr("You decide for somebody who asked for this, so somebody else has to decide.");
    case GateBlock::ApprovedAlready:
        return tr("You approved this already. Still needed: %1.").arg(QuorumWording::missing(review->quorum));
    case GateBlock::NotNeeded:
        return tr("Your approval is not needed any more. Still needed: %1.")
            .arg(QuorumWording::missing(review->quorum));
    case GateBlock::TooEarly:
        return tr("You may decide from %1 on, if nobody has by then.")
            .arg(Wording::clockTime(review->quorum.escalatesAt).left(5));
    case GateBlock::Folded:
        return tr("Open the long values to approve.");
    case GateBlock::NotAllShown:
        return tr("Scroll through it to approve: %n line(s) not seen yet.", nullptr, screen.unseen);
    case GateBlock::Arming:
        return tr("Read it first.");
    }
    return {};
}

QString ApprovalGate::text(Obstacle obstacle)
{
    switch (obstacle) {
    case Obstacle::None:
        return {};
    case Obstacle::ArgumentsPurged:
        return tr("The arguments were purged, so nobody can approve this.");
    case Obstacle::ArgumentsDamaged:
        return tr("The stored arguments are not those that the plan names. Do not approve; tell an administrator.");
    case Obstacle::FactsDamaged:
        return tr("The stored facts are not those that the plan names. Do not approve; tell an administrator.");
    case Obstacle::EntryMissing:
        return tr("The tool's registry entry is missing or changed. Do not approve; tell an administrator.");
    case Obstacle::RowDiffers:
        return tr("The plan's record or amount is not that of its arguments. Do not approve; tell an administrator.");
    case Obstacle::NotAllShown:
        return tr("Not every argument can be shown, so nobody can approve this here.");
    }
    return {};
}

} // namespace obstat::console
