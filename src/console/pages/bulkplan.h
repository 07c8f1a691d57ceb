#pragma once

#include "console/client/decisiondesk.h"
#include "console/models/approvalgate.h"
#include "console/theme/themecolors.h"

#include <QFrame>

namespace obstat::console {

class LinesView;
class Notice;
class PlainTextLabel;

/// One of several plans that are approved together: all that its signature covers, in full, and what became of it.
class BulkPlan : public QFrame
{
    Q_OBJECT

public:
    enum class State { Open, Changed, Decided };

    /// `masked`: what somebody without the right may read of it, nullptr when all may be read.
    BulkPlan(const PlanReview &review, const PlanReview *masked, QWidget *parent = nullptr);

    [[nodiscard]] const PlanReview &review() const { return m_review; }
    [[nodiscard]] LinesView &lines() const { return *m_lines; }
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool hasFolded() const;
    /// Why this one is left out, "" when it is not.
    void setObstacle(const QString &text);
    /// The ledger has another plan now than the one that is shown: it is never signed.
    void compare(const OperationDetail &detail);
    void setDecided() { m_state = State::Decided; }
    /// What the instance said, or what went wrong here.
    void setOutcome(Tone tone, const QString &text, const QString &detail = {});
    /// It can be decided again.
    void reopen(const QString &text);

private:
    PlanReview m_review;
    State m_state = State::Open;
    bool m_obstacle = false; ///< what is shown is one
    LinesView *m_lines = nullptr;
    Notice *m_outcome = nullptr;
};

} // namespace obstat::console
