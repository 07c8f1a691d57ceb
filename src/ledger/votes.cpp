#include "ledger/votes.h"

#include "base/digest.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

bool escalated(const OperationRow &row, const policy::Verdict &frozen, Micros at)
{
    return frozen.escalate.after > 0 && at >= row.createdAt + frozen.escalate.after;
}

} // namespace

approval::Quorum quorumOf(const policy::Verdict &frozen)
{
    QList<approval::Seats> seats;
    for (const policy::Approval &approval : frozen.approvals) {
        seats.append({approval.count, approval.role});
    }
    if (seats.isEmpty()) {
        seats.append({1, roleOf(frozen)});
    }
    return approval::Quorum(seats);
}

QStringList rolesAt(const OperationRow &row, const policy::Verdict &frozen, Micros at)
{
    QStringList roles;
    for (const policy::Approval &approval : frozen.approvals) {
        roles.append(approval.role);
    }
    if (roles.isEmpty()) {
        roles.append(roleOf(frozen));
    }
    if (escalated(row, frozen, at)) {
        roles.append(frozen.escalate.role);
    }
    return roles;
}

Votes::Votes(WriterCore &core)
    : m_core(core)
    , m_approvals(*core.connection, u"SELECT body, signature, sent_at, event, received_at FROM decision WHERE "
                                    "operation=? AND kind='approve' AND state='admitted' ORDER BY id"_s)
{
}

base::Result<QList<Vote>> Votes::of(qint64 operation, qint64 version)
{
    if (auto ran = m_approvals.run({operation}); !ran) {
        return tl::unexpected(ran.error());
    }
    QList<Vote> votes;
    while (true) {
        const auto more = m_approvals.next();
        if (!more) {
            return tl::unexpected(more.error());
        }
        if (!*more) {
            return votes;
        }
        Vote vote;
        vote.envelope = {m_approvals.value(0).toByteArray(), m_approvals.value(1).toByteArray(),
                         m_approvals.value(2).toLongLong()};
        vote.event = m_approvals.value(3).toLongLong();
        vote.receivedAt = m_approvals.value(4).toLongLong();
        const auto body = approval::DecisionBody::parse(vote.envelope.body);
        if (body && body->version == version) {
            vote.body = *body;
            vote.digest = base::digestHex(vote.envelope.body);
            votes.append(std::move(vote));
        }
    }
}

approval::Voter Votes::voterOf(const Vote &vote, const OperationRow &row, const policy::Verdict &frozen) const
{
    const QString &acting = vote.body.onBehalfOf.isEmpty() ? vote.body.approver : vote.body.onBehalfOf;
    const approval::Person *person = m_core.rules.directory.person(acting);
    const QStringList roles = person != nullptr ? person->roles : QStringList();
    return {vote.body.approver, vote.body.onBehalfOf, vote.body.keyId, roles,
            escalated(row, frozen, vote.receivedAt) && roles.contains(frozen.escalate.role)};
}

base::Result<approval::PublicKey> Votes::mayVote(const Vote &vote, const OperationRow &row,
                                                 const policy::Verdict &frozen) const
{
    approval::Directory::Question question;
    question.person = vote.body.approver;
    question.keyId = vote.body.keyId;
    question.roles = rolesAt(row, frozen, vote.receivedAt);
    question.tenant = row.tenant;
    question.actor = row.actor;
    question.sponsor = m_core.rules.sponsorOf(row.tokenId, row.sponsor);
    question.onBehalfOf = vote.body.onBehalfOf;
    question.at = vote.receivedAt;
    return m_core.rules.directory.mayDecide(question);
}

base::Result<approval::PublicKey> Votes::maySettle(const approval::DecisionBody &body, const OperationRow &row,
                                                   Micros at) const
{
    const auto frozen = frozenVerdict(row);
    if (!frozen) {
        return tl::unexpected(frozen.error());
    }
    approval::Directory::Question question;
    question.person = body.approver;
    question.keyId = body.keyId;
    const QString otherwise = m_core.rules.policy.defaultRole();
    question.roles = frozen->kind == policy::VerdictKind::Human ? rolesAt(row, *frozen, at)
                     : otherwise.isEmpty()                      ? QStringList{roleOf(*frozen)}
                                                                : QStringList{otherwise};
    question.tenant = row.tenant;
    question.actor = row.actor;
    question.sponsor = m_core.rules.sponsorOf(row.tokenId, row.sponsor);
    question.onBehalfOf = body.onBehalfOf;
    question.at = at;
    return m_core.rules.directory.mayDecide(question);
}

QList<approval::Voter> Votes::counting(const QList<Vote> &votes, const OperationRow &row,
                                       const policy::Verdict &frozen) const
{
    QList<approval::Voter> voters;
    for (const Vote &vote : votes) {
        if (mayVote(vote, row, frozen)) {
            voters.append(voterOf(vote, row, frozen));
        }
    }
    return voters;
}

} // namespace obstat::ledger
