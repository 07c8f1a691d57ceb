#pragma once

#include "approval/decision.h"
#include "console/models/planreview.h"

namespace obstat::console {

/// How a plan was on screen when it was decided; part of what is signed (C19).
struct ShownState
{
    base::Micros shownFor = 0;
    bool all = false;
    QString surface = QStringLiteral("console");
};

/// The body of a decision about this plan as it was shown. Approver, key and nonce are for KeySession::sign() to fill.
[[nodiscard]] approval::DecisionBody decisionDraft(const PlanReview &plan, const QString &kind, const QString &reason,
                                                   const ShownState &shown, base::Micros now);

} // namespace obstat::console
