#pragma once

#include "ctl/command.h"
#include "ctl/ledgeroptions.h"

#include <vector>

namespace obstat::ctl {

/// `enrol NAME --role R --key FILE`: FILE is a request made by `key new --name`, or the person's key file itself.
class EnrolCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    [[nodiscard]] base::Result<QJsonObject> enrolment(const QString &origin) const;

    LedgerOptions m_ledger;
    AdminOptions m_admin;
    std::string m_name;
    std::vector<std::string> m_roles;
    std::vector<std::string> m_tenants{"*"};
    std::string m_key;
    std::string m_keyPassphraseFile;
};

/// `revoke NAME [--key-id ID]`: a person, or one key of theirs.
class RevokeCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    LedgerOptions m_ledger;
    AdminOptions m_admin;
    std::string m_name;
    std::string m_keyId;
};

} // namespace obstat::ctl
