#include "console/models/outcomegate.h"

#include "base/visibletext.h"
#include "console/models/acting.h"
#include "console/models/wording.h"

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;
using Action = OutcomeAction;
using Block = OutcomeBlock;
using ledger::Status;

namespace {

Block ofPerson(GateBlock block)
{
    switch (block) {
    case GateBlock::None:
        return Block::None;
    case GateBlock::Revoked:
        return Block::Revoked;
    case GateBlock::OtherTenant:
        return Block::OtherTenant;
    case GateBlock::OwnAgent:
        return Block::OwnAgent;
    case GateBlock::OwnPlan:
        return Block::OwnPlan;
    case GateBlock::OwnPrincipal:
        return Block::OwnPrincipal;
    default:
        return Block::NotEnrolled;
    }
}

/// May this person settle it, whatever it is?
Block personal(const OutcomeReview &review, const ApprovalGate::Approver &approver, base::Micros now)
{
    if (!approver.unlocked)
        return Block::Locked;
    if (const Block block = ofPerson(ApprovalGate::personal(review.row, approver)); block != Block::None)
        return block;
    const QStringList roles = review.rolesAt(now);
    const bool fits = std::any_of(roles.begin(), roles.end(),
                                  [&approver](const QString &role) { return approver.roles.contains(role); });
    return fits ? Block::None : Block::OtherRole;
}

Block ofAsking(const OutcomeReview &review)
{
    if (!review.sent)
        return Block::NothingSent;
    return review.canBeAsked ? Block::None : Block::CannotAsk;
}

Block ofSettling(Action action, const OutcomeReview &review, base::Micros now)
{
    const bool absent = action == Action::DidNotHappen;
    if (absent && review.settledAt && now < *review.settledAt)
        return Block::TooEarly;
    if (review.row.status != Status::Unknown && !review.row.contrary)
        return Block::NotUnknown;
    if (absent && review.row.status == Status::Succeeded)
        return Block::Final;
    if (!absent && ledger::endedWithoutEffect(review.row.status) && review.row.status != Status::Failed)
        return Block::EndIsFinal;
    return !absent && review.row.status == Status::Failed && review.holder ? Block::KeyHeld : Block::None;
}

Block ofReopening(const OutcomeReview &review)
{
    if (review.row.status != Status::Failed && review.row.status != Status::Rejected)
        return Block::NotEnded;
    if (review.row.contrary)
        return Block::Contradicted;
    if (review.later)
        return Block::LaterPlan;
    return review.damaged ? Block::Damaged : Block::None;
}

Block ofConflict(Action action, const OutcomeReview &review, const OutcomeGate::Screen &screen)
{
    if (!screen.conflict)
        return Block::NoOperation;
    const auto all = review.conflicts;
    const auto own = std::find_if(all.begin(), all.end(),
                                  [&screen](const auto &one) { return one.event == screen.conflict->event; });
    if (own != all.end() && own->state != u"open")
        return Block::ConflictSettled;
    const bool accepted = std::any_of(all.begin(), all.end(), [&screen](const auto &one) {
        return one.state == u"new" && one.payloadDigest == screen.conflict->payloadDigest;
    });
    return action == Action::AcceptNew && accepted ? Block::AcceptedBefore : Block::None;
}

/// What stands in the way of everybody.
Block ofState(Action action, const OutcomeReview &review, const OutcomeGate::Screen &screen, base::Micros now)
{
    if (OutcomeActions::isOfConflict(action))
        return ofConflict(action, review, screen);
    if (action == Action::Reopen)
        return ofReopening(review);
    if (review.row.held)
        return Block::Held;
    if (review.damaged)
        return Block::Damaged;
    if (review.open)
        return Block::StillOpen;
    return action == Action::AskAgain ? ofAsking(review) : ofSettling(action, review, now);
}

bool hasSaid(Action action, const OutcomeReview &review, const ApprovalGate::Approver &approver,
             const QString &reference)
{
    return std::any_of(review.words.begin(), review.words.end(), [&](const OutcomeReview::Word &word) {
        const QStringList names{word.person, word.onBehalfOf};
        const bool same = word.keyId == approver.keyId || names.contains(approver.person) ||
                          (!approver.onBehalfOf.isEmpty() && names.contains(approver.onBehalfOf));
        return same && word.kind == OutcomeActions::kind(action) && word.reference == reference;
    });
}

QString roleNames(const OutcomeReview &review, base::Micros now)
{
    QStringList names;
    for (const QString &role : review.rolesAt(now))
        names.append(base::visibleText(role));
    return names.join(OutcomeGate::tr(" or "));
}

} // namespace

QList<Action> OutcomeGate::offered(const OutcomeReview &review)
{
    if (review.row.status == Status::Unknown || review.row.contrary)
        return {Action::AskAgain, Action::DidNotHappen, Action::Happened};
    if (review.row.status == Status::Failed)
        return review.sent ? QList{Action::AskAgain, Action::Reopen} : QList{Action::Reopen};
    return review.row.status == Status::Rejected ? QList{Action::Reopen} : QList<Action>();
}

Block OutcomeGate::block(Action action, const OutcomeReview *review, const Approver &approver, const Screen &screen,
                         base::Micros now)
{
    if (!review)
        return Block::NoOperation;
    if (screen.decided)
        return Block::Decided;
    if (const Block block = ofState(action, *review, screen, now); block != Block::None)
        return block;
    if (const Block block = personal(*review, approver, now); block != Block::None)
        return block;
    return hasSaid(action, *review, approver, screen.reference) ? Block::SaidAlready : Block::None;
}

QStringList OutcomeGate::names(const OutcomeReview &review, const Approver &own, base::Micros now)
{
    QStringList names;
    for (const Approver &one : Acting::all(own, review.people, review.delegations, now)) {
        if (personal(review, one, now) == Block::None)
            names.append(one.onBehalfOf);
    }
    return names;
}

OutcomeGate::Signer OutcomeGate::signer(Action action, const OutcomeReview *review, const Approver &own,
                                        const QString &chosen, const Screen &screen, base::Micros now)
{
    if (!review)
        return {own, Block::NoOperation};
    const QList<Approver> all = Acting::all(own, review->people, review->delegations, now);
    const Signer self{all.first(), block(action, review, all.first(), screen, now)};
    QList<Approver> others;
    for (const Approver &one : all) {
        if (!one.onBehalfOf.isEmpty() && personal(*review, one, now) == Block::None) {
            if (one.onBehalfOf == chosen)
                return {one, block(action, review, one, screen, now)};
            others.append(one);
        }
    }
    if (self.block == Block::None || others.isEmpty() || personal(*review, all.first(), now) == Block::None)
        return self;
    const Signer only{others.first(), block(action, review, others.first(), screen, now)};
    return others.size() == 1 || only.block != Block::None ? only : Signer{self.approver, Block::ChooseFor};
}

QString OutcomeGate::text(Block block, const OutcomeReview *review, base::Micros now)
{
    switch (block) {
    case Block::None:
    case Block::NoOperation:
        return {};
    case Block::Decided:
        return tr("your decision is on its way.");
    case Block::Held:
        return tr("it is held; an administrator looks into that first.");
    case Block::Damaged:
        return tr("the stored plan cannot be read, so nobody can sign for it. Tell an administrator.");
    case Block::StillOpen:
        return tr("the owner may still answer; wait until its time is over.");
    case Block::NothingSent:
        return tr("nothing about it was ever sent, so there is nothing to ask.");
    case Block::CannotAsk:
        return tr("tools.toml has no question for this owner. Look into the owner's own book.");
    case Block::TooEarly:
        return tr("the request may still take effect until %1; look again then.")
            .arg(Wording::time(review->settledAt.value_or(0), now));
    case Block::NotUnknown:
        return tr("it is %1; only what nobody knows is settled by people.").arg(Wording::status(review->row.status));
    case Block::Final:
        return tr("a success stays one; what did not happen is planned again as other work.");
    case Block::EndIsFinal:
        return tr("it is %1, which is final; it stays here, so that nobody does it again.")
            .arg(Wording::status(review->row.status));
    case Block::KeyHeld:
        return tr("operation %1 holds the key now; reject or settle that one first.")
            .arg(Wording::number(review->holder.value_or(0)));
    case Block::NotEnded:
        return tr("it is %1; only what failed or was rejected is opened again.")
            .arg(Wording::status(review->row.status));
    case Block::Contradicted:
        return tr("there is evidence that it happened after all; settle that first.");
    case Block::LaterPlan:
        return tr("operation %1 is a later plan of the same work; decide on that one.")
            .arg(Wording::number(review->later.value_or(0)));
    case Block::ConflictSettled:
        return tr("somebody has settled this conflict already.");
    case Block::AcceptedBefore:
        return tr("this payload was accepted as other work before; keep the first, or dismiss this one.");
    case Block::Locked:
        return tr("your key is locked.");
    case Block::NotEnrolled:
        return tr("nobody with your key is enrolled in this ledger.");
    case Block::Revoked:
        return tr("your enrolment was revoked.");
    case Block::OtherTenant:
        return tr("you do not decide for %1.").arg(base::visibleText(review->row.tenant));
    case Block::OtherRole:
        return tr("this needs somebody with the role %1.").arg(roleNames(*review, now));
    case Block::OwnAgent:
        return tr("you answer for this agent, so somebody else has to decide.");
    case Block::OwnPlan:
        return tr("you asked for this, so somebody else has to decide.");
    case Block::OwnPrincipal:
        return tr("you decide for somebody who asked for this, so somebody else has to decide.");
    case Block::SaidAlready:
        return tr("you have said so; somebody else has to say the same.");
    case Block::ChooseFor:
        return tr("choose for whom you decide.");
    }
    return {};
}

} // namespace obstat::console
