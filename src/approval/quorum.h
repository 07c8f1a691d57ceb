#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace obstat::approval {

/// So many people with this role.
struct Seats
{
    int count = 1;
    QString role;
    friend bool operator==(const Seats &a, const Seats &b) = default;
};

/// Who approved, with the roles that count: those of the principal where somebody decides for another.
struct Voter
{
    QString person;
    QString onBehalfOf; ///< "" = for himself
    QString keyId;
    QStringList roles;
    bool anySeat = false; ///< by escalation
};

/// A quorum (contract 6.2, approval-integrity C12): every seat taken by another person with another key. Whoever
/// decides for somebody uses up both names. One person takes one seat, whatever roles he has; seats are filled as well
/// as the roles allow, so the order of the votes does not matter. A pure value.
class Quorum
{
public:
    explicit Quorum(QList<Seats> seats) : m_seats(std::move(seats)) {}

    [[nodiscard]] bool isMet(const QList<Voter> &voters) const { return open(voters).isEmpty(); }
    /// The seats that nobody of these can take, in the order of the policy; empty where the quorum is met.
    [[nodiscard]] QList<Seats> open(const QList<Voter> &voters) const;
    /// How many seats are taken, and how many there are.
    [[nodiscard]] int taken(const QList<Voter> &voters) const;
    [[nodiscard]] int size() const;
    /// "" when this vote would count beside those; else why not, in a sentence.
    [[nodiscard]] QString whyNot(const QList<Voter> &voters, const Voter &next) const;

private:
    QList<Seats> m_seats;
};

} // namespace obstat::approval
