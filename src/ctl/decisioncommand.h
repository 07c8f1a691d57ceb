#pragma once

#include "ctl/command.h"
#include "ctl/ledgeroptions.h"

namespace obstat::ctl {

/// `decision show OPERATION|NONCE`: the signed decisions of an operation, or one. Shows each plan again from the stored
/// bytes and compares the digest with the one that was signed (approval-integrity C1). NotWhole when one differs.
class DecisionCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    [[nodiscard]] base::Result<QList<ledger::DecisionRow>> find(ledger::LedgerReader &reader) const;
    [[nodiscard]] base::Result<QJsonObject> looked(ledger::LedgerReader &reader, const ledger::DecisionRow &row) const;
    void tell(const QJsonObject &decision);

    LedgerOptions m_ledger;
    std::string m_what;
    bool m_json = false;
};

} // namespace obstat::ctl
