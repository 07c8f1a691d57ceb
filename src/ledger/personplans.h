#pragma once

#include "ledger/decisionjudge.h"
#include "ledger/planmaker.h"

#include <functional>

namespace obstat::ledger {

/// Plans that a person asks for in the place of one that is there, or beside it. Tool, token, sponsor and facts are
/// those of that one; who asks is the person, and no rule approves it. Inside a running transaction.
class PersonPlans
{
public:
    struct Prepared
    {
        Submission submission;
        Intake intake;
        policy::Identity identity;
        policy::Subject subject;
        QByteArray facts;
        policy::Verdict verdict;
        int revision = 1;
        int generation = 1;
    };
    using Answer = tl::expected<Prepared, DecisionObjection>;
    using IdentityOf =
        std::function<tl::expected<policy::Identity, DecisionObjection>(const Submission &, const Intake &)>;
    struct Request
    {
        QString person;
        base::CanonicalJson arguments;
        QString run;
        IdentityOf identityOf;
    };

    explicit PersonPlans(WriterCore &core) : m_core(core), m_maker(core) {}

    /// What would be planned, or why not. Changes nothing.
    [[nodiscard]] base::Result<Answer> prepare(Request request, const OperationRow &first);
    [[nodiscard]] base::Result<OperationRow> make(const Prepared &prepared);

private:
    WriterCore &m_core;
    PlanMaker m_maker;
};

} // namespace obstat::ledger
