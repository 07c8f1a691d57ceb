#pragma once

#include "ctl/command.h"
#include "ctl/ledgeroptions.h"

namespace obstat::ctl {

/// `policy test FILE`: runs the policy's own tests; NotWhole when one fails.
class PolicyTestCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    std::string m_file = "policy.toml";
    bool m_json = false;
};

/// `policy activate FILE`: signed by an administrator; refused when a test fails.
class PolicyActivateCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    LedgerOptions m_ledger;
    AdminOptions m_admin;
    std::string m_file = "policy.toml";
};

/// `tools check FILE`: fails a build that adds a write tool without answers (contract 2).
class ToolsCheckCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    std::string m_file = "tools.toml";
};

} // namespace obstat::ctl
