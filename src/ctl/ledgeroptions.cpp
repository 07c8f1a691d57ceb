#include "ctl/ledgeroptions.h"

#include "ctl/passphrase.h"
#include "ledger/ledgerfiles.h"

#include <CLI/CLI.hpp>

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using base::ErrorCode;
using base::fail;
using base::Result;

void LedgerOptions::declare(CLI::App &command, bool positional)
{
    command.add_option(positional ? "ledger,--ledger" : "--ledger", m_ledger,
                       "The ledger (default: OBSTAT_LEDGER, then the user's own)");
}

QString LedgerOptions::database() const
{
    return ledger::findLedger(QString::fromStdString(m_ledger));
}

Result<flow::DaemonConfig> LedgerOptions::config() const
{
    // A ledger that is not there is told as such, not as a missing configuration.
    if (auto there = ledger::inspectLedgerFile(database()); !there)
        return tl::unexpected(there.error());
    auto config = flow::DaemonConfig::load(ledger::LedgerFiles::beside(database()).config);
    if (config && QFileInfo(config->ledger).canonicalFilePath() != QFileInfo(database()).canonicalFilePath())
        return fail(ErrorCode::Usage,
                    u"%1 is the configuration of another ledger (%2)."_s.arg(config->path, config->ledger));
    return config;
}

Result<std::unique_ptr<ledger::LedgerReader>> LedgerOptions::reader() const
{
    return ledger::LedgerReader::open(database());
}

void AdminOptions::declare(CLI::App &command)
{
    command.add_option("--admin-key", m_key, "The administrator's private key (default: admin.pem beside the ledger)");
    command.add_option("--passphrase-file", m_passphraseFile, "File whose first line is that key's passphrase");
}

Result<AdminOptions::Signer> AdminOptions::unlock(const flow::DaemonConfig &config) const
{
    const QString path =
        m_key.empty() ? QFileInfo(config.path).absoluteDir().filePath(u"admin.pem"_s) : QString::fromStdString(m_key);
    auto passphrase = readPassphrase(passphraseFile(), u"Passphrase of the administrator's key"_s);
    if (!passphrase)
        return tl::unexpected(passphrase.error());
    auto key = approval::loadKeyFile(path, *passphrase);
    if (!key)
        return tl::unexpected(key.error());
    for (const approval::Administrator &administrator : config.administrators)
        if (administrator.key.raw == key->publicKey().raw)
            return Signer{*key, administrator.name};
    return fail(ErrorCode::Forbidden, u"%1 names no administrator with the key %2."_s.arg(config.path, path));
}

} // namespace obstat::ctl
