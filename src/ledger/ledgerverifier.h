#pragma once

#include "approval/directory.h"
#include "base/result.h"
#include "ledger/ledgerreader.h"

#include <functional>

namespace obstat::ledger {

struct VerifyProgress
{
    qint64 done = 0, total = 0;
    QString step;
};
struct VerifyFinding
{
    qint64 event = -1;
    qint64 operation = -1;
    QString what;
    /// Not of one row alone: the log itself, an administrator's act, or a row by which a key could look free.
    bool grave = false;
}; ///< the first bad ones, at most 100 of each weight

struct VerifyReport
{
    bool whole = false;
    qint64 events = 0, operations = 0, values = 0, checkpoints = 0;
    QString root; ///< hex
    /// "" when the state file beside the database was compared with the log (evidence.md 4); else a sentence that says
    /// why not, and then nobody can tell whether the newest events were taken away.
    QString state;
    QList<VerifyFinding> findings;
    bool full = false; ///< there may be more findings than are listed
    /// The first grave finding; nullptr when there is none.
    [[nodiscard]] const VerifyFinding *firstGrave() const;
};

/// Evidence.md 6: reads every leaf and every stored value, checks them against digests, the head's compact range, the
/// checkpoints' signatures and roots, and rows against what their leaves say (status, digests, decisions, acts).
class LedgerVerifier
{
public:
    /// `logVerifierKey` from obstatd.toml, "" = checkpoints are checked for consistency only. `administrators`: to
    /// verify signed acts and decisions, empty = signatures are not checked (callers say so).
    LedgerVerifier(LedgerReader &reader, QString logVerifierKey, QList<approval::Administrator> administrators);
    /// `progress` may return false to cancel (Cancelled). Reads in short chunks, so that a writer may go on meanwhile.
    /// The state file beside the database is compared too, where there is one: it knows a log that was put back.
    [[nodiscard]] base::Result<VerifyReport> run(const std::function<bool(const VerifyProgress &)> &progress);

private:
    LedgerReader &m_reader;
    QString m_logVerifierKey;
    QList<approval::Administrator> m_administrators;
};

} // namespace obstat::ledger
