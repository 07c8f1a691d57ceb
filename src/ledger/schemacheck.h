#pragma once

#include "ledger/findinglist.h"
#include "ledger/readsession.h"

namespace obstat::ledger {

/// What the database does by itself: its schema must be the one that the migrations make, without foreign triggers, and
/// the indexes that submits and claims rely on must hold every row (approval-integrity C17). A trigger runs inside the
/// writer's own transactions, and an emptied index makes a key look free.
class SchemaCheck
{
public:
    using Step = std::function<bool(qint64 done, qint64 total)>;

    SchemaCheck(ReadSession &session, FindingList &findings) : m_session(session), m_findings(findings) {}

    [[nodiscard]] base::Result<> checkSchema();
    /// In chunks. False: the step wants to stop.
    [[nodiscard]] base::Result<bool> checkIndexes(const Step &step);

private:
    struct Index
    {
        QString name;
        QString table;
        QString key;   ///< integer primary key
        QString where; ///< which rows it holds, of `t`; "" = all
        QString match; ///< how its entry `k` is found from the row `t`
    };
    [[nodiscard]] base::Result<bool> checkIndex(const Index &index, const Step &step);

    ReadSession &m_session;
    FindingList &m_findings;
};

} // namespace obstat::ledger
