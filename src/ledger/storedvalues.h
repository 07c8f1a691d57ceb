#pragma once

#include "evidence/event.h"
#include "ledger/findinglist.h"
#include "ledger/readsession.h"

#include <QSet>

namespace obstat::ledger {

/// The values that leaves name by digest: every stored one must have its digest, every named one must be stored unless
/// it was purged.
class StoredValues
{
public:
    StoredValues(ReadSession &session, FindingList &findings) : m_session(session), m_findings(findings) {}

    /// All rows of `payload` and `document` against their digests, in chunks. False: the caller's step wants to stop.
    [[nodiscard]] base::Result<bool> checkAll(const std::function<bool(qint64 done, qint64 total)> &step);
    [[nodiscard]] qint64 checked() const { return m_checked; }

    /// That what this event names is there. `purged`: values of its operation may be gone.
    [[nodiscard]] base::Result<> checkNamed(const evidence::Event &event, bool purged);
    /// Forgets which digests were seen, to bound memory.
    void forget() { m_there.clear(); }

private:
    [[nodiscard]] base::Result<qint64> checkPayloads(qint64 after, qint64 &last);
    [[nodiscard]] base::Result<> checkDocuments();
    [[nodiscard]] base::Result<bool> isThere(const QString &table, const QString &digest);

    ReadSession &m_session;
    FindingList &m_findings;
    QSet<QString> m_there;
    qint64 m_checked = 0;
};

} // namespace obstat::ledger
