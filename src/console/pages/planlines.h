#pragma once

#include "console/client/decisiondesk.h"
#include "console/models/planreview.h"
#include "console/widgets/displayline.h"

/// What the plan panel writes where: the review's escaped lines with the console's own words around them.
namespace obstat::console::planlines {

struct Head
{
    QString title;     ///< what will happen to which record
    QString sum;       ///< amount and currency
    QString recipient; ///< to whom, when an argument says so
    QString subject;   ///< tool and tenant
};

[[nodiscard]] Head head(const PlanReview &plan);
/// Nothing has happened yet · waiting 4 m · expires in 3 h 56 m · asked 3 times.
[[nodiscard]] QString stateText(const PlanReview &plan, base::Micros now);

/// The head lines of the shown text where one is too long to stand above or holds what the eye does not see.
[[nodiscard]] QList<DisplayLine> headLines(const PlanReview &plan);
[[nodiscard]] QList<DisplayLine> ruleLines(const PlanReview &plan);
[[nodiscard]] QList<DisplayLine> traceLines(const PlanReview &plan);
[[nodiscard]] QList<DisplayLine> answerLines(const PlanReview &plan);
[[nodiscard]] QList<DisplayLine> digestLines(const PlanReview &plan);
/// Facts or arguments, one line a leaf.
[[nodiscard]] QList<DisplayLine> lines(const PlanReview &plan, approval::ShownLine::Kind kind);
[[nodiscard]] QList<DisplayLine> changeLines(const PlanReview &plan);
/// `SINCE THE LAST ONE FOR WD-24821 (OP 12, REJECTED)`.
[[nodiscard]] QString changedHeading(const PlanReview &plan);
[[nodiscard]] QString warningText(const QList<ValueWarning> &warnings);
/// What an approver must know of these values and of an earlier send of the same work, a line each.
[[nodiscard]] QString allWarnings(const PlanReview &plan);
[[nodiscard]] QString runHeading(const PlanReview &plan);
[[nodiscard]] QString runText(const ledger::LedgerReader::RunShape &shape);

/// Why a plan is not in the queue any more; "" while it is.
[[nodiscard]] QString endText(const OperationDetail &detail);

struct Outcome
{
    Tone tone = Tone::Wait;
    QString text;
    QString detail;
};
[[nodiscard]] Outcome outcome(const DecisionReport &report);

} // namespace obstat::console::planlines
