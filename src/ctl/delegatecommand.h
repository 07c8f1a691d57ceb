#pragma once

#include "ctl/command.h"
#include "ctl/ledgeroptions.h"

#include <QJsonObject>

namespace obstat::ctl {

/// `delegate NAME --for PERSON --until TIME [--from TIME]`, or `--end`: NAME decides for PERSON in that time. Signed by
/// an administrator.
class DelegateCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    [[nodiscard]] base::Result<QJsonObject> data() const;

    LedgerOptions m_ledger;
    AdminOptions m_admin;
    std::string m_delegate;
    std::string m_principal;
    std::string m_from;
    std::string m_until;
    bool m_end = false;
};

/// `role NAME --role R…`: the person's roles from now on; none takes all away. Signed by an administrator.
class RoleCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    LedgerOptions m_ledger;
    AdminOptions m_admin;
    std::string m_name;
    std::vector<std::string> m_roles;
};

} // namespace obstat::ctl
