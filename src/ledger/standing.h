#pragma once

#include "ledger/statement.h"
#include "ledger/types.h"

namespace obstat::ledger {

/// One revision as far as a submit asks about it.
struct Revision
{
    qint64 id = 0;
    Status status = Status::AwaitingApproval;
    QString payloadDigest;
    int revision = 0;
    int generation = 0;
    int attempts = 0;
    bool contrary = false; ///< there is evidence against its end
    bool sameKey = true;   ///< under the very key, not an earlier formula's or another window's
};

/// What stands under an identity when a submit comes (contract 4.2).
struct Standing
{
    std::optional<Revision> rejected; ///< the newest rejected one with the digest asked for
    std::optional<Revision> live;     ///< alive, unknown or took effect; also open work in another window
    std::optional<Revision> last;     ///< the newest under the very key
    QList<Revision> ended;            ///< all that ended without effect, by their rows
};

/// Looks up what stands, under the head row's lock. Sees what the running transaction wrote.
class StandingLookup
{
public:
    explicit StandingLookup(SqliteConnection &connection);

    [[nodiscard]] base::Result<Standing> find(const QString &tenant, const policy::Identity &identity,
                                              const QString &payloadDigest);

private:
    [[nodiscard]] base::Result<QList<Revision>> revisions(Statement &statement, const QString &tenant,
                                                          const QString &key);

    Statement m_byKey;
    Statement m_openWork;
};

} // namespace obstat::ledger
