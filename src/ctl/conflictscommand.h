#pragma once

#include "ctl/command.h"
#include "ctl/ledgeroptions.h"

namespace obstat::ctl {

/// `conflicts`: the second payloads that wait for a person, newest first.
class ConflictsCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    LedgerOptions m_ledger;
    int m_limit = 100;
    bool m_json = false;
};

} // namespace obstat::ctl
