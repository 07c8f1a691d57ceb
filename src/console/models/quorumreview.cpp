#include "console/models/quorumreview.h"

#include "approval/decision.h"
#include "base/canonicaljson.h"

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;
using approval::DecisionBody;
using approval::Quorum;
using approval::Seats;
using approval::Voter;
using ledger::DecisionRow;
using Enrolments = QList<ledger::LedgerReader::EnrolmentRow>;

namespace {

QStringList rolesOf(const Enrolments &people, const QString &person)
{
    QStringList roles;
    for (const auto &row : people) {
        if (row.person == person && !row.revoked)
            roles += row.roles;
    }
    roles.removeDuplicates();
    return roles;
}

bool isRevoked(const Enrolments &people, const QString &keyId)
{
    return std::any_of(people.begin(), people.end(),
                       [&keyId](const auto &row) { return row.keyId == keyId && row.revoked; });
}

bool isWithdrawnFromUse(const QuorumReview::Vote &vote)
{
    return vote.revoked || vote.roles.isEmpty();
}

QList<Voter> voters(const QList<QuorumReview::Vote> &votes)
{
    QList<Voter> counted;
    for (const auto &vote : votes) {
        if (!isWithdrawnFromUse(vote))
            counted.append({vote.person, vote.onBehalfOf, vote.keyId, vote.roles, vote.anySeat});
    }
    return counted;
}

/// What the frozen verdict asks for; without a readable one, one person with the row's role.
void readVerdict(const ledger::OperationRow &row, QuorumReview &review)
{
    const auto json = base::parseStoredCanonical(row.approvals);
    const auto verdict = json ? policy::verdictFromFrozen(json->value.toObject())
                              : base::Result<policy::Verdict>(tl::unexpected(json.error()));
    review.seats.clear();
    if (verdict) {
        for (const policy::Approval &approval : verdict->approvals)
            review.seats.append({approval.count, approval.role});
        if (verdict->escalate.after > 0) {
            review.escalatesAt = row.createdAt + verdict->escalate.after;
            review.escalationRole = verdict->escalate.role;
        }
    }
    if (review.seats.isEmpty())
        review.seats.append({1, row.role});
}

QList<std::pair<DecisionRow, DecisionBody>> approvals(const ledger::OperationRow &row,
                                                      const QList<DecisionRow> &decisions)
{
    QList<std::pair<DecisionRow, DecisionBody>> found;
    qint64 version = row.status == ledger::Status::AwaitingApproval ? row.version : 0;
    for (const DecisionRow &decision : decisions) {
        if (decision.kind != "approve"_L1 || decision.state != "admitted"_L1)
            continue;
        if (const auto body = DecisionBody::parse(decision.body))
            found.append({decision, *body});
    }
    if (version == 0) {
        for (const auto &[decision, body] : std::as_const(found))
            version = std::max(version, body.version);
    }
    found.removeIf([version](const auto &one) { return one.second.version != version; });
    return found;
}

} // namespace

QuorumReview QuorumReview::of(const ledger::OperationRow &row, const QList<DecisionRow> &decisions,
                              const Enrolments &people)
{
    QuorumReview review;
    readVerdict(row, review);
    for (const auto &[decision, body] : approvals(row, decisions)) {
        Vote vote;
        vote.person = body.approver;
        vote.onBehalfOf = body.onBehalfOf;
        vote.keyId = body.keyId;
        vote.at = decision.receivedAt;
        vote.roles = rolesOf(people, body.onBehalfOf.isEmpty() ? body.approver : body.onBehalfOf);
        vote.revoked = isRevoked(people, body.keyId);
        vote.anySeat =
            review.isForAnyRole() || (review.hasEscalated(vote.at) && vote.roles.contains(review.escalationRole));
        review.votes.append(vote);
    }
    return review;
}

QList<Seats> QuorumReview::open() const
{
    return Quorum(seats).open(voters(votes));
}

QStringList QuorumReview::rolesAt(base::Micros now) const
{
    QStringList roles;
    for (const Seats &seat : seats)
        roles.append(seat.role);
    if (hasEscalated(now))
        roles.append(escalationRole);
    roles.removeDuplicates();
    return roles;
}

QuorumReview::Standing QuorumReview::standingOf(const Voter &voter, base::Micros now) const
{
    const QList<Voter> before = voters(votes);
    const QString acting = voter.onBehalfOf.isEmpty() ? voter.person : voter.onBehalfOf;
    const bool approved = std::any_of(before.begin(), before.end(), [&](const Voter &other) {
        const QStringList names{other.person, other.onBehalfOf};
        return other.keyId == voter.keyId || names.contains(voter.person) || names.contains(acting);
    });
    if (approved)
        return Standing::ApprovedAlready;
    const QStringList roles = rolesAt(now);
    const bool fits = isForAnyRole() || std::any_of(roles.begin(), roles.end(), [&voter](const QString &role) {
                          return voter.roles.contains(role);
                      });
    if (!fits)
        return voter.roles.contains(escalationRole) && escalatesAt > 0 ? Standing::TooEarly : Standing::OtherRole;
    Voter next = voter;
    next.anySeat = isForAnyRole() || (hasEscalated(now) && voter.roles.contains(escalationRole));
    return Quorum(seats).whyNot(before, next).isEmpty() ? Standing::Counts : Standing::NotNeeded;
}

} // namespace obstat::console
