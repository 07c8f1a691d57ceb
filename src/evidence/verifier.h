#pragma once

#include "evidence/compactrange.h"
#include "evidence/leafsource.h"

#include <optional>
#include <vector>

namespace obstat::evidence {

/// What is wrong with the first bad leaf.
enum class Flaw {
    Missing,      ///< no leaf with this number
    Malformed,    ///< not the canonical bytes of an event
    WrongNumber,  ///< its `seq` is not its index
    UnknownKind,  ///< not a kind that this version knows
    TimeWentBack, ///< earlier than the leaf before it
    HashDiffers,  ///< not the bytes that its stored leaf hash was made of
    RootDiffers,  ///< somewhere in [first, last]: the roots agree at `first` and not after `last`
    TooShort,     ///< more leaves were signed or counted than are there
    TooLong,      ///< leaves beyond the head
};

/// The stable lower-case machine text, for example "hash-differs".
[[nodiscard]] QString flawText(Flaw flaw);

struct BadLeaf
{
    quint64 first = 0;
    quint64 last = 0; ///< equal to first unless only a stretch can be named
    Flaw flaw = Flaw::Malformed;
    QString message; ///< one sentence for people that names the leaf
};

/// What a log is held against, and how.
struct VerifyRequest
{
    /// Called in the caller's thread after every few thousand leaves; false cancels.
    using Progress = std::function<bool(quint64 done, quint64 total)>;

    std::optional<CompactRange> range; ///< of the head row; the log must have exactly this size
    std::vector<TreeHead> heads;       ///< signed heads (checkpoints, state file), any order; the log may be longer
    int threads = 2;                   ///< with the caller's
    Progress progress;
};

/// What was found. `leaves` and `root` are what was recomputed, up to the first bad leaf.
struct LogVerdict
{
    quint64 leaves = 0;
    Hash root;
    quint64 headsChecked = 0;
    std::optional<BadLeaf> firstBad;
    [[nodiscard]] bool whole() const { return !firstBad; }
};

/// Recomputes everything from the leaf bytes: numbers, canonical form, kinds, times, leaf hashes, the tree and all the
/// roots. Stops at the first bad leaf. Stored values and rows are the ledger's to check. Cancelled, or the source's
/// own error.
[[nodiscard]] base::Result<LogVerdict> verifyLog(LeafSource &source, const VerifyRequest &request);

} // namespace obstat::evidence
