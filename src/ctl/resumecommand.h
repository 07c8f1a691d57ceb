#pragma once

#include "ctl/command.h"
#include "ctl/ledgeroptions.h"

namespace obstat::ctl {

/// `resume --reason WHY`: accepts this copy of the log after a doubt (evidence.md 4), signed by an administrator.
class ResumeCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    LedgerOptions m_ledger;
    AdminOptions m_admin;
    std::string m_reason;
};

/// `automatic-on --reason WHY`: rules may approve again after a resume, signed by an administrator.
class AutomaticOnCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    LedgerOptions m_ledger;
    AdminOptions m_admin;
    std::string m_reason;
};

} // namespace obstat::ctl
