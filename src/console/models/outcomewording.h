#pragma once

#include "console/client/decisiondesk.h"
#include "console/models/outcomegate.h"
#include "console/theme/themecolors.h"

namespace obstat::console {

/// What the console says about settling outcomes and conflicts. What others wrote comes out escaped.
class OutcomeWording
{
    Q_DECLARE_TR_FUNCTIONS(OutcomeWording)

public:
    struct Outcome
    {
        Tone tone = Tone::Wait;
        QString text;
        QString detail;
    };
    /// What became of a decision of one of these kinds.
    [[nodiscard]] static Outcome outcome(const DecisionReport &report);
    /// That two people have to say the same, and who has said what; "" where one person's word settles it.
    [[nodiscard]] static QString people(const OutcomeReview &review, base::Micros now);
    /// Why buttons do nothing: one line for each reason, with the actions that it concerns.
    struct Blocked
    {
        OutcomeAction action = OutcomeAction::AskAgain;
        OutcomeBlock block = OutcomeBlock::None;
    };
    [[nodiscard]] static QString blocked(const QList<Blocked> &all, const OutcomeReview &review, base::Micros now);
    /// `Asking about WD-1 again in 5 s`, while it can be recalled; "" for other kinds.
    [[nodiscard]] static QString held(const QString &kind, const QString &what, int seconds);
};

} // namespace obstat::console
