#pragma once

#include "base/result.h"
#include "evidence/merkle.h"

#include <vector>

namespace obstat::evidence {

/// What has to be kept of the first size() leaves so that the log can grow and give its root: the roots of the perfect
/// subtrees, largest first, one for each bit set in the size (so at most 64).
class CompactRange
{
public:
    CompactRange() = default;
    /// Reads what bytes() wrote. Corrupt when the length is not 32 × popcount(size).
    [[nodiscard]] static base::Result<CompactRange> fromBytes(quint64 size, QByteArrayView bytes);

    void append(const Hash &leafHash);
    /// Appends a range whose leaves follow these. Only where it fits without splitting: the lowest bit set in size()
    /// must not be below tail.size() (the caller's promise).
    void append(const CompactRange &tail);

    [[nodiscard]] quint64 size() const { return m_size; }
    [[nodiscard]] Hash root() const;
    [[nodiscard]] TreeHead head() const { return {m_size, root()}; }
    /// The hashes one after the other, largest subtree first.
    [[nodiscard]] QByteArray bytes() const;
    [[nodiscard]] const std::vector<Hash> &hashes() const { return m_hashes; }

    friend bool operator==(const CompactRange &a, const CompactRange &b) = default;

private:
    quint64 m_size = 0;
    std::vector<Hash> m_hashes;
};

} // namespace obstat::evidence
