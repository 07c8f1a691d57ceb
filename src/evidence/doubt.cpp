#include "evidence/doubt.h"

#include "evidence/eventcount.h"

using namespace Qt::StringLiterals;

namespace obstat::evidence {
namespace {

using base::ErrorCode;

QString wentBack(quint64 from, quint64 to)
{
    return u"The log went back from %1 to %2."_s.arg(grouped(from), eventCount(to));
}

/// Why the current copy is not the one that signed; empty when it is.
QString difference(const CopyIdentity &signedBy, const CopyIdentity &current)
{
    if (signedBy.origin != current.origin)
        return u"The state file belongs to another log, %1."_s.arg(signedBy.origin);
    if (signedBy.instance != current.instance)
        return u"The state file belongs to another copy of this log."_s;
    if (signedBy.machine != current.machine)
        return u"This log was copied from another machine."_s;
    if (signedBy.inode != current.inode)
        return u"The log's file is not the one that was last signed; it was copied or restored."_s;
    return {};
}

base::Result<Doubt> judgeMissing(const base::Error &error, quint64 size)
{
    switch (error.code) {
    case ErrorCode::NotFound:
        return Doubt{DoubtKind::Missing,
                     u"%1 Nobody can tell whether this is the newest copy of the log."_s.arg(error.message), 0, size};
    case ErrorCode::Corrupt:
    case ErrorCode::Newer:
        return Doubt{DoubtKind::Unreadable, error.message, 0, size};
    default:
        return tl::unexpected(error);
    }
}

} // namespace

base::Result<Doubt> judge(const base::Result<SignedState> &state, const CopyIdentity &current, const TreeHead &head,
                          HashSource &leafHashes)
{
    if (!state)
        return judgeMissing(state.error(), head.size);
    const quint64 signedSize = state->range.size();
    if (const QString why = difference(state->copy, current); !why.isEmpty())
        return Doubt{DoubtKind::Copied, why, signedSize, head.size};
    if (signedSize > head.size)
        return Doubt{DoubtKind::WentBack, wentBack(signedSize, head.size), signedSize, head.size};
    const auto continued = proveContinuation(state->range, head, leafHashes);
    if (continued)
        return Doubt{DoubtKind::None, {}, signedSize, head.size};
    if (continued.error().code != ErrorCode::Doubt && continued.error().code != ErrorCode::Corrupt)
        return tl::unexpected(continued.error());
    return Doubt{DoubtKind::Rewritten, continued.error().message, signedSize, head.size};
}

base::Result<CompactRange> proveContinuation(const CompactRange &last, const TreeHead &next, HashSource &leafHashes)
{
    if (last.size() > next.size)
        return base::fail(ErrorCode::Doubt, wentBack(last.size(), next.size));
    auto range = extended(last, next.size, leafHashes);
    if (!range)
        return range;
    if (range->root() != next.root)
        return base::fail(ErrorCode::Doubt,
                          u"The log was rewritten: its %1 no longer begin with what was last signed, %2."_s.arg(
                              eventCount(next.size), eventCount(last.size())));
    return range;
}

} // namespace obstat::evidence
