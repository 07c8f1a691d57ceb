#pragma once

#include "evidence/statefile.h"

namespace obstat::evidence {

/// Why nothing may be claimed or signed until an administrator signs `resumed`.
enum class DoubtKind {
    None,
    Missing,    ///< no state file
    Unreadable, ///< the state file is torn, garbage or newer
    Copied,     ///< the state file names another copy
    WentBack,   ///< more was signed than the log holds
    Rewritten,  ///< the log is not a continuation of what was signed
};

struct Doubt
{
    DoubtKind kind = DoubtKind::None;
    QString message;        ///< one sentence for people, empty for None
    quint64 signedSize = 0; ///< from the state file, 0 when there is none
    quint64 size = 0;       ///< of the log
    explicit operator bool() const { return kind != DoubtKind::None; }
};

/// Judges the log whose head row says `head` against the state file as StateFile::load() gave it (evidence.md 4). Reads
/// the leaf hashes from the last signed size on. An error only when the source or the disk failed.
[[nodiscard]] base::Result<Doubt> judge(const base::Result<SignedState> &state, const CopyIdentity &current,
                                        const TreeHead &head, HashSource &leafHashes);

/// What the sealer proves before it signs `next`: the log at that head continues what was signed last. Doubt otherwise;
/// on success the compact range at `next`, for the new state.
[[nodiscard]] base::Result<CompactRange> proveContinuation(const CompactRange &last, const TreeHead &next,
                                                           HashSource &leafHashes);

} // namespace obstat::evidence
