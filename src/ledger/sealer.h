#pragma once

#include "evidence/notesigner.h"
#include "evidence/statefile.h"
#include "ledger/writercore.h"

namespace obstat::ledger {

/// Signs checkpoints and keeps the state file (evidence.md 3, 4): never backwards, never on two copies.
class Sealer
{
public:
    explicit Sealer(WriterCore &core);

    /// At start, outside a transaction: judges the log against the state file and sets the core's doubt. BadSignature
    /// when the newest checkpoint is not signed with this key.
    [[nodiscard]] base::Result<> judge();
    /// Outside a transaction. False: nothing new. Doubt: from now on nothing is claimed either.
    [[nodiscard]] base::Result<bool> seal();
    /// Writes the state file for this copy as it is now: at creation, and after `resume`.
    [[nodiscard]] base::Result<> acceptCopy();
    /// Nothing is claimed or signed from now on; a signature resumes.
    void distrust(const QString &why);
    [[nodiscard]] const evidence::VerifierKey &verifierKey() const { return m_signer.verifierKey(); }

private:
    [[nodiscard]] evidence::CopyIdentity copy() const;
    [[nodiscard]] base::Result<> requireOwnKey(const QByteArray &note) const;
    [[nodiscard]] base::Result<evidence::CompactRange> continuation();
    [[nodiscard]] tl::unexpected<base::Error> doubt(const QString &why);

    WriterCore &m_core;
    evidence::StateFile m_state;
    evidence::NoteSigner m_signer;
    Statement m_last;
    Statement m_insert;
    qint64 m_sealed = 0; ///< size of the newest checkpoint
};

} // namespace obstat::ledger
