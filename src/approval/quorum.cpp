#include "approval/quorum.h"

#include "base/plantedbug.h"

#include <QSet>

#include <algorithm>
#include <functional>
#include <vector>

namespace obstat::approval {

using namespace Qt::StringLiterals;

namespace {

QStringList namesOf(const Voter &voter)
{
    return voter.onBehalfOf.isEmpty() ? QStringList{voter.person} : QStringList{voter.person, voter.onBehalfOf};
}

bool share(const Voter &a, const Voter &b)
{
    const QStringList names = namesOf(b);
    const QStringList others = namesOf(a);
    return a.keyId == b.keyId ||
           std::any_of(names.begin(), names.end(), [&others](const QString &name) { return others.contains(name); });
}

/// The first of those that share a person or a key counts.
QList<Voter> distinct(const QList<Voter> &voters)
{
    QList<Voter> kept;
    if (base::plantedBug("quorum_counts_rows"))
        return voters;
    for (const Voter &voter : voters) {
        if (std::none_of(kept.begin(), kept.end(), [&voter](const Voter &other) { return share(other, voter); }))
            kept.append(voter);
    }
    return kept;
}

/// Seats one by one, each with the voter who takes it (-1 = nobody): a maximum matching by augmenting paths.
struct Seating
{
    std::vector<int> seatOf; ///< index of the threshold of each seat
    std::vector<int> taker;

    Seating(const QList<Seats> &seats, const QList<Voter> &voters)
    {
        for (int i = 0; i < seats.size(); ++i)
            seatOf.insert(seatOf.end(), static_cast<size_t>(std::max(0, seats[i].count)), i);
        taker.assign(seatOf.size(), -1);
        const auto fits = [&](int voter, size_t seat) {
            return voters[voter].anySeat || voters[voter].roles.contains(seats[seatOf[seat]].role);
        };
        for (int voter = 0; voter < voters.size(); ++voter) {
            std::vector<bool> tried(seatOf.size(), false);
            const std::function<bool(int)> place = [&](int who) {
                for (size_t seat = 0; seat < seatOf.size(); ++seat) {
                    if (tried[seat] || !fits(who, seat))
                        continue;
                    tried[seat] = true;
                    if (taker[seat] < 0 || place(taker[seat])) {
                        taker[seat] = who;
                        return true;
                    }
                }
                return false;
            };
            place(voter);
        }
    }
};

} // namespace

QList<Seats> Quorum::open(const QList<Voter> &voters) const
{
    const QList<Voter> counted = distinct(voters);
    const Seating seating(m_seats, counted);
    QList<Seats> left;
    for (int i = 0; i < m_seats.size(); ++i) {
        int free = 0;
        for (size_t seat = 0; seat < seating.seatOf.size(); ++seat)
            free += seating.seatOf[seat] == i && seating.taker[seat] < 0 ? 1 : 0;
        if (free > 0)
            left.append({free, m_seats[i].role});
    }
    return left;
}

int Quorum::taken(const QList<Voter> &voters) const
{
    int free = 0;
    for (const Seats &seats : open(voters))
        free += seats.count;
    return size() - free;
}

int Quorum::size() const
{
    int all = 0;
    for (const Seats &seats : m_seats)
        all += std::max(0, seats.count);
    return all;
}

QString Quorum::whyNot(const QList<Voter> &voters, const Voter &next) const
{
    const auto before = std::find_if(voters.begin(), voters.end(), [&next](const Voter &v) { return share(v, next); });
    if (before != voters.end())
        return u"%1 approved this already; another person must."_s.arg(
            before->onBehalfOf.isEmpty() ? before->person : QString(before->person + u" for "_s + before->onBehalfOf));
    if (taken(voters + QList<Voter>{next}) > taken(voters))
        return {};
    QStringList missing;
    for (const Seats &seats : open(voters))
        missing.append(u"%1 × %2"_s.arg(QString::number(seats.count), seats.role));
    return u"What is missing is %1, and %2 cannot give that."_s.arg(missing.join(u" and "_s), next.person);
}

} // namespace obstat::approval
