#pragma once

#include "ctl/command.h"
#include "ctl/ledgeroptions.h"

#include <vector>

namespace obstat::ctl {

/// `show ID|KEY`: one operation with its whole life, or every operation of an intent key.
class ShowCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    [[nodiscard]] base::Result<QList<ledger::OperationRow>> find(ledger::LedgerReader &reader) const;

    LedgerOptions m_ledger;
    std::string m_what;
    bool m_json = false;
};

/// `list [--status S] [--tool T] …`: operations newest first.
class ListCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    [[nodiscard]] base::Result<ledger::OperationFilter> filter() const;

    LedgerOptions m_ledger;
    std::vector<std::string> m_statuses;
    std::string m_tool;
    std::string m_run;
    std::string m_actor;
    std::string m_record;
    std::string m_rule;
    int m_limit = 100;
    qint64 m_after = 0;
    bool m_json = false;
};

} // namespace obstat::ctl
