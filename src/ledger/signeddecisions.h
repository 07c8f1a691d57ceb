#pragma once

#include "approval/directory.h"
#include "evidence/event.h"
#include "ledger/findinglist.h"
#include "ledger/types.h"

#include <QHash>

namespace obstat::ledger {

/// The decisions of one operation against its events and the signatures of enrolled people. A pure value over what it
/// is given.
class SignedDecisions
{
public:
    /// `directory`: nullptr where signatures cannot be checked; it knows the acts of the events before `asOf`.
    SignedDecisions(FindingList &findings, const approval::Directory *directory, qint64 asOf)
        : m_findings(findings), m_directory(directory), m_asOf(asOf)
    {
    }

    /// Notes an event that names a decision.
    void expect(const evidence::Event &event);
    void check(qint64 operation, const QList<DecisionRow> &rows);

private:
    [[nodiscard]] QString wrongWith(const DecisionRow &row, const evidence::Event &event) const;
    [[nodiscard]] QString wrongSignature(const DecisionRow &row, const approval::DecisionBody &body) const;

    FindingList &m_findings;
    const approval::Directory *m_directory;
    qint64 m_asOf;
    QHash<qint64, evidence::Event> m_expected;
};

} // namespace obstat::ledger
