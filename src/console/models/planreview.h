#pragma once

#include "approval/showntext.h"
#include "console/models/quorumreview.h"
#include "console/models/sensitivemask.h"

#include <QStringList>

namespace obstat::console {

/// Why a plan cannot be approved whatever the approver does.
enum class Obstacle {
    None,
    ArgumentsPurged,
    ArgumentsDamaged, ///< unreadable, not canonical, or not the bytes whose digest the plan names (C1)
    FactsDamaged,
    EntryMissing, ///< the registry entry is not there or not the one that the plan names
    RowDiffers,   ///< record or amount of the row are not those of the arguments
    NotAllShown,  ///< a leaf has no line of its own (C2)
};

/// One thing about a value that the eye does not see.
struct ValueWarning
{
    QString label;     ///< as in the shown line
    int invisible = 0; ///< code points that were made visible
    bool lookAlike = false;
    QStringList scripts = {}; ///< that one word mixes: Latin, Cyrillic
};

struct ValueChange
{
    QString label;
    QString before; ///< canonical text, "" = was not there
    QString after;  ///< canonical text, "" = is not there any more
};

/// What an approver reads about one plan, made from the stored canonical bytes after they were digested again here,
/// never from the row and never from what the agent says about itself. A pure value.
struct PlanReview
{
    /// Never fails: what cannot be shown is an obstacle.
    [[nodiscard]] static PlanReview of(const OperationDetail &detail);
    /// The one that was made where the detail was read, else of(). Cheap in the first case.
    [[nodiscard]] static PlanReview read(const OperationDetail &detail);
    /// The rule that the plan names approves by itself, but the frozen verdict asks a person: automatic approval was
    /// off then. False when the policy text is not there any more.
    [[nodiscard]] static bool wasAutomaticOff(const OperationDetail &detail);
    /// What the eye does not see in stored arguments; nothing when they cannot be read.
    [[nodiscard]] static QList<ValueWarning> warningsOf(const StoredBytes &arguments);

    /// As somebody without the right may read it: nothing sensitive is in it, and nothing of it may be signed.
    [[nodiscard]] PlanReview masked() const;

    ledger::OperationRow row;
    Obstacle obstacle = Obstacle::None;
    base::Error cause; ///< of the obstacle, for the detail text
    approval::ShownPlan shown;
    QList<approval::ShownLine> lines; ///< all of shown text v1; screens render from these
    QString shownDigest;
    QByteArray canonical; ///< the arguments' stored bytes
    policy::ToolEntry entry;
    QList<policy::PredicateTrace> trace; ///< empty when the policy text is not there any more
    bool automaticOff = false;           ///< as wasAutomaticOff()
    int arguments = 0;                   ///< leaves
    QList<ValueWarning> warnings;
    QList<ValueChange> changes;                   ///< against the last plan for the record
    std::optional<ledger::OperationRow> previous; ///< the last plan of this tool for the record
    bool hasChanges = false;                      ///< the last plan's arguments could be read
    SensitiveMask mask;                           ///< what only people with one of the plan's roles may see
    QString rationale;                            ///< as the agent wrote it; escape before it is shown
    QString origin;
    QuorumReview quorum;                              ///< who approved, what is missing
    QList<ledger::LedgerReader::EnrolmentRow> people; ///< who may decide for whom, as read with the plan
    QList<ledger::LedgerReader::DelegationRow> delegations;

    [[nodiscard]] QList<approval::ShownLine> linesOf(approval::ShownLine::Kind kind) const;
    /// The escaped value of a head line, "" when there is none.
    [[nodiscard]] QString head(const QString &label) const;
};

} // namespace obstat::console
