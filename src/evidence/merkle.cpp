#include "evidence/merkle.h"

#include "evidence/sha256.h"

#include <bit>
#include <optional>
#include <vector>

using namespace Qt::StringLiterals;

namespace obstat::evidence {
namespace {

using base::ErrorCode;
using base::fail;

constexpr char kLeafPrefix[] = {0};
constexpr char kNodePrefix[] = {1};

bool isOdd(quint64 number)
{
    return (number & 1) != 0;
}

/// Shifts both right until the first is odd or zero.
void shiftToOdd(quint64 &first, quint64 &second)
{
    while (!isOdd(first) && first != 0) {
        first >>= 1;
        second >>= 1;
    }
}

base::Result<> wrongLength(const QString &what)
{
    return fail(ErrorCode::BadSignature, what + u" is not a hash of 32 bytes."_s);
}

struct Roots
{
    Hash first;
    Hash second;
};

/// Steps 3 to 6 of RFC 9162 section 2.1.4.2: both roots from the nodes; nullopt when there are too many or too few.
std::optional<Roots> rootsFrom(quint64 size1, quint64 size2, const std::vector<Hash> &nodes)
{
    quint64 first = size1 - 1;
    quint64 second = size2 - 1;
    while (isOdd(first)) {
        first >>= 1;
        second >>= 1;
    }
    Roots roots{nodes.front(), nodes.front()};
    for (size_t i = 1; i < nodes.size(); ++i) {
        if (second == 0)
            return std::nullopt;
        if (isOdd(first) || first == second) {
            roots.first = nodeHash(nodes[i], roots.first);
            roots.second = nodeHash(nodes[i], roots.second);
            shiftToOdd(first, second);
        } else {
            roots.second = nodeHash(roots.second, nodes[i]);
        }
        first >>= 1;
        second >>= 1;
    }
    if (second != 0)
        return std::nullopt;
    return roots;
}

} // namespace

Hash leafHash(QByteArrayView leaf)
{
    return sha256({QByteArrayView(kLeafPrefix, 1), leaf});
}

Hash nodeHash(const Hash &left, const Hash &right)
{
    return sha256({QByteArrayView(kNodePrefix, 1), left.view(), right.view()});
}

Hash emptyRoot()
{
    return sha256({});
}

base::Result<> verifyInclusion(quint64 index, quint64 size, QByteArrayView leaf, const QList<QByteArray> &proof,
                               QByteArrayView root)
{
    const auto leafValue = Hash::fromBytes(leaf);
    const auto rootValue = Hash::fromBytes(root);
    if (!leafValue)
        return wrongLength(u"The leaf hash"_s);
    if (!rootValue)
        return wrongLength(u"The root"_s);
    if (index >= size)
        return fail(ErrorCode::BadSignature, u"Leaf %1 is outside of a tree of %2 leaves."_s.arg(index).arg(size));
    quint64 first = index;
    quint64 last = size - 1;
    Hash computed = *leafValue;
    for (const QByteArray &step : proof) {
        const auto node = Hash::fromBytes(step);
        if (!node)
            return wrongLength(u"A step of the inclusion proof"_s);
        if (last == 0)
            return fail(ErrorCode::BadSignature, u"The inclusion proof is too long."_s);
        if (isOdd(first) || first == last) {
            computed = nodeHash(*node, computed);
            shiftToOdd(first, last);
        } else {
            computed = nodeHash(computed, *node);
        }
        first >>= 1;
        last >>= 1;
    }
    if (last != 0)
        return fail(ErrorCode::BadSignature, u"The inclusion proof is too short."_s);
    if (computed != *rootValue)
        return fail(ErrorCode::BadSignature, u"The inclusion proof of leaf %1 does not give the root."_s.arg(index));
    return {};
}

base::Result<> verifyConsistency(quint64 size1, quint64 size2, QByteArrayView root1, QByteArrayView root2,
                                 const QList<QByteArray> &proof)
{
    if (size1 == 0)
        return fail(ErrorCode::BadSignature, u"Consistency with an empty tree proves nothing."_s);
    if (size1 > size2)
        return fail(ErrorCode::BadSignature, u"A tree of %1 leaves cannot continue one of %2."_s.arg(size2).arg(size1));
    if (size1 == size2) {
        if (!proof.isEmpty())
            return fail(ErrorCode::BadSignature, u"Two trees of one size need no consistency proof."_s);
        if (root1 != root2)
            return fail(ErrorCode::BadSignature, u"Two trees of %1 leaves have different roots."_s.arg(size1));
        return {};
    }
    const auto first = Hash::fromBytes(root1);
    const auto second = Hash::fromBytes(root2);
    if (!first || !second)
        return wrongLength(u"A root"_s);
    if (proof.isEmpty())
        return fail(ErrorCode::BadSignature, u"The consistency proof is empty."_s);
    std::vector<Hash> nodes;
    nodes.reserve(static_cast<size_t>(proof.size()) + 1);
    if (std::has_single_bit(size1))
        nodes.push_back(*first);
    for (const QByteArray &step : proof) {
        const auto node = Hash::fromBytes(step);
        if (!node)
            return wrongLength(u"A step of the consistency proof"_s);
        nodes.push_back(*node);
    }
    const auto roots = rootsFrom(size1, size2, nodes);
    if (!roots)
        return fail(ErrorCode::BadSignature, u"The consistency proof has the wrong length."_s);
    if (roots->first != *first || roots->second != *second)
        return fail(ErrorCode::BadSignature,
                    u"The consistency proof from %1 to %2 leaves does not give the roots."_s.arg(size1).arg(size2));
    return {};
}

} // namespace obstat::evidence
