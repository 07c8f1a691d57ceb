#pragma once

#include "base/result.h"
#include "ledger/filesystem.h"

#include <QString>

namespace obstat::ledger {

/// The files of one SQLite ledger (formats.md), all beside NAME.obstat.
struct LedgerFiles
{
    QString database; ///< NAME.obstat
    QString lock;     ///< NAME.lock
    QString state;    ///< NAME.state
    QString key;      ///< NAME.key
    QString config;   ///< obstatd.toml
    QString registry; ///< tools.toml
    QString policy;   ///< policy.toml

    [[nodiscard]] static LedgerFiles beside(const QString &database);
};

/// `--ledger`, then OBSTAT_LEDGER, then $XDG_DATA_HOME/obstat/ledger.obstat (contract 12).
[[nodiscard]] QString findLedger(const QString &option);

/// What can be said about a ledger file before opening it: exists, readable, local disk (NetworkFileSystem), SQLite
/// header with Obstat's application id (NotALedger), whole pages (Truncated). The bytes of a file that this process has
/// open already are not looked at again (FileInUse).
[[nodiscard]] base::Result<> inspectLedgerFile(const QString &database, const FileSystemProbe &probe = statfsMagic);

/// An error met while a ledger was opened, with the file's name in its message.
[[nodiscard]] base::Error ofLedger(base::Error error, const QString &database);

} // namespace obstat::ledger
