#pragma once

#include "console/models/approvalgate.h"

#include <QObject>
#include <QSet>

namespace obstat::console {

class Session;

/// A plan that waits for the person at this console, without a word of an agent.
struct WaitingPlan
{
    qint64 id = 0;
    QString tool;
    QString rule; ///< "" = none matched

    friend bool operator==(const WaitingPlan &a, const WaitingPlan &b) = default;
};

/// Which waiting plans need the person whose key was unlocked last, in the own name or for somebody; before any key was
/// unlocked, all that wait. Looks when the log grew. GUI thread.
class PlanWatch : public QObject
{
    Q_OBJECT

public:
    static constexpr int kMost = 500; ///< plans that are looked at

    /// What came since the last look; of what was there at the first one nothing is news.
    struct News
    {
        QList<WaitingPlan> fresh;     ///< wait since then
        QList<WaitingPlan> halfway;   ///< half of their time is over
        QList<WaitingPlan> late;      ///< nine tenths are
        QList<WaitingPlan> escalated; ///< the person may decide from now on

        [[nodiscard]] bool isEmpty() const
        {
            return fresh.isEmpty() && halfway.isEmpty() && late.isEmpty() && escalated.isEmpty();
        }
    };

    /// `session` must outlive it.
    explicit PlanWatch(Session &session, QObject *parent = nullptr);

    /// Those that need the person, oldest first.
    [[nodiscard]] const QList<WaitingPlan> &plans() const { return m_plans; }

Q_SIGNALS:
    void looked(const PlanWatch::News &news);

private:
    using Rows = QList<ledger::OperationRow>;

    void takeOverview();
    void look();
    void takeRows(const base::Result<Rows> &rows);
    void askDecisions();
    void takeReminders(const base::Result<QList<ledger::EventRow>> &events);
    void askEscalations();
    void takeEscalations(const base::Result<QList<ledger::EventRow>> &events);
    void conclude();
    void stop();
    [[nodiscard]] bool needsMe(const ledger::OperationRow &row, const QList<ledger::DecisionRow> &decisions) const;
    [[nodiscard]] QList<ledger::EventRow> newOf(const base::Result<QList<ledger::EventRow>> &events) const;

    Session &m_session;
    ApprovalGate::Approver m_me; ///< person "" = nobody was here yet
    QList<WaitingPlan> m_plans;
    QSet<qint64> m_known; ///< all that waited at the last look
    qint64 m_seen = -1;   ///< events of the log at the last look; -1 = none was made
    qint64 m_seeing = 0;  ///< events of the log at this one
    bool m_looking = false;
    bool m_again = false;
    Rows m_rows;            ///< of this look
    QList<qint64> m_unsure; ///< somebody approved them already: perhaps this person
    QSet<qint64> m_done;    ///< this person did
    QList<ledger::EventRow> m_reminded;
    QList<ledger::EventRow> m_escalated;
};

} // namespace obstat::console
