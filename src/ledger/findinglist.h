#pragma once

#include "ledger/ledgerverifier.h"

namespace obstat::ledger {

/// What a verification found wrong, the first hundred of each weight: many small ones never hide a grave one.
class FindingList
{
public:
    static constexpr int kMost = 100;

    void add(qint64 event, qint64 operation, const QString &what) { keep({event, operation, what, false}, m_small); }
    void addGrave(qint64 event, qint64 operation, const QString &what)
    {
        keep({event, operation, what, true}, m_grave);
    }
    /// Nothing more will be kept of at least one weight.
    [[nodiscard]] bool isFull() const { return m_small >= kMost || m_grave >= kMost; }
    [[nodiscard]] const QList<VerifyFinding> &all() const { return m_findings; }

private:
    void keep(const VerifyFinding &finding, int &count)
    {
        if (count >= kMost) {
            return;
        }
        ++count;
        m_findings.append(finding);
    }

    QList<VerifyFinding> m_findings;
    int m_small = 0;
    int m_grave = 0;
};

} // namespace obstat::ledger
