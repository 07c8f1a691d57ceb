#pragma once

#include "ctl/command.h"
#include "ctl/ledgeroptions.h"

namespace obstat::ctl {

/// `verify LEDGER`: exit 0 only when the log and the stored values are whole (evidence.md 6).
class VerifyCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    LedgerOptions m_ledger;
    bool m_json = false;
};

/// `metrics LEDGER`: the six watched numbers of contract 9 over a range.
class MetricsCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    LedgerOptions m_ledger;
    std::string m_last = "30d";
    std::string m_tool;
    bool m_json = false;
};

} // namespace obstat::ctl
