#pragma once

#include "ctl/command.h"
#include "ctl/ledgeroptions.h"

namespace obstat::ctl {

/// `key new FILE`: a new private key (encrypted PKCS#8), and with `--name` a request to be enrolled, FILE.request.
class KeyCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    LedgerOptions m_ledger;
    std::string m_file;
    std::string m_name;
    std::string m_passphraseFile;
};

} // namespace obstat::ctl
