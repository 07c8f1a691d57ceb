#pragma once

#include "ctl/command.h"
#include "ctl/ledgeroptions.h"
#include "sim/replay.h"

#include <vector>

namespace obstat::ctl {

/// `replay --format F FILE…`: drives a gateway with recorded runs. With `--scratch` the whole set-up is made, run and
/// counted by this one command.
class ReplayCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    [[nodiscard]] base::Result<QList<sim::Recording>> load() const;
    [[nodiscard]] base::Result<QByteArray> text(const std::string &file, const QString &kind) const;
    int runScratch(const QList<sim::Recording> &recordings);
    int runAgainstInstance(const QList<sim::Recording> &recordings);
    int report(const QList<sim::Recording> &recordings, const QList<sim::ReplayCounts> &counts);

    LedgerOptions m_ledger;
    AdminOptions m_admin;
    std::vector<std::string> m_files;
    std::string m_format;
    std::string m_keep;
    std::string m_tools;
    std::string m_policy;
    std::string m_ownerBook;
    int m_wait = 30;
    int m_parallel = 4;
    bool m_scratch = false;
    bool m_json = false;
};

} // namespace obstat::ctl
