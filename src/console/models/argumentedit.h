#pragma once

#include "console/models/planreview.h"

#include <QCoreApplication>

namespace obstat::console {

/// Edited arguments of a plan, held against what an instance would refuse before anything is signed: the strict reader,
/// the tool's amount, and that it is still the same work (contract 3). An instance judges again. A pure value.
struct ArgumentEdit
{
    Q_DECLARE_TR_FUNCTIONS(ArgumentEdit)

public:
    enum class Problem {
        None,
        Unchanged,
        Unreadable, ///< not JSON, or not what the strict reader takes; `detail` has the place
        NoObject,
        TooLong,
        Amount,
        OtherWork, ///< the natural key is another: that is not a change of this plan
    };
    static constexpr qsizetype kMostBytes = 64 * 1024; ///< canonical, as the envelope takes it

    [[nodiscard]] static ArgumentEdit of(const PlanReview &plan, const QString &text);
    /// One sentence; "" when nothing is in the way.
    [[nodiscard]] static QString sentence(Problem problem);

    Problem problem = Problem::Unreadable;
    QString detail;       ///< one English sentence of the reader, "" where the problem says all
    QByteArray canonical; ///< "" when it cannot be read
    QString digest;       ///< of `canonical`
};

} // namespace obstat::console
