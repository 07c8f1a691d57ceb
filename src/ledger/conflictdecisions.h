#pragma once

#include "ledger/decisionjudge.h"
#include "ledger/otherwork.h"
#include "ledger/personplans.h"

namespace obstat::ledger {

/// People's decisions about a second payload under a held key: `conflict_keep` and `conflict_dismiss` leave the first
/// work alone; `conflict_new` accepts the second as other work under a named new key, which somebody else approves.
/// Inside a running transaction.
class ConflictDecisions
{
public:
    explicit ConflictDecisions(WriterCore &core);

    [[nodiscard]] static bool concerns(const QString &kind);
    [[nodiscard]] DecisionJudge::Judged judge(const approval::DecisionBody &body, const OperationRow &row);

    struct Settled
    {
        qint64 event = 0;
        QString message;
        std::optional<OperationRow> planned;
    };
    [[nodiscard]] base::Result<tl::expected<Settled, DecisionObjection>>
    settle(const approval::DecisionEnvelope &envelope, const approval::DecisionBody &body, const OperationRow &row);

private:
    struct Conflict
    {
        QString payloadDigest, state, run;
    };
    [[nodiscard]] base::Result<std::optional<Conflict>> find(const approval::DecisionBody &body);
    [[nodiscard]] base::Result<tl::expected<OperationRow, DecisionObjection>>
    plan(const approval::DecisionBody &body, const OperationRow &row, const Conflict &conflict);

    WriterCore &m_core;
    Votes m_votes;
    PersonPlans m_plans;
    EventLookup m_lookup;
    Statement m_find;
    Statement m_settle;
    Statement m_planned;
    Statement m_taken;
};

} // namespace obstat::ledger
