#pragma once

#include "ctl/command.h"
#include "sim/drill.h"

namespace obstat::ctl {

/// `drill`: kills a scratch instance at every point for every kind of owner and tells what became of the work (contract
/// 7.6). Exit 0 only when every case is in order.
class DrillCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    [[nodiscard]] bool isWanted(const sim::DrillCase &drilled) const;
    void say(const sim::DrillResult &result);

    std::string m_daemon;
    std::string m_point;
    std::string m_owner;
    bool m_json = false;
};

} // namespace obstat::ctl
