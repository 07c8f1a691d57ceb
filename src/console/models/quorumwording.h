#pragma once

#include "console/models/quorumreview.h"
#include "console/widgets/displayline.h"

#include <QCoreApplication>

namespace obstat::console {

/// What the console says about a quorum. Names and roles come out escaped.
class QuorumWording
{
    Q_DECLARE_TR_FUNCTIONS(QuorumWording)

public:
    /// For a column, from the row alone: `treasury 1/2`, `treasury 1/2 + compliance 0/1`, and where the row does not
    /// say whose approvals those are `1 of 3: treasury + compliance`.
    [[nodiscard]] static QString needs(const ledger::OperationRow &row);
    /// `treasury or compliance`: all that the plan asks for.
    [[nodiscard]] static QString roles(const QuorumReview &quorum);
    /// `••• only for treasury or compliance`: in the place of what others may not see.
    [[nodiscard]] static QString onlyFor(const QuorumReview &quorum);
    /// `2 × treasury and compliance`: what nobody has given yet.
    [[nodiscard]] static QString missing(const QuorumReview &quorum);
    /// Who approved, what is missing while the plan waits, and who else may decide from when on.
    [[nodiscard]] static QList<DisplayLine> lines(const QuorumReview &quorum, ledger::Status status, base::Micros now);
};

} // namespace obstat::console
