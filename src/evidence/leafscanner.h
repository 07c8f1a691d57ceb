#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <QByteArrayView>

#include <optional>

namespace obstat::evidence {

/// A string member: the bytes between its quotes.
struct ScannedText
{
    QByteArrayView raw;
    bool isNull = false;
    bool escaped = false; ///< raw holds backslashes
    [[nodiscard]] QString text() const;
};

/// The members of a leaf as views into its bytes; nothing is copied.
struct ScannedLeaf
{
    ScannedText actorId;
    QByteArrayView actorType;
    base::Micros at = 0;
    QByteArrayView data;    ///< a canonical object
    QByteArrayView digests; ///< a canonical object of 64-hex strings
    ScannedText from;
    QByteArrayView kind;
    std::optional<qint64> operation;
    ScannedText run;
    qint64 seq = 0;
    ScannedText tenant;
    ScannedText to;
};

/// Checks in one pass that the bytes are the canonical form of an event (see parseLeaf) and finds its members. Corrupt
/// with the place otherwise. This is what verification spends its time on besides hashing.
[[nodiscard]] base::Result<ScannedLeaf> scanLeaf(QByteArrayView leaf);

} // namespace obstat::evidence
