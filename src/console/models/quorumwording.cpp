#include "console/models/quorumwording.h"

#include "base/canonicaljson.h"
#include "base/visibletext.h"
#include "console/models/wording.h"

#include <optional>

namespace obstat::console {

using namespace Qt::StringLiterals;
using approval::Seats;

namespace {

QList<Seats> seatsOf(const ledger::OperationRow &row)
{
    const auto json = base::parseStoredCanonical(row.approvals);
    const auto verdict = json ? policy::verdictFromFrozen(json->value.toObject())
                              : base::Result<policy::Verdict>(tl::unexpected(json.error()));
    QList<Seats> seats;
    const QList<policy::Approval> approvals = verdict ? verdict->approvals : QList<policy::Approval>();
    for (const policy::Approval &approval : approvals)
        seats.append({approval.count, approval.role});
    if (seats.isEmpty() && !row.role.isEmpty())
        seats.append({1, row.role});
    return seats;
}

/// How many seats of each role are taken, as far as the row says: it has their number and the first role that is still
/// open. nullopt where several answers are possible.
std::optional<QList<int>> takenOf(const QList<Seats> &seats, const ledger::OperationRow &row)
{
    QList<int> taken(seats.size(), 0);
    int left = row.counted;
    if (left == 0 || seats.size() == 1) {
        if (!taken.isEmpty())
            taken.first() = std::min(left, seats.first().count);
        return taken;
    }
    qsizetype open = 0;
    for (; open < seats.size() && seats.at(open).role != row.role; ++open) {
        taken[open] = seats.at(open).count;
        left -= seats.at(open).count;
    }
    if (open == seats.size() || left < 0)
        return std::nullopt;
    const bool last = open + 1 == seats.size();
    const bool nextIsLast = seats.at(open).count == 1 && open + 2 == seats.size();
    if (left > 0 && !last && !nextIsLast)
        return std::nullopt;
    if (left > 0)
        taken[last ? open : open + 1] = left;
    return taken;
}

QString clock(base::Micros at)
{
    return Wording::clockTime(at).left(5);
}

DisplayLine sentence(const QString &text, Tone tone = Tone::Neutral)
{
    return {{}, text, DisplayLine::Mark::None, false, {}, false, tone};
}

} // namespace

QString QuorumWording::needs(const ledger::OperationRow &row)
{
    const QList<Seats> seats = seatsOf(row);
    const auto taken = takenOf(seats, row);
    QStringList parts;
    int all = 0;
    for (qsizetype i = 0; i < seats.size(); ++i) {
        const QString role = base::visibleText(seats.at(i).role);
        all += seats.at(i).count;
        parts.append(taken ? tr("%1 %2/%3").arg(role).arg(taken->at(i)).arg(seats.at(i).count) : role);
    }
    const QString text = parts.join(u" + "_s);
    return taken ? text : tr("%1 of %2: %3").arg(row.counted).arg(all).arg(text);
}

QString QuorumWording::roles(const QuorumReview &quorum)
{
    QStringList names;
    for (const Seats &seat : quorum.seats)
        names.append(base::visibleText(seat.role));
    names.removeDuplicates();
    return names.join(tr(" or "));
}

QString QuorumWording::onlyFor(const QuorumReview &quorum)
{
    return u"••• "_s + (quorum.isForAnyRole() ? tr("only for approvers") : tr("only for %1").arg(roles(quorum)));
}

QString QuorumWording::missing(const QuorumReview &quorum)
{
    QStringList parts;
    const QList<Seats> open = quorum.open();
    for (const Seats &seat : open) {
        const QString role = base::visibleText(seat.role);
        parts.append(seat.count == 1 ? role : QString(QString::number(seat.count) + u" × "_s + role));
    }
    return parts.join(tr(" and "));
}

QList<DisplayLine> QuorumWording::lines(const QuorumReview &quorum, ledger::Status status, base::Micros now)
{
    QList<DisplayLine> lines;
    for (const QuorumReview::Vote &vote : quorum.votes) {
        const QString when = Wording::time(vote.at, now);
        const QString words = vote.onBehalfOf.isEmpty()
                                  ? tr("approved at %1").arg(when)
                                  : tr("approved at %1 for %2").arg(when, base::visibleText(vote.onBehalfOf));
        const bool counts = !vote.revoked && !vote.roles.isEmpty();
        lines.append({base::visibleText(vote.person),
                      counts ? words : tr("%1; does not count, the enrolment was revoked").arg(words),
                      counts ? DisplayLine::Mark::Holds : DisplayLine::Mark::Fails, false});
    }
    if (status != ledger::Status::AwaitingApproval)
        return lines;
    if (const QString open = missing(quorum); !open.isEmpty())
        lines.append({tr("Still needed"), open, DisplayLine::Mark::None, false});
    const QString role = base::visibleText(quorum.escalationRole);
    if (quorum.hasEscalated(now))
        lines.append(sentence(
            tr("Since %1 somebody with the role %2 may decide too.").arg(clock(quorum.escalatesAt), role), Tone::Warn));
    else if (quorum.escalatesAt > 0)
        lines.append(
            sentence(tr("From %1 on somebody with the role %2 may decide too.").arg(clock(quorum.escalatesAt), role)));
    return lines;
}

} // namespace obstat::console
