#pragma once

#include "base/result.h"
#include "evidence/hash.h"

#include <QList>

namespace obstat::evidence {

/// The size of a log and the root over its first `size` leaves.
struct TreeHead
{
    quint64 size = 0;
    Hash root;
    friend bool operator==(const TreeHead &a, const TreeHead &b) = default;
};

/// SHA-256(0x00‖leaf), RFC 9162 section 2.1.1.
[[nodiscard]] Hash leafHash(QByteArrayView leaf);

/// SHA-256(0x01‖left‖right).
[[nodiscard]] Hash nodeHash(const Hash &left, const Hash &right);

/// SHA-256 of nothing, the root of a log without leaves.
[[nodiscard]] Hash emptyRoot();

/// RFC 9162 section 2.1.3.2. BadSignature with the reason unless the proof shows that `leaf` (a leaf hash) is number
/// `index` in the tree of that size and root. Every hash must be 32 bytes and the whole proof must be used.
[[nodiscard]] base::Result<> verifyInclusion(quint64 index, quint64 size, QByteArrayView leaf,
                                             const QList<QByteArray> &proof, QByteArrayView root);

/// RFC 9162 section 2.1.4.2. BadSignature with the reason unless the proof shows that the first tree is the beginning
/// of the second. size1 = 0 proves nothing and is refused; equal sizes need an empty proof and equal roots (compared as
/// they are, nothing is computed); otherwise every hash must be 32 bytes.
[[nodiscard]] base::Result<> verifyConsistency(quint64 size1, quint64 size2, QByteArrayView root1, QByteArrayView root2,
                                               const QList<QByteArray> &proof);

} // namespace obstat::evidence
