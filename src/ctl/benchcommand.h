#pragma once

#include "ctl/command.h"

namespace obstat::ctl {

/// `bench write|gateway`: durable submits a second beside the fdatasync rate of the same disk, in one run
/// (performance.md).
class BenchCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    [[nodiscard]] base::Result<QJsonObject> write(const QString &folder);
    [[nodiscard]] base::Result<QJsonObject> gateway(const QString &folder);

    std::string m_what;
    std::string m_folder;
    double m_seconds = 3;
    int m_connections = 64;
    bool m_json = false;
};

} // namespace obstat::ctl
