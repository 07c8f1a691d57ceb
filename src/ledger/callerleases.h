#pragma once

#include "ledger/attemptlife.h"
#include "ledger/eventlookup.h"

namespace obstat::ledger {

/// Who holds what as a caller, by the log and by no row; and the end of their leases. Inside a running transaction,
/// and it sees only what was committed before.
class CallerLeases
{
public:
    /// One claim of a caller, as its event says.
    struct Held
    {
        qint64 fence = 0;
        QString tokenId, actor;
        QString nonce; ///< its digest
        Micros until = 0;
        bool resend = false;
    };
    using Found = base::Result<std::optional<Held>>;

    explicit CallerLeases(WriterCore &core);

    /// The caller's claim with this fence; nothing where none is, or where the flow claimed it.
    [[nodiscard]] Found byFence(qint64 operation, qint64 fence);
    /// The claim that this token once asked for under this nonce.
    [[nodiscard]] Found byNonce(qint64 operation, const QString &tokenId, const QString &nonceDigest);

    /// Ends an open attempt whose lease is over: what is not settled is unknown from now on.
    [[nodiscard]] base::Result<> end(OperationRow &row, AttemptRow &attempt);
    /// The same for what is open of this operation; nothing where its lease still runs.
    [[nodiscard]] base::Result<> endRunOutOf(qint64 operation);
    /// Ends up to `limit` attempts of callers whose lease is over; gives the operations that changed.
    [[nodiscard]] base::Result<QList<OperationRow>> endRunOut(int limit);

private:
    WriterCore &m_core;
    EventLookup m_lookup;
    Statement m_runOut;
};

} // namespace obstat::ledger
