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

    /// That what this event names is there and whole, after checkAll(). `purged`: values of its operation may be gone.
    [[nodiscard]] base::Result<> checkNamed(const evidence::Event &event, bool purged);
    /// Forgets which digests were seen, to bound memory.
    void forget() { m_there.clear(); }
    /// The damaged values that no event named, after all events.
    void tellUnnamed();

private:
    [[nodiscard]] base::Result<qint64> checkPayloads(qint64 after, qint64 &last);
    [[nodiscard]] base::Result<> checkDocuments();
    [[nodiscard]] base::Result<bool> isThere(const QString &table, const QString &digest);
    void tell(const evidence::Event &event, const QString &name, const QString &digest, const QString &what);

    ReadSession &m_session;
    FindingList &m_findings;
    QSet<QString> m_there;
    QSet<QString> m_damaged; ///< not told yet
    QSet<QString> m_told;
    qint64 m_checked = 0;
};

} // namespace obstat::ledger
