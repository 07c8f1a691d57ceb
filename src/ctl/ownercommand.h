#pragma once

#include "ctl/command.h"

#include <vector>

namespace obstat::ctl {

/// `owner`: a simulated payment and invoice service until it is told to stop.
class OwnerCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    std::string m_book = "owner.sqlite";
    std::string m_listen = "127.0.0.1:9410";
    std::string m_delay;
    std::string m_refuseOver;
    std::string m_format = "obstat";
    std::vector<std::string> m_recordings;
    int m_loseAnswers = 0;
    int m_serverErrors = 0;
    bool m_ignoreKey = false;
};

} // namespace obstat::ctl
