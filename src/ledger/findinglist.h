#pragma once

#include "ledger/ledgerverifier.h"

namespace obstat::ledger {

/// What a verification found wrong, the first hundred.
class FindingList
{
public:
    static constexpr int kMost = 100;

    void add(qint64 event, qint64 operation, const QString &what)
    {
        if (!isFull())
            m_findings.append({event, operation, what});
    }
    [[nodiscard]] bool isFull() const { return m_findings.size() >= kMost; }
    [[nodiscard]] const QList<VerifyFinding> &all() const { return m_findings; }

private:
    QList<VerifyFinding> m_findings;
};

} // namespace obstat::ledger
