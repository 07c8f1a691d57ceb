#pragma once

#include "ledger/readsession.h"

namespace obstat::ledger {

/// Reads a range of amounts in the order of ids, through the index over blocks of 4,096 ids in which amounts are
/// sorted: one seek for a block without a match, and at most one block of ids sorted at a time. So a page costs at most
/// one seek per 4,096 operations, whatever the amounts are.
class AmountWalk
{
public:
    AmountWalk(ReadSession &session, const KeysetQuery &query, int driver);

    [[nodiscard]] base::Result<> forEach(const QString &columns, qint64 after, qint64 limit,
                                         const ReadSession::Row &visit);
    /// Counts up to `cap` entries of the range alone; cap < 0: the rows of the whole query.
    [[nodiscard]] base::Result<qint64> count(int cap);

private:
    struct Blocks
    {
        qint64 from = 0; ///< the first block in the order of the walk
        qint64 to = 0;
    };
    [[nodiscard]] base::Result<std::optional<Blocks>> blocks(qint64 after);
    [[nodiscard]] SqlText nextBlock(const Blocks &blocks) const;
    [[nodiscard]] base::Result<QList<qint64>> idsOf(qint64 block, qint64 after);
    [[nodiscard]] static QString walk(bool descending);

    ReadSession &m_session;
    const KeysetQuery &m_query;
    int m_driver;
    QVariantList m_range; // lowest and highest amount
};

} // namespace obstat::ledger
