#pragma once

#include "console/theme/themecolors.h"
#include "ledger/ledgerreader.h"

#include <QCoreApplication>

namespace obstat::console {

/// What is stuck, by why it is stuck.
enum class AttentionSection { Unknown, Conflicts, Contradicted, Failed, Overdue, Held };

/// The words and the filters of the sections. Pure.
class AttentionWording
{
    Q_DECLARE_TR_FUNCTIONS(AttentionWording)

public:
    [[nodiscard]] static QList<AttentionSection> sections();
    /// Stable, for links from other pages: unknown, conflicts, contradicted, failed, overdue, held.
    [[nodiscard]] static QString name(AttentionSection section);
    [[nodiscard]] static QString title(AttentionSection section);
    /// What the flow does with these by itself, and what it does not.
    [[nodiscard]] static QString hint(AttentionSection section);
    [[nodiscard]] static QString emptyTitle(AttentionSection section);
    [[nodiscard]] static QString emptyText(AttentionSection section);
    [[nodiscard]] static Tone tone(AttentionSection section);

    [[nodiscard]] static qint64 count(AttentionSection section, const ledger::LiveCounts &counts);
    /// Of everything but conflicts, which are no operations.
    [[nodiscard]] static ledger::OperationFilter filter(AttentionSection section);
    /// What happens next to one of these: "asks the owner again in 3 m", "waits for a person" …
    [[nodiscard]] static QString next(AttentionSection section, const ledger::OperationRow &row, base::Micros now);
    /// Since when it is stuck.
    [[nodiscard]] static base::Micros since(AttentionSection section, const ledger::OperationRow &row);
};

} // namespace obstat::console
