#pragma once

#include "base/clock.h"
#include "evidence/verifier.h"

#include <QByteArray>

#include <span>

namespace obstat::evidence {

/// A run of leaves whose first number is a multiple of kLeaves: read in one thread, checked in any other. So that its
/// tree can be joined to what comes before without looking at the leaves again.
class LeafChunk
{
public:
    static constexpr quint64 kLeaves = 2048;

    /// Starts over at leaf `from`; `heads` are the signed heads with from < size <= from + kLeaves, ascending.
    void reset(quint64 from, std::span<const TreeHead> heads);
    /// Takes the next leaf; false when it is not the next number (a gap or an intruder), which is remembered.
    bool add(const StoredLeaf &leaf);
    /// All leaves up to `to` had to be there.
    void expect(quint64 to);
    [[nodiscard]] bool hasGap() const { return m_gap.has_value(); }

    /// Checks everything that can be checked without the other chunks.
    void check();

    [[nodiscard]] quint64 from() const { return m_from; }
    [[nodiscard]] quint64 size() const { return m_entries.size(); }
    // The rest after check() only; whatever lies beyond the first bad leaf is left out.
    [[nodiscard]] const std::optional<BadLeaf> &firstBad() const { return m_bad; }
    /// Of the sound leaves.
    [[nodiscard]] const CompactRange &range() const { return m_range; }
    /// The range at each of the heads, as far as sound leaves go.
    [[nodiscard]] const std::vector<CompactRange> &atHeads() const { return m_atHeads; }
    [[nodiscard]] std::span<const TreeHead> heads() const { return m_heads; }
    [[nodiscard]] std::optional<base::Micros> firstTime() const { return m_firstTime; }
    [[nodiscard]] base::Micros lastTime() const { return m_lastTime; }

private:
    struct Entry
    {
        qsizetype end = 0; ///< of its bytes in m_bytes
        bool hashed = false;
        Hash storedHash;
    };
    std::optional<BadLeaf> checkLeaf(quint64 index, QByteArrayView bytes, const Entry &entry);
    void noteHeads();

    quint64 m_from = 0;
    std::span<const TreeHead> m_heads;
    QByteArray m_bytes;
    std::vector<Entry> m_entries;
    std::optional<BadLeaf> m_gap;

    std::optional<BadLeaf> m_bad;
    CompactRange m_range;
    std::vector<CompactRange> m_atHeads;
    std::optional<base::Micros> m_firstTime;
    base::Micros m_lastTime = 0;
};

} // namespace obstat::evidence
