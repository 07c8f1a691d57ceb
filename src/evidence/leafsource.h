#pragma once

#include "base/result.h"

#include <QByteArrayView>

#include <functional>

namespace obstat::evidence {

/// One stored leaf as a source holds it. Views are valid during the call only.
struct StoredLeaf
{
    quint64 index = 0; ///< the number it is stored under
    QByteArrayView bytes;
    QByteArrayView hash; ///< the leaf hash stored beside it; empty when the source stores none
};

/// Where verifyLog() reads a log from: a ledger, tiles, a bundle. Used from one thread.
class LeafSource
{
public:
    /// Return false to stop.
    using Visit = std::function<bool(const StoredLeaf &leaf)>;

    virtual ~LeafSource() = default;
    /// How many leaves the log holds.
    [[nodiscard]] virtual base::Result<quint64> size() = 0;
    /// Visits the stored leaves of [from, to) in ascending order of their numbers; numbers that are not stored are left
    /// out. Stopping is not an error. verifyLog() asks for at most a few thousand at a time, in order.
    [[nodiscard]] virtual base::Result<> forEach(quint64 from, quint64 to, const Visit &visit) = 0;
};

} // namespace obstat::evidence
