#pragma once

#include "ledger/callerleases.h"
#include "ledger/plancheck.h"
#include "ledger/planending.h"
#include "ledger/questions.h"

#include <QSet>

namespace obstat::ledger {

struct CallerClaim;
struct CallerClaimAnswer;

/// Claims due plans (contract 7.1) after all checks of 6.3; for unknown ones the next step, a resend or a question
/// (7.4, 7.5). Inside a running transaction.
class ClaimTransaction
{
public:
    explicit ClaimTransaction(WriterCore &core);

    [[nodiscard]] base::Result<ClaimReport> run(int limit, Micros lease);
    /// The one plan that a caller asks for, after the same checks, with its attempt begun. NotFound.
    [[nodiscard]] base::Result<CallerClaimAnswer> forCaller(const CallerClaim &wanted);

private:
    using Obstacle = base::Result<std::optional<CallerClaimAnswer>>;

    [[nodiscard]] Obstacle claimBefore(const CallerClaim &wanted, const OperationRow &row);
    [[nodiscard]] Obstacle obstacleFor(OperationRow &row, const PlanFinding &finding);
    [[nodiscard]] base::Result<CallerClaimAnswer> giveTo(const CallerClaim &wanted, OperationRow &row,
                                                         const PlanFinding &finding);
    [[nodiscard]] base::Result<QList<qint64>> due(int limit);
    /// Takes back what was claimed and never started within its lease.
    [[nodiscard]] base::Result<QSet<qint64>> takeBackRunOut(ClaimReport &report);
    [[nodiscard]] base::Result<> look(qint64 operation, Micros lease, ClaimReport &report);
    [[nodiscard]] base::Result<> lookAtUnknown(OperationRow &row, const PlanFinding &finding, Micros lease,
                                               ClaimReport &report);
    [[nodiscard]] base::Result<> confirm(OperationRow &row, Micros lease, ClaimReport &report);
    [[nodiscard]] base::Result<> ask(OperationRow &row, Question question, Micros lease, ClaimReport &report);
    [[nodiscard]] base::Result<> claim(OperationRow &row, const PlanFinding &finding, const QString &why, Micros lease,
                                       ClaimReport &report);
    [[nodiscard]] base::Result<> withdraw(OperationRow &row, const PlanFinding &finding);
    [[nodiscard]] base::Result<> giveBack(OperationRow &row, const PlanFinding &finding);
    /// Not again without a person.
    [[nodiscard]] base::Result<> block(OperationRow &row);

    WriterCore &m_core;
    PlanCheck m_check;
    PlanEnding m_ending;
    AttemptLife m_attempts;
    CallerLeases m_leases;
    Questions m_questions;
    Statement m_due;
    Statement m_confirm;
    Statement m_ranOut;
    Statement m_byHand;
    Statement m_nextDue;
};

/// Sets the row held and raises an alarm (contract 6.3).
[[nodiscard]] base::Result<> hold(WriterCore &core, OperationRow &row, const QString &why);

} // namespace obstat::ledger
