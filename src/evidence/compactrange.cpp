#include "evidence/compactrange.h"

#include <bit>

using namespace Qt::StringLiterals;

namespace obstat::evidence {

base::Result<CompactRange> CompactRange::fromBytes(quint64 size, QByteArrayView bytes)
{
    const qsizetype count = std::popcount(size);
    if (bytes.size() != count * Hash::kSize)
        return base::fail(
            base::ErrorCode::Corrupt,
            u"The compact range of %1 leaves must have %2 hashes, but has %3 bytes."_s.arg(size).arg(count).arg(
                bytes.size()));
    CompactRange range;
    range.m_size = size;
    range.m_hashes.reserve(static_cast<size_t>(count));
    for (qsizetype i = 0; i < count; ++i)
        range.m_hashes.push_back(*Hash::fromBytes(bytes.sliced(i * Hash::kSize, Hash::kSize)));
    return range;
}

void CompactRange::append(const Hash &leafHash)
{
    // Each trailing bit of the old size is a perfect subtree that the new one completes.
    Hash top = leafHash;
    for (int merges = std::countr_one(m_size); merges > 0; --merges) {
        top = nodeHash(m_hashes.back(), top);
        m_hashes.pop_back();
    }
    m_hashes.push_back(top);
    ++m_size;
}

void CompactRange::append(const CompactRange &tail)
{
    if (tail.m_size == 0)
        return;
    Q_ASSERT(m_size == 0 || (m_size & (~m_size + 1)) >= tail.m_size);
    if (!std::has_single_bit(tail.m_size)) {
        m_hashes.insert(m_hashes.end(), tail.m_hashes.begin(), tail.m_hashes.end());
    } else {
        Hash top = tail.m_hashes.front();
        for (int merges = std::countr_one(m_size >> std::countr_zero(tail.m_size)); merges > 0; --merges) {
            top = nodeHash(m_hashes.back(), top);
            m_hashes.pop_back();
        }
        m_hashes.push_back(top);
    }
    m_size += tail.m_size;
}

Hash CompactRange::root() const
{
    if (m_hashes.empty())
        return emptyRoot();
    Hash root = m_hashes.back();
    for (size_t i = m_hashes.size() - 1; i > 0; --i)
        root = nodeHash(m_hashes[i - 1], root);
    return root;
}

QByteArray CompactRange::bytes() const
{
    QByteArray bytes;
    bytes.reserve(static_cast<qsizetype>(m_hashes.size()) * Hash::kSize);
    for (const Hash &hash : m_hashes)
        bytes.append(hash.view());
    return bytes;
}

} // namespace obstat::evidence
