#pragma once

#include "ctl/command.h"

namespace obstat::ctl {

/// `init LEDGER`: the first run of contract 12; activates the sample policy, signed by the new administrator.
class InitCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    std::string m_ledger;
    std::string m_passphraseFile;
    std::string m_listen = "127.0.0.1:0";
    std::string m_tools;
    std::string m_policy;
    bool m_simulated = false;
    bool m_json = false;
};

} // namespace obstat::ctl
