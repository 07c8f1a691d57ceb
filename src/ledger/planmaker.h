#pragma once

#include "ledger/intake.h"
#include "ledger/writercore.h"

namespace obstat::ledger {

/// Writes a new plan: its values, its row with everything frozen, and the events that planned and, by a rule, approved
/// it (contract 4.2, 4.4). Inside a running transaction; whether it may be made was decided before.
class PlanMaker
{
public:
    enum class By { Agent, Person };
    struct Request
    {
        const Submission &submission;
        const Intake &intake;
        const policy::Identity &identity;
        policy::Subject subject;
        QByteArray facts; ///< canonical
        policy::Verdict verdict;
        int revision = 1;
        int generation = 1;
        By by = By::Agent;
    };

    explicit PlanMaker(WriterCore &core) : m_core(core) {}

    [[nodiscard]] base::Result<OperationRow> make(const Request &request);

private:
    [[nodiscard]] base::Result<> store(const Request &request, OperationRow &row);
    void appendPlanned(const OperationRow &row, By by);

    WriterCore &m_core;
};

} // namespace obstat::ledger
