#pragma once

#include "ctl/command.h"
#include "ctl/ledgeroptions.h"

#include <vector>

namespace obstat::ctl {

/// `token add --actor A --sponsor NAME --scope …`: prints the token once.
class TokenAddCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    LedgerOptions m_ledger;
    AdminOptions m_admin;
    std::string m_actor = "agent";
    std::string m_tenant = "default";
    std::string m_sponsor;
    std::vector<std::string> m_scopes;
    bool m_json = false;
};

/// `token revoke ID`.
class TokenRevokeCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    LedgerOptions m_ledger;
    AdminOptions m_admin;
    std::string m_id;
};

} // namespace obstat::ctl
