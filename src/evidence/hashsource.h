#pragma once

#include "evidence/compactrange.h"

namespace obstat::evidence {

/// Where leaf hashes are read from: a ledger, tiles, or a list in a test.
class HashSource
{
public:
    virtual ~HashSource() = default;
    /// The leaf hashes of [from, to), exactly to − from of them; Corrupt when one is missing, or the source's own
    /// error.
    [[nodiscard]] virtual base::Result<std::vector<Hash>> leafHashes(quint64 from, quint64 to) = 0;
};

/// Leaf hashes in memory.
class HashList final : public HashSource
{
public:
    HashList() = default;
    explicit HashList(std::vector<Hash> hashes) : m_hashes(std::move(hashes)) {}
    void append(const Hash &leafHash) { m_hashes.push_back(leafHash); }
    [[nodiscard]] quint64 size() const { return m_hashes.size(); }
    [[nodiscard]] base::Result<std::vector<Hash>> leafHashes(quint64 from, quint64 to) override;

private:
    std::vector<Hash> m_hashes;
};

/// The range grown to `size` by the leaf hashes from range.size() on, read in pieces of a few thousand. Illegal when
/// the range is already larger.
[[nodiscard]] base::Result<CompactRange> extended(CompactRange range, quint64 size, HashSource &source);

} // namespace obstat::evidence
