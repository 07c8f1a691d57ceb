#pragma once

#include "evidence/event.h"
#include "ledger/types.h"

#include <QHash>

namespace obstat::ledger {

/// What the events of one operation, in order, say about it: its row and its attempts must say the same. A pure value.
class OperationFold
{
public:
    explicit OperationFold(qint64 operation) : m_operation(operation) {}

    /// What is wrong with this event after those before it, in a sentence; empty when nothing is.
    [[nodiscard]] QString apply(const evidence::Event &event);
    /// Where the row is another work's, by which a key could look free: a sentence each.
    [[nodiscard]] QStringList identityDifferences(const OperationRow &row, const QString &firstOrigin) const;
    /// Where the row differs otherwise, a sentence each.
    [[nodiscard]] QStringList differences(const OperationRow &row) const;
    /// Where its attempt rows differ.
    [[nodiscard]] QStringList differences(const QList<AttemptRow> &rows) const;

    [[nodiscard]] bool isPlanned() const { return m_planned; }
    [[nodiscard]] bool isPurged() const { return m_purged; }
    /// Where the events leave it; only of meaning when it is planned.
    [[nodiscard]] Status status() const { return m_row.status; }
    /// The last event that was applied, −1 = none.
    [[nodiscard]] qint64 lastEvent() const { return m_lastEvent; }

private:
    void plan(const evidence::Event &event);
    void freezeAnew(const evidence::Event &event);
    [[nodiscard]] QString move(const evidence::Event &event);
    [[nodiscard]] bool effectIsOpen() const; ///< a send may have had an effect that nobody settled
    void followTimes(const evidence::Event &event, Status from, Status to);
    void countVote(const evidence::Event &event);
    void follow(const evidence::Event &event);
    [[nodiscard]] QString startAttempt(const evidence::Event &event);
    [[nodiscard]] QString endAttempt(const evidence::Event &event);
    void compare(QStringList &found, const QString &what, const QString &row, const QString &log) const;

    qint64 m_operation;
    bool m_planned = false;
    bool m_purged = false;
    bool m_roleKnown = true;
    bool m_doubted = false; ///< unknown without a send of this copy, and not proved absent since
    qint64 m_lastEvent = -1;
    qint64 m_lastMove = -1;
    OperationRow m_row; ///< as the events have it
    QHash<int, AttemptRow> m_attempts;
};

} // namespace obstat::ledger
