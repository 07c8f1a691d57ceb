#include "evidence/hashsource.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace obstat::evidence {

namespace {
constexpr quint64 kPiece = 4096;
}

base::Result<std::vector<Hash>> HashList::leafHashes(quint64 from, quint64 to)
{
    if (from > to || to > m_hashes.size())
        return base::fail(
            base::ErrorCode::Corrupt,
            u"Leaf hashes %1 to %2 were asked for, but there are %3."_s.arg(from).arg(to).arg(m_hashes.size()));
    return std::vector<Hash>(m_hashes.begin() + static_cast<std::ptrdiff_t>(from),
                             m_hashes.begin() + static_cast<std::ptrdiff_t>(to));
}

base::Result<CompactRange> extended(CompactRange range, quint64 size, HashSource &source)
{
    if (range.size() > size)
        return base::fail(base::ErrorCode::Illegal,
                          u"A range of %1 leaves cannot become one of %2."_s.arg(range.size()).arg(size));
    while (range.size() < size) {
        const quint64 from = range.size();
        const quint64 to = from + std::min(kPiece, size - from);
        const auto hashes = source.leafHashes(from, to);
        if (!hashes)
            return tl::unexpected(hashes.error());
        if (hashes->size() != to - from)
            return base::fail(base::ErrorCode::Corrupt,
                              u"There are %1 leaf hashes from %2 on where %3 were expected."_s.arg(hashes->size())
                                  .arg(from)
                                  .arg(to - from));
        for (const Hash &hash : *hashes)
            range.append(hash);
    }
    return range;
}

} // namespace obstat::evidence
