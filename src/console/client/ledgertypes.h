#pragma once

#include "ledger/ledgerreader.h"

#include <QByteArray>
#include <QHash>

#include <memory>
#include <optional>

namespace obstat::console {

using base::Micros;
struct PlanReview;
struct OutcomeReview;

/// What the frame of the window shows: read together, a few milliseconds.
struct Overview
{
    ledger::HeadRow head;
    ledger::LiveCounts counts;
    QList<ledger::InstanceRow> instances; ///< running first, newest heartbeat first
    QList<ledger::LedgerReader::EnrolmentRow> people;
    QList<ledger::LedgerReader::DelegationRow> delegations;
    qint64 checkpointSize = -1; ///< events under the newest checkpoint, -1 when there is none
    Micros readAt = 0;
};

/// Who may do what, as the People page lists it.
struct LedgerPeople
{
    QList<ledger::LedgerReader::EnrolmentRow> keys; ///< one for each key of a person
    QList<ledger::LedgerReader::TokenRow> tokens;
    QList<ledger::LedgerReader::DelegationRow> delegations;
};

/// Stored bytes of one operation; each is as the ledger gave it and has to be checked by whoever believes it.
using StoredBytes = base::Result<std::optional<QByteArray>>;

/// Everything that is shown about one operation. Values that were purged are nullopt, damaged ones are errors.
struct OperationDetail
{
    ledger::OperationRow row;
    StoredBytes arguments;
    StoredBytes facts;
    StoredBytes rationale;
    StoredBytes result;
    StoredBytes entry;                            ///< canonical registry entry that the plan names
    StoredBytes policy;                           ///< text of the policy that the plan names
    StoredBytes policyInForce;                    ///< its text; nullopt when none is, or nobody settles this
    StoredBytes registryInForce;                  ///< the same of the registry
    QList<ledger::OperationRow> sameKey;          ///< every revision, the newest first
    std::optional<ledger::OperationRow> previous; ///< for the same tenant, tool and record
    StoredBytes previousArguments;
    ledger::LedgerReader::RunShape runShape;
    QList<ledger::EventRow> timeline; ///< oldest first
    QList<ledger::AttemptRow> attempts;
    QHash<QString, StoredBytes> answers; ///< of owners and callers, by the digest of the record
    QList<ledger::DecisionRow> decisions;
    QList<ledger::ConflictRow> conflicts;
    QList<ledger::LedgerReader::EnrolmentRow> people; ///< whose approvals may count
    QList<ledger::LedgerReader::DelegationRow> delegations;
    QString origin;             ///< of the ledger, for the signed body
    qint64 checkpointSize = -1; ///< events under the newest checkpoint
    /// PlanReview::of() this, when whoever read it has made it beside the reading: it takes a while for large payloads.
    std::shared_ptr<const PlanReview> review = {};
    std::shared_ptr<const OutcomeReview> outcome = {}; ///< the same: OutcomeReview::of() this
};

/// Where the pages of a list start, so that any row can be jumped to.
struct RowIndex
{
    qint64 count = 0;
    QList<qint64> anchors; ///< anchors[k]: the position after which page k starts, 0 first
};

} // namespace obstat::console
