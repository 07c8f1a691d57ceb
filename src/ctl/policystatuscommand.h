#pragma once

#include "ctl/command.h"
#include "ctl/ledgeroptions.h"

namespace obstat::ctl {

/// `policy status`: which policy is in force, who activated it, and whether a file says the same; NotWhole when it does
/// not.
class PolicyStatusCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    [[nodiscard]] QString file() const;

    LedgerOptions m_ledger;
    std::string m_file;
    bool m_json = false;
};

} // namespace obstat::ctl
