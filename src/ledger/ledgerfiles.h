#pragma once

#include "base/result.h"

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
/// header with Obstat's application id (NotALedger), whole pages (Truncated).
[[nodiscard]] base::Result<> inspectLedgerFile(const QString &database);

} // namespace obstat::ledger
