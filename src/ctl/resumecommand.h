#pragma once

#include "ctl/command.h"
#include "ctl/ledgeroptions.h"

namespace obstat::ctl {

/// An administrator's signed act that carries only a reason: `resume` accepts this copy of the log after a doubt
/// (evidence.md 4), `automatic-on` lets rules approve again afterwards.
class ResumeCommand final : public Command
{
public:
    enum class Act { Resume, AutomaticOn };

    ResumeCommand(Context &context, Act act) : Command(context), m_act(act) {}
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    const Act m_act;
    LedgerOptions m_ledger;
    AdminOptions m_admin;
    std::string m_reason;
};

} // namespace obstat::ctl
