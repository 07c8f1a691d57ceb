#pragma once

#include "base/result.h"
#include "flow/daemonconfig.h"
#include "ledger/ledgerreader.h"

#include <memory>
#include <string>

namespace CLI {
class App;
}

namespace obstat::ctl {

/// `--ledger FILE`, for every verb that reads or writes one (contract 12: then OBSTAT_LEDGER, then the user's own).
class LedgerOptions
{
public:
    void declare(CLI::App &command, bool positional = false);
    [[nodiscard]] QString database() const;
    /// obstatd.toml beside the ledger.
    [[nodiscard]] base::Result<flow::DaemonConfig> config() const;
    [[nodiscard]] base::Result<std::unique_ptr<ledger::LedgerReader>> reader() const;

private:
    std::string m_ledger;
};

/// `--admin-key FILE`, `--passphrase-file FILE`: the administrator who signs.
class AdminOptions
{
public:
    void declare(CLI::App &command);
    /// Unlocks the key (admin.pem beside the ledger by default) and finds its administrator in the configuration.
    /// Forbidden when the configuration does not name the key.
    struct Signer
    {
        approval::SigningKey key;
        QString name;
    };
    [[nodiscard]] base::Result<Signer> unlock(const flow::DaemonConfig &config) const;
    [[nodiscard]] QString passphraseFile() const { return QString::fromStdString(m_passphraseFile); }

private:
    std::string m_key;
    std::string m_passphraseFile;
};

} // namespace obstat::ctl
