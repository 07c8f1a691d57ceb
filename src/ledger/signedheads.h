#pragma once

#include "evidence/statefile.h"
#include "evidence/verifierkey.h"
#include "ledger/findinglist.h"
#include "ledger/readsession.h"
#include "ledger/types.h"

#include <vector>

namespace obstat::ledger {

/// The signed heads that a log must agree with: the checkpoints in the ledger, and the last one signed, which the state
/// file beside the database remembers when the database itself was put back.
class SignedHeads
{
public:
    SignedHeads(ReadSession &session, FindingList &findings) : m_session(session), m_findings(findings) {}

    /// `key`: nullopt = signatures are not checked.
    [[nodiscard]] base::Result<> readCheckpoints(const HeadRow &head, const std::optional<evidence::VerifierKey> &key);
    /// Reads the state file. Before the head row is read, because the writer goes on meanwhile.
    void readState();
    /// Holds the log against it; gives "", or a sentence on why that could not be done.
    [[nodiscard]] QString compareState(const HeadRow &head);

    [[nodiscard]] const std::vector<evidence::TreeHead> &heads() const { return m_heads; }
    [[nodiscard]] qint64 checkpoints() const { return m_checkpoints; }

private:
    void readNote(const HeadRow &head, qint64 size, const QString &root, const QByteArray &note,
                  const std::optional<evidence::VerifierKey> &key);

    ReadSession &m_session;
    FindingList &m_findings;
    base::Result<evidence::SignedState> m_state = base::fail(base::ErrorCode::NotFound, {});
    std::vector<evidence::TreeHead> m_heads;
    qint64 m_checkpoints = 0;
};

} // namespace obstat::ledger
