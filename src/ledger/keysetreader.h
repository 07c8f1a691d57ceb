#pragma once

#include "ledger/readsession.h"

namespace obstat::ledger {

/// Runs a KeysetQuery: chooses its driving index by counting up to a bound in each, and reads by it.
class KeysetReader
{
public:
    KeysetReader(ReadSession &session, const KeysetQuery &query) : m_session(session), m_query(query) {}

    /// Visits `columns` of up to `limit` rows after the key `after` (0 = from the start); limit < 0: all.
    [[nodiscard]] base::Result<> forEach(const QString &columns, qint64 after, qint64 limit,
                                         const ReadSession::Row &visit);
    [[nodiscard]] base::Result<qint64> count();
    /// The key of every `pageSize`-th row that has rows after it, `start` before them.
    [[nodiscard]] base::Result<QList<qint64>> anchors(const QString &key, int pageSize, qint64 start);

    /// The driver that serves the query: the one with the fewest entries.
    [[nodiscard]] base::Result<int> driver();

private:
    [[nodiscard]] QString signature() const;
    [[nodiscard]] bool isAmount(int driver) const;
    [[nodiscard]] base::Result<qint64> probe(int driver, int cap);

    ReadSession &m_session;
    const KeysetQuery &m_query;
};

} // namespace obstat::ledger
