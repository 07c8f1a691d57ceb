#pragma once

#include "ledger/decisionjudge.h"
#include "ledger/keyholder.h"
#include "ledger/questions.h"

namespace obstat::ledger {

/// People's decisions about what nobody can prove (contract 7.5): `resolve_succeeded` and `resolve_absent` settle an
/// unknown, or evidence against a settled one; `ask_again` has the owner asked at once. Over the policy's limit two
/// people must say the same. Inside a running transaction.
class OutcomeDecisions
{
public:
    explicit OutcomeDecisions(WriterCore &core);

    [[nodiscard]] static bool concerns(const QString &kind);
    /// Why this decision changes nothing; nothing where it does. Changes nothing itself. The row is the one that was
    /// frozen and whose status the log witnesses.
    [[nodiscard]] DecisionJudge::Judged judge(const approval::DecisionBody &body, const OperationRow &row);

    struct Settled
    {
        qint64 event = 0;
        QString code; ///< counted, asked or admitted
        QString message;
    };
    /// Moves the row and appends the event; the caller stores the decision.
    [[nodiscard]] base::Result<Settled> settle(const approval::DecisionEnvelope &envelope,
                                               const approval::DecisionBody &body, OperationRow &row);

private:
    [[nodiscard]] DecisionJudge::Judged stateOf(const approval::DecisionBody &body, const OperationRow &row);
    struct Said
    {
        bool sameVoice = false; ///< this person, key or principal said so before
        bool another = false;   ///< somebody else did
    };
    [[nodiscard]] base::Result<Said> whoSaid(const approval::DecisionBody &body, const OperationRow &row);
    [[nodiscard]] base::Result<bool> wantsTwo(const OperationRow &row);
    [[nodiscard]] base::Result<> releaseLater(const OperationRow &row, const evidence::Event &decision);
    [[nodiscard]] base::Result<Settled> ask(const evidence::Event &event, OperationRow &row);
    [[nodiscard]] base::Result<Settled> resolve(evidence::Event event, const approval::DecisionBody &body,
                                                OperationRow &row);

    WriterCore &m_core;
    Questions m_questions;
    Votes m_votes;
    EventLookup m_lookup;
    KeyHolder m_holder;
    Statement m_before;
};

} // namespace obstat::ledger
