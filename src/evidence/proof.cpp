#include "evidence/proof.h"

#include <algorithm>
#include <bit>

using namespace Qt::StringLiterals;

namespace obstat::evidence {
namespace {

/// A run of leaves [from, to) that is a subtree of RFC 9162 section 2.1.
struct Subtree
{
    quint64 from = 0;
    quint64 to = 0;
    [[nodiscard]] quint64 size() const { return to - from; }
    /// Where its right child starts: the largest power of two below its size.
    [[nodiscard]] quint64 middle() const { return from + std::bit_floor(size() - 1); }
    [[nodiscard]] Subtree left() const { return {from, middle()}; }
    [[nodiscard]] Subtree right() const { return {middle(), to}; }
};

/// Its root, from the leaf hashes, read in pieces.
base::Result<Hash> rootOf(const Subtree &tree, HashSource &source)
{
    constexpr quint64 piece = 4096;
    CompactRange range;
    for (quint64 at = tree.from; at < tree.to; at += piece) {
        const auto hashes = source.leafHashes(at, std::min(tree.to, at + piece));
        if (!hashes)
            return tl::unexpected(hashes.error());
        for (const Hash &hash : *hashes)
            range.append(hash);
    }
    if (range.size() != tree.size())
        return base::fail(base::ErrorCode::Corrupt,
                          u"Leaf hashes are missing between %1 and %2."_s.arg(tree.from).arg(tree.to));
    return range.root();
}

/// The roots of the subtrees, in the order given.
base::Result<QList<QByteArray>> rootsOf(const std::vector<Subtree> &trees, HashSource &source)
{
    QList<QByteArray> roots;
    for (const Subtree &tree : trees) {
        const auto root = rootOf(tree, source);
        if (!root)
            return tl::unexpected(root.error());
        roots.append(root->bytes());
    }
    return roots;
}

} // namespace

base::Result<QList<QByteArray>> inclusionProof(quint64 index, quint64 size, HashSource &source)
{
    if (index >= size)
        return base::fail(base::ErrorCode::Usage, u"Leaf %1 is outside of a tree of %2 leaves."_s.arg(index).arg(size));
    std::vector<Subtree> siblings; // top down
    Subtree tree{0, size};
    while (tree.size() > 1) {
        const bool goLeft = index < tree.middle();
        siblings.push_back(goLeft ? tree.right() : tree.left());
        tree = goLeft ? tree.left() : tree.right();
    }
    std::reverse(siblings.begin(), siblings.end());
    return rootsOf(siblings, source);
}

base::Result<QList<QByteArray>> consistencyProof(quint64 size1, quint64 size2, HashSource &source)
{
    if (size1 == 0 || size1 > size2)
        return base::fail(base::ErrorCode::Usage,
                          u"There is no consistency proof from %1 to %2 leaves."_s.arg(size1).arg(size2));
    std::vector<Subtree> parts; // top down
    Subtree tree{0, size2};
    while (tree.to != size1) {
        const bool goLeft = size1 <= tree.middle();
        parts.push_back(goLeft ? tree.right() : tree.left());
        tree = goLeft ? tree.left() : tree.right();
    }
    if (tree.from != 0) // otherwise this subtree is the whole first tree, whose root the verifier has
        parts.push_back(tree);
    std::reverse(parts.begin(), parts.end());
    return rootsOf(parts, source);
}

} // namespace obstat::evidence
